import fs, { existsSync } from 'node:fs';
import path from 'node:path';
import { PGlite, type Transaction } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { syncTree } from '../../disk.ts';
import { applyMigrations, checkSchema } from '../applied-migrations.ts';
import { createQueryable } from '../queryable.ts';

const settings = {
  // Half of PostgreSQL's default: the operating system caches the same files, but each read of them crosses into JavaScript.
  shared_buffers: '64MB',
  // With PostgreSQL's defaults the write-ahead log would grow larger than the data.
  max_wal_size: '64MB',
  min_wal_size: '32MB',
  // The engine's `fdatasync`, the default, does nothing.
  wal_sync_method: 'fsync',
};

const startParams = [
  // `-F` would leave out every sync.
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
];

/** WebAssembly's number for an error of input or output. */
const ioError = 29;

/** The files of a folder, where a sync of the engine is one of the operating system; the library leaves it out. */
class SyncedNodeFS extends NodeFS {
  override init(...[client, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const addSync: NonNullable<typeof options.preRun>[number] = ({ NODEFS }) => {
      NODEFS.stream_ops.fsync = ({ nfd }: { nfd: number }) => {
        try {
          fs.fsyncSync(nfd);
          return 0;
        } catch {
          return ioError;
        }
      };
    };
    return super.init(client, { ...options, preRun: [...(options.preRun ?? []), addSync] });
  }
}

/**
 * Opens the embedded database in a folder, or in memory for `memory://`. What a folder's database has answered survives
 * a power failure.
 */
export async function openPglite(dataDir: string): Promise<PGlite> {
  if (dataDir.startsWith('memory://')) return PGlite.create({ dataDir, startParams });
  const isNew = !existsSync(path.join(dataDir, 'PG_VERSION'));
  const client = await PGlite.create({ fs: new SyncedNodeFS(dataDir), startParams });
  // The engine creates the files of a new database without a sync.
  if (isNew) syncTree(dataDir);
  return client;
}

/**
 * Brings the tables of an embedded database up to date.
 * @throws NewerSchema
 */
export async function migrateEmbedded(client: PGlite, place = 'The database'): Promise<void> {
  await client.transaction(async (transaction) => {
    const queryable = createQueryable((text, parameters) => run(transaction, text, parameters));
    await checkSchema(queryable, place);
    await applyMigrations(queryable);
  });
}

async function run(transaction: Transaction, text: string, parameters: readonly unknown[]) {
  return (await transaction.query(text, [...parameters])).rows;
}
