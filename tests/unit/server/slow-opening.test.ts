import { expect, test } from 'vitest';
import { EngineFailed, waitForOpening } from '#server/db/embedded/worker-engine.ts';

/** An opening that ends after so many checks, of a process that has used the processor so much at each. */
async function open(used: readonly number[], { opensAt = Infinity, hasSpace = true } = {}) {
  const opened = Promise.withResolvers<void>();
  const messages: string[] = [];
  let at = -1;
  const outcome = await waitForOpening(opened.promise, {
    checkEveryMs: 1,
    maxIdleChecks: 3,
    usedCpu: () => {
      at += 1;
      if (at === opensAt) opened.resolve();
      return used[at] ?? 0;
    },
    hasSpace: async () => hasSpace,
    onWait: (message) => messages.push(message),
  }).then(
    () => 'open',
    (error: unknown) => (error instanceof EngineFailed ? `${error.code}: ${error.message}` : error),
  );
  return { outcome, messages: messages.length };
}

const working = Array.from({ length: 20 }, (_, at) => at * 5);

test.each([
  ['that is ready', working, { opensAt: 0 }, 'open', 0],
  ['that works for long', working, { opensAt: 12 }, 'open', 12],
  ['that pauses between', [0, 5, 5, 5, 10, 10, 10, 15], { opensAt: 7 }, 'open', 7],
  ['that does nothing', [0, 5, 5, 5, 5, 5], {}, 'CONNECT_TIMEOUT: it was not open after 0.004 s', 3],
  [
    'that works on a full disk',
    working,
    { hasSpace: false },
    'CONNECT_TIMEOUT: it was not open after 0.003 s',
    2,
  ],
])(
  'a database %s is waited for as long as its process works',
  async (_, used, options, outcome, messages) => {
    expect(await open(used, options)).toEqual({ outcome, messages });
  },
);

test('a database that fails to open is not waited for', async () => {
  const failure = new EngineFailed({ message: 'no', code: 'XX001' });
  await expect(
    waitForOpening(Promise.reject(failure), {
      checkEveryMs: 60_000,
      maxIdleChecks: 3,
      usedCpu: () => 0,
      hasSpace: async () => true,
      onWait: () => {},
    }),
  ).rejects.toBe(failure);
});
