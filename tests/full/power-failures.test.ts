import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createRequester, RequestFailed } from '#contract/request.ts';
import { randomSource } from '#lib/random-source.ts';
import { openStore } from '#server/db/open-store.ts';
import { startScript } from '../support/portal-processes.ts';
import { announcement, findModelCalls } from '../support/records.ts';
import { temporaryFolder } from '../support/set-up.ts';
import { disposable } from '../support/test-app.ts';

const { calls } = findModelCalls('announcements');
const editor = { token: 'Administrator' };
const concurrency = 10;

/** Starts a portal whose synced writes are recorded in `disk`. */
async function startRecorded(data: string, disk: string) {
  const recorder = path.resolve(import.meta.dirname, '../support/power-recorder.ts');
  const environment = { DATA_DIR: data, DATABASE_URL: '', POWER_ROOT: data, POWER_DISK: disk };
  const { child, port } = startScript('editing-server.ts', environment, ['--import', recorder]);
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, request: createRequester({ origin: `http://127.0.0.1:${await port}` }) };
}

function rethrowUnlessBusy(error: unknown): undefined {
  if (!(error instanceof RequestFailed && error.status === 503)) throw error;
}

async function readTitles(folder: string): Promise<Map<string, string>> {
  await using store = disposable(await openStore(folder));
  const rows = await store.query<{ id: string; title: string }>(
    `select id::text, content ->> 'title' as title from announcement where status_id = 2`,
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Each takes three seconds or more, most of them to open what was left. */
const count = Number(process.env.TEST_ROUNDS ?? 5);
const folder = temporaryFolder('power');

/**
 * Publishes records without a pause, takes what had been synced at drawn moments, as a power failure would leave it, and
 * expects all that was answered by then in it.
 */
test(`${count} power failures lose nothing that was acknowledged`, {
  timeout: 60_000 + count * 20_000,
}, async () => {
  const disk = path.join(folder, 'disk');
  const { child, request } = await startRecorded(path.join(folder, 'data'), disk);
  const draw = randomSource(18);
  const answered = new Map<string, string>();
  let isOver = false;
  let onAnswer = () => {};
  // While the copy is read, nobody publishes: it would take the processor from the reading, and no cut is made then.
  let reading: Promise<unknown> = Promise.resolve();

  async function publish() {
    while (!isOver) {
      await reading;
      const title = `Record ${Math.floor(draw() * 1e9)}`;
      const body = { ...announcement(title), status_id: 2 as const };
      // A portal that was stopped for a while refuses some at first; what is refused is not acknowledged.
      const record = await request(calls.create, { body }, editor).catch(rethrowUnlessBusy);
      if (record) answered.set(record.id, title);
      onAnswer();
    }
  }

  /** Waits until so many more records were answered. */
  function answers(more: number): Promise<void> {
    const goal = answered.size + more;
    return new Promise((resolve) => {
      onAnswer = () => {
        if (answered.size >= goal) resolve();
      };
    });
  }

  const publishers = Array.from({ length: concurrency }, publish);
  for (let failure = 0; failure < count; failure += 1) {
    await Promise.race([answers(1 + Math.floor(draw() * 40)), ...publishers]);
    const expected = new Map(answered);
    child.kill('SIGSTOP');
    const left = path.join(folder, `left-${failure}`);
    cpSync(disk, left, { recursive: true });
    const read = readTitles(left);
    reading = read.catch(() => {});
    child.kill('SIGCONT');
    const titles = await read;
    expect([...expected].filter(([id, title]) => titles.get(id) !== title)).toEqual([]);
    rmSync(left, { recursive: true });
  }
  isOver = true;
  await Promise.all(publishers);
  expect(answered.size).toBeGreaterThanOrEqual(count);
});
