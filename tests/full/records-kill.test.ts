import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { createRequester } from '#contract/request.ts';
import { openStore } from '#server/db/open-store.ts';
import { createTestDatabase } from '../support/engines.ts';
import { startScript } from '../support/portal-processes.ts';
import { announcement, findModelCalls } from '../support/records.ts';
import { disposable, openTestApp } from '../support/test-app.ts';

const { calls } = findModelCalls('announcements');
const editor = { token: 'Administrator' };
const concurrency = 20;

let folder: string;
let server: ChildProcess | undefined;

async function start(databaseUrl: string) {
  const { child, port } = startScript('editing-server.ts', { DATA_DIR: folder, DATABASE_URL: databaseUrl });
  server = child;
  const origin = `http://127.0.0.1:${await port}`;
  return { child, request: createRequester({ origin }) };
}

/** Publishes new content of all records, 20 at a time, and kills the server after half of the responses. */
async function publishAndKill(databaseUrl: string, records: number) {
  const { child, request } = await start(databaseUrl);
  const ids: string[] = [];
  for (let n = 0; n < records; n += 1) {
    const body = { ...announcement(`Old ${n}`), status_id: 2 as const };
    ids.push((await request(calls.create, { body }, editor)).id);
  }
  const answered = new Set<string>();
  const queue = ids.map((id, n) => ({ id, n }));
  const ended = once(child, 'exit');
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { id, n } = next;
      const body = { ...announcement(`New ${n}`), publish: true };
      try {
        await request(calls.save, { params: { id }, body }, editor);
        answered.add(id);
        if (answered.size === records / 2) child.kill('SIGKILL');
      } catch {
        // The server has been killed.
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  await ended;
  return { ids, answered };
}

/** Expects the new content of each record that was answered, and the old or the new one of the others. */
async function expectOldOrNew(
  databaseUrl: string,
  { ids, answered }: { ids: string[]; answered: Set<string> },
) {
  const records = ids.length;
  await using store = disposable(await openStore(databaseUrl));
  await using portal = openTestApp(store, { environment: { RATE_LIMIT_PER_MINUTE: '1000000' } });
  expect(answered.size).toBeGreaterThanOrEqual(records / 2);
  expect(answered.size).toBeLessThan(records);
  const published = await portal.request(calls.list, {}, {});
  expect(published).toHaveLength(records);
  for (const [n, id] of ids.entries()) {
    const record = await portal.request(calls.read, { params: { id } }, editor);
    const states = answered.has(id) ? [`New ${n}`] : [`Old ${n}`, `New ${n}`];
    expect(states).toContain(record.title);
    expect(record).toMatchObject({ id, status_id: 2, parent_id: null });
    expect(record.total_versions).toBe(record.title === `New ${n}` ? 2 : 1);
    expect(published.find((each) => each.id === id)?.title).toBe(record.title);
  }
}

/** Declares tests that kill the server while it publishes so many records, on both engines. */
function describeKills(records: number): void {
  describe(`a kill of the server while it publishes ${records} records leaves every record old or new`, {
    timeout: 2_400_000,
  }, () => {
    beforeEach(() => {
      folder = mkdtempSync(path.join(tmpdir(), 'portal-kill-'));
    });
    afterEach(() => {
      server?.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    });

    test('embedded', async () => {
      const state = await publishAndKill('', records);
      await expectOldOrNew(folder, state);
    });

    test.skipIf(!inject('postgresUrl'))('PostgreSQL', async () => {
      const database = await createTestDatabase();
      try {
        const state = await publishAndKill(database.url, records);
        await expectOldOrNew(database.url, state);
      } finally {
        await database.drop();
      }
    });
  });
}

describeKills(100);
