import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { createBackup } from '#server/backup/create-backup.ts';
import { dumpDatabase } from '#server/backup/dump-database.ts';
import { restoreArchive } from '#server/backup/restore-archive.ts';
import { verifyArchive } from '#server/backup/verify-archive.ts';
import { openStore } from '#server/db/open-store.ts';
import type { Store } from '#server/db/store.ts';
import { startServer } from '#server/main.ts';
import { openFolderStorage } from '#server/storage/folder-storage.ts';
import { createDatabase } from '../support/database-templates.ts';
import { createTestDatabase } from '../support/engines.ts';
import { readAllRows, uploadedFile, writePortalContent, writeUploadedFile } from '../support/portal-content.ts';
import { testConfig } from '../support/test-app.ts';

let folder: string;
const undo: (() => Promise<void>)[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portal-backup-'));
});

afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
  rmSync(folder, { recursive: true, force: true });
});

/** A portal's settings and storage in a folder of its own. */
function place(name: string, databaseUrl = '') {
  const dataDir = path.join(folder, name);
  const config = testConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PORT: '0' });
  return { config, dataDir, storage: openFolderStorage(path.join(dataDir, 'files')) };
}
type Place = ReturnType<typeof place>;

async function placeOf(engine: string, name: string, { isEmpty = false } = {}): Promise<Place> {
  if (engine === 'embedded') return place(name);
  const server = inject('postgresUrl') ?? '';
  const database = isEmpty ? await createDatabase(server) : await createTestDatabase();
  undo.push(database.drop);
  return place(name, database.url);
}

async function withStore<T>({ config }: Place, use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(config.databaseUrl);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** Fills a portal, and returns its rows. */
async function fill(portal: Place) {
  writeUploadedFile(path.join(portal.dataDir, 'files'));
  writeFileSync(path.join(portal.dataDir, 'identity.json'), '{"signing": "secret"}');
  return withStore(portal, async (store) => {
    await writePortalContent(store);
    return readAllRows(store);
  });
}

const backUp = ({ config, storage }: Place, file = path.join(folder, 'backup.tar.gz')) =>
  createBackup({ config, storage, basin: 'Upper Snake', file });

const restore = ({ config, storage }: Place, { force = false } = {}) =>
  restoreArchive({ config, storage, file: path.join(folder, 'backup.tar.gz'), force });

const engines = ['embedded', ...(inject('postgresUrl') ? ['PostgreSQL'] : [])];
const pairs = engines.flatMap((from) => engines.map((to) => [from, to] as const));

describe('a backup', () => {
  test.each(pairs)('of the %s database is restored into an empty %s one', { timeout: 60_000 }, async (from, to) => {
    const source = await placeOf(from, 'source');
    const rows = await fill(source);
    const report = await backUp(source);
    expect(report).toMatchObject({ files: 1, missingFiles: [] });
    const target = await placeOf(to, 'target', { isEmpty: true });
    const { formerPlaces } = await restore(target);
    expect(formerPlaces).toEqual([]);
    await withStore(target, async (store) => {
      expect(await readAllRows(store)).toEqual(rows);
      const [version] = await store.query<{ version: string }>('select version::text from data_version');
      expect(Number(version?.version)).toBeGreaterThan(1.7e12);
      expect(await store.query('select * from data_change')).toEqual([]);
      // The id of the audit entry that was deleted is not given again.
      const [added] = await store.query(
        `insert into audit_log (actor, action, entity, entity_id) values ('a', 'b', 'c', 'd') returning audit_ndx::int`,
      );
      expect(added).toEqual({ audit_ndx: 6 });
    });
    const restoredFile = path.join(target.dataDir, 'files', uploadedFile.key);
    expect(readFileSync(restoredFile)).toEqual(uploadedFile.content);
    expect(readFileSync(path.join(target.dataDir, 'identity.json'), 'utf8')).toBe('{"signing": "secret"}');
    expect(readdirSync(target.dataDir).filter((name) => /restor/.test(name))).toEqual([]);
  });
});
