import type { ChildProcess } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, inject, test } from 'vitest';
import { createRequester, type Requester, RequestFailed } from '#contract/request.ts';
import { createBackup } from '#server/backup/create-backup.ts';
import { restoreArchive } from '#server/backup/restore-archive.ts';
import { openStore } from '#server/db/open-store.ts';
import type { Store } from '#server/db/store.ts';
import { openFolderStorage } from '#server/storage/folder-storage.ts';
import { copyTemplate, createFromTemplate } from '../support/backup-archives.ts';
import { type EngineName, engineNames } from '../support/backup-places.ts';
import { createDatabase } from '../support/database-templates.ts';
import { createTestDatabase } from '../support/engines.ts';
import { startScript } from '../support/portal-processes.ts';
import { announcement, findModelCalls } from '../support/records.ts';
import { testConfig } from '../support/test-app.ts';

const { calls } = findModelCalls('announcements');
const editor = { token: 'Administrator' };
const writerCount = 6;

/** What the portal has acknowledged: the number of the last publish of each record, and the hashes of the uploads. */
type Acknowledged = { readonly publishes: Map<string, number>; readonly uploads: Set<string> };

type RoundsReport = {
  rounds: number;
  /** Writes that were acknowledged before a backup began, and while it ran. */
  before: number;
  during: number;
};

async function startPortal(dataDir: string, databaseUrl: string) {
  const { child, port } = startScript('editing-server.ts', { DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
  return { child, origin: `http://127.0.0.1:${await port}` };
}

/** Repeats a write that a busy portal has refused. */
async function persist<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof RequestFailed) || error.status !== 503) throw error;
      await setTimeout(250);
    }
  }
}

async function upload(origin: string, content: string): Promise<string> {
  for (;;) {
    const response = await fetch(`${origin}/api/files?name=notes.txt`, {
      method: 'POST',
      headers: { authorization: `Bearer ${editor.token}`, 'content-type': 'application/octet-stream' },
      body: content,
    });
    if (response.status === 201) return hash('sha256', content);
    expect(response.status).toBe(503);
    await setTimeout(250);
  }
}

/** Creates a record, publishes it a few times, and uploads files, until it is stopped. */
async function write(
  origin: string,
  request: Requester,
  name: string,
  state: Acknowledged & { stop: boolean },
) {
  for (let record = 0; !state.stop; record += 1) {
    const title = (publish: number) => `${name}-${record} ${publish}`;
    const first = { ...announcement(title(0)), status_id: 2 as const };
    const { id } = await persist(() => request(calls.create, { body: first }, editor));
    state.publishes.set(id, 0);
    for (let publish = 1; publish <= 4 && !state.stop; publish += 1) {
      const body = { ...announcement(title(publish)), publish: true };
      await persist(() => request(calls.save, { params: { id }, body }, editor));
      state.publishes.set(id, publish);
    }
    state.uploads.add(await upload(origin, `Notes of ${name}, ${record}`));
  }
}

/** Expects all that was acknowledged, and that no row is there without what belongs to it. */
async function expectComplete(store: Store, filesFolder: string, expected: Acknowledged) {
  const records = await store.query<{ id: string; publish: number; rows: number; audited: number }>(
    `select main.id, split_part(main.content->>'title', ' ', 2)::int as publish,
        (select count(*)::int from announcement each where each.id = main.id or each.parent_id = main.id) as rows,
        (select count(*)::int from audit_log where entity = 'announcement' and entity_id = main.id::text) as audited
      from announcement main where parent_id is null`,
  );
  const publishes = new Map(records.map(({ id, publish }) => [id, publish]));
  for (const [id, publish] of expected.publishes) {
    expect(publishes.get(id), `the publishes of ${id}`).toBeGreaterThanOrEqual(publish);
  }
  // Each publish adds a version and an entry of the audit log, in one transaction.
  for (const { id, publish, rows, audited } of records) {
    expect({ id, rows, audited }).toEqual({ id, rows: publish + 1, audited: publish + 1 });
  }
  expect(
    await store.query(
      `select id from announcement version where parent_id is not null
        and not exists (select from announcement main where main.id = version.parent_id)`,
    ),
  ).toEqual([]);
  const files = await store.query<{ storage_key: string; sha256: string }>(
    'select storage_key, sha256 from stored_file',
  );
  const hashes = new Set(files.map(({ sha256 }) => sha256));
  for (const sha256 of expected.uploads) expect(hashes.has(sha256)).toBe(true);
  for (const { storage_key, sha256 } of files) {
    expect(hash('sha256', readFileSync(path.join(filesFolder, storage_key)))).toBe(sha256);
  }
}

/** Takes so many backups of a portal that is written to, and restores each of them elsewhere. */
async function runBackupRounds(engine: EngineName, rounds: number): Promise<RoundsReport> {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-rounds-'));
  const dataDir = path.join(folder, 'portal');
  const source = engine === 'PostgreSQL' ? await createTestDatabase() : undefined;
  mkdirSync(dataDir);
  if (!source) await copyTemplate(path.join(dataDir, 'pglite'));
  let portal: { child: ChildProcess; origin: string } | undefined;
  try {
    portal = await startPortal(dataDir, source?.url ?? '');
    const { origin } = portal;
    const request = createRequester({ origin });
    const report: RoundsReport = { rounds: 0, before: 0, during: 0 };
    const state = { publishes: new Map<string, number>(), uploads: new Set<string>(), stop: false };
    const count = () =>
      [...state.publishes.values()].reduce((sum, each) => sum + each + 1, state.uploads.size);
    for (let round = 0; round < rounds; round += 1) {
      state.stop = false;
      const begun = count();
      const writers = Array.from({ length: writerCount }, (_, n) =>
        write(origin, request, `${round}/${n}`, state),
      );
      // A failure of a writer ends the round as well.
      const failed = Promise.all(writers).then(() => {});
      while (count() < begun + 2 * writerCount) await Promise.race([failed, new Promise(setImmediate)]);
      const expected = { publishes: new Map(state.publishes), uploads: new Set(state.uploads) };
      const before = count();
      const file = path.join(folder, `${round}.tar.gz`);
      const config = testConfig({ DATA_DIR: dataDir, DATABASE_URL: source?.url ?? '' });
      const storage = openFolderStorage(path.join(dataDir, 'files'));
      await createBackup({ config, storage, basin: 'Rounds', file });
      report.before += before - begun;
      report.during += count() - before;
      state.stop = true;
      await failed;
      await restoreAndCheck(engine, { file, folder: path.join(folder, String(round)), expected });
      rmSync(file);
      report.rounds += 1;
    }
    return report;
  } finally {
    if (portal) {
      portal.child.kill('SIGKILL');
      if (portal.child.exitCode === null && portal.child.signalCode === null)
        await once(portal.child, 'exit');
    }
    await source?.drop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function restoreAndCheck(
  engine: EngineName,
  { file, folder, expected }: { file: string; folder: string; expected: Acknowledged },
) {
  const target = engine === 'PostgreSQL' ? await createDatabase(inject('postgresUrl') ?? '') : undefined;
  const config = testConfig({ DATA_DIR: folder, DATABASE_URL: target?.url ?? '' });
  const filesFolder = path.join(folder, 'files');
  const storage = openFolderStorage(filesFolder);
  await restoreArchive({ config, storage, file, force: false, createDatabase: createFromTemplate });
  expect(existsSync(path.join(folder, 'identity.json'))).toBe(true);
  const store = await openStore(config.databaseUrl);
  try {
    await expectComplete(store, filesFolder, expected);
  } finally {
    await store.close();
    await target?.drop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `TEST_ROUNDS=30` shows more of the moments at which a backup may begin. */
const rounds = Number(process.env.TEST_ROUNDS ?? 2);

describe(`${rounds} backups of a portal that is written to`, () => {
  test.each(engineNames)(
    'have all that was acknowledged before each began (%s)',
    { timeout: 3_600_000 },
    async (engine) => {
      const started = performance.now();
      const report = await runBackupRounds(engine, rounds);
      const seconds = Math.round((performance.now() - started) / 1000);
      console.log(`${engine}: ${JSON.stringify({ ...report, seconds })}`);
      expect(report.rounds).toBe(rounds);
      // The backups were taken amid writes.
      expect(report.during).toBeGreaterThan(rounds);
    },
  );
});
