// Asks for the version in a thread of its own: that which takes the downloads would measure its own delay.
import { get } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod/mini';

const pauseMs = 50;

/** What the reader found: how long each response took in ms, and how many requests failed. */
export const VersionTimes = z.object({ times: z.array(z.number()), failed: z.int() });

async function readVersions(port: number, seconds: number): Promise<z.output<typeof VersionTimes>> {
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  let failed = 0;
  while (performance.now() < end) {
    const began = performance.now();
    if (!(await isAnswered(port))) failed += 1;
    times.push(performance.now() - began);
    await setTimeout(pauseMs);
  }
  return { times, failed };
}

function isAnswered(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  get({ port, path: '/api/version', headers: { host: 'localhost:4321' } }, (answer) => {
    answer.resume();
    answer.on('end', () => resolve(answer.statusCode === 200));
    answer.on('error', () => resolve(false));
  }).on('error', () => resolve(false));
  return promise;
}

const task = z.safeParse(z.object({ port: z.int(), seconds: z.number() }), workerData);
if (parentPort && task.success) {
  parentPort.postMessage(await readVersions(task.data.port, task.data.seconds));
}
