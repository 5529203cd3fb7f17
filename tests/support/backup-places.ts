import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, inject } from 'vitest';
import { createBackup } from '#server/backup/create-backup.ts';
import { restoreArchive } from '#server/backup/restore-archive.ts';
import type { Config } from '#server/config.ts';
import { openStore } from '#server/db/open-store.ts';
import type { Store } from '#server/db/store.ts';
import type { FileStorage } from '#server/storage/file-storage.ts';
import { openFolderStorage } from '#server/storage/folder-storage.ts';
import { copyTemplate, createFromTemplate } from './backup-archives.ts';
import { createDatabase } from './database-templates.ts';
import { createTestDatabase } from './engines.ts';
import { disposable, testConfig } from './test-app.ts';

export type EngineName = 'embedded' | 'PostgreSQL';

export const engineNames: readonly EngineName[] = [
  'embedded',
  ...(inject('postgresUrl') ? (['PostgreSQL'] as const) : []),
];

/** Where a portal is installed: its settings, and the storage of its files. */
export type Place = { readonly config: Config; readonly dataDir: string; readonly storage: FileStorage };

export type Places = {
  /** The folder of this test. */
  readonly folder: string;
  /** A data folder of its own, whose database has tables without rows, or does not exist (`isNew`). */
  create(engine: EngineName, name: string, options?: { isNew?: boolean }): Promise<Place>;
};

/** Creates a folder and databases for each test, and removes them after it. */
export function createPlaces(): Places {
  let folder = '';
  const undo: (() => Promise<void>)[] = [];
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'portal-backup-'));
  });
  afterEach(async () => {
    for (const step of undo.splice(0).toReversed()) await step();
    rmSync(folder, { recursive: true, force: true });
  });

  async function databaseOf(engine: EngineName, dataDir: string, isNew: boolean): Promise<string> {
    if (engine === 'PostgreSQL') {
      const created = isNew ? await createDatabase(inject('postgresUrl') ?? '') : await createTestDatabase();
      undo.push(created.drop);
      return created.url;
    }
    if (!isNew) {
      mkdirSync(dataDir, { recursive: true });
      await copyTemplate(path.join(dataDir, 'pglite'));
    }
    return '';
  }

  return {
    get folder() {
      return folder;
    },
    create: async (engine, name, { isNew = false } = {}) => {
      const dataDir = path.join(folder, name);
      const databaseUrl = await databaseOf(engine, dataDir, isNew);
      const config = testConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PORT: '0' });
      return { config, dataDir, storage: openFolderStorage(path.join(dataDir, 'files')) };
    },
  };
}

export async function withStore<T>({ config }: Place, use: (store: Store) => Promise<T>): Promise<T> {
  await using store = disposable(await openStore(config.databaseUrl));
  return await use(store);
}

export function backUp({ config, storage }: Place, file: string) {
  return createBackup({ config, storage, basin: 'Upper Snake', file });
}

/** Restores an archive; the embedded database is created from the run's template, which takes less time. */
export function restore({ config, storage }: Place, file: string, { force = false } = {}) {
  return restoreArchive({ config, storage, file, force, createDatabase: createFromTemplate });
}
