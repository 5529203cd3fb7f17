import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

/** The priority in a `stat` file of Linux: the 17th field after the name in parentheses. */
const niceOf = (stat: string) => Number(stat.split(') ').at(-1)?.split(' ')[16]);

test.skipIf(process.platform !== 'linux').each([
  ['database', 10],
  ['tasks', 15],
])('the thread of the %s runs after the server’s', async (work, nice) => {
  const entry = new URL('../../../src/server/db/thread-priority.ts', import.meta.url).href;
  const worker = new Worker(
    `import(${JSON.stringify(entry)}).then(({ runAfterServerThread }) => {
      runAfterServerThread(${JSON.stringify(work)});
      const stat = require('node:fs').readFileSync('/proc/thread-self/stat', 'utf8');
      require('node:worker_threads').parentPort.postMessage(stat);
    })`,
    { eval: true },
  );
  const own = () => niceOf(readFileSync(`/proc/${process.pid}/stat`, 'utf8'));
  const before = own();
  const [stat] = await once(worker, 'message');
  expect(niceOf(stat)).toBe(nice);
  expect(own()).toBe(before);
  await worker.terminate();
});
