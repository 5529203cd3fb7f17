import { expect, it } from 'vitest';
import { createRequester } from '#client/request.ts';
import { createLatestValues } from '#features/public-map/screen.ts';

type Call = {
  path: string;
  signal: AbortSignal | undefined;
  answer: (body: unknown, status?: number) => void;
};

function open() {
  const calls: Call[] = [];
  let time = 0;
  const latest = createLatestValues(
    createRequester({
      origin: '',
      fetch: (path, init) =>
        new Promise((resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
          calls.push({
            path: String(path),
            signal: init?.signal ?? undefined,
            answer: (body, status = 200) => resolve(Response.json(body, { status })),
          });
        }),
    }),
    () => time,
  );
  const settled = async (status: string) => {
    await expect.poll(() => latest.$state.get().status).toBe(status);
    return latest.$state.get();
  };
  const asked = (count: number) => expect.poll(() => calls.length).toBe(count);
  return {
    latest,
    calls,
    settled,
    asked,
    wait: (ms: number) => {
      time += ms;
    },
  };
}

it('asks once for a site, and again after five minutes', async () => {
  const { latest, calls, settled, asked, wait } = open();
  latest.show(7);
  await asked(1);
  calls[0]?.answer({ loc_ndx: 7, records: [] });
  expect(await settled('ready')).toMatchObject({ selection: 7, data: { loc_ndx: 7 } });
  latest.show(undefined);
  expect(latest.$state.get()).toEqual({ status: 'idle' });
  latest.show(7);
  await settled('ready');
  expect(calls.map(({ path }) => path)).toEqual(['/api/public-map/latest/7']);
  wait(5 * 60_000);
  latest.show(7);
  await asked(2);
});

it('stops asking for a site when another is chosen', async () => {
  const { latest, calls, settled, asked } = open();
  latest.show(7);
  await asked(1);
  latest.show(8);
  await asked(2);
  expect(calls[0]?.signal?.aborted).toBe(true);
  calls[1]?.answer({ loc_ndx: 8, records: [] });
  expect(await settled('ready')).toMatchObject({ selection: 8 });
});

it('fails with a reason, and tries again', async () => {
  const { latest, calls, settled, asked } = open();
  latest.show(7);
  await asked(1);
  calls[0]?.answer({ type: 'about:blank', title: 'x', status: 503, detail: 'Away.', instance: '/' }, 503);
  expect(await settled('failed')).toMatchObject({ selection: 7 });
  void latest.retry();
  await asked(2);
  calls[1]?.answer({ loc_ndx: 7, records: [] });
  await settled('ready');
});
