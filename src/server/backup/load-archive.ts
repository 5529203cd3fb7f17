import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describeCause } from '../db/errors.ts';
import type { StoreTransaction } from '../db/store.ts';
import type { FileStorage } from '../storage/file-storage.ts';
import { BackupFailed } from './backup-failed.ts';
import { completeTables, createTables } from './load-tables.ts';
import { readArchive } from './read-archive.ts';
import type { VerifiedArchive } from './verify-archive.ts';

export type LoadOptions = {
  /** The archive, which was verified. */
  readonly file: string;
  readonly verified: VerifiedArchive;
  readonly storage: FileStorage;
  /** An empty folder, for the sign-in keys, the basin file, and files on their way to the storage. */
  readonly folder: string;
};

/** Loads an archive into an empty database, the storage of files, and a folder. */
export async function loadArchive(to: StoreTransaction, options: LoadOptions): Promise<void> {
  const { file, folder, storage } = options;
  const { description, rows } = options.verified;
  await createTables(to, description);
  const columnsOf = new Map(description.tables.map(({ name, columns }) => [name, columns]));
  for await (const entry of readArchive(file)) {
    switch (entry.kind) {
      case 'rows':
        await to
          .copy(entry.table, columnsOf.get(entry.table) ?? [], entry.content.toString())
          .catch((cause: unknown) => {
            throw new BackupFailed(`${entry.name} could not be loaded (${describeCause(cause)}).`, { cause });
          });
        break;
      case 'file': {
        const temporaryFile = path.join(folder, 'file');
        await writeFile(temporaryFile, entry.content, { mode: 0o600 });
        await storage.put(entry.key, temporaryFile, 'application/octet-stream');
        await rm(temporaryFile);
        break;
      }
      case 'keys':
      case 'basin':
        await writeFile(path.join(folder, entry.name), entry.content, { mode: 0o600 });
        break;
    }
  }
  await completeTables(to, description, rows);
}
