import { PGlite } from '@electric-sql/pglite';

const settings = {
  // Half of PostgreSQL's default: the operating system caches the same files, but each read of them crosses into JavaScript.
  shared_buffers: '64MB',
  // With PostgreSQL's defaults the write-ahead log would grow larger than the data.
  max_wal_size: '64MB',
  min_wal_size: '32MB',
};

const startParams = [
  ...PGlite.defaultStartParams,
  ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
];

/** Opens the embedded database in a folder, or in memory for `memory://`. */
export function openPglite(dataDir: string): Promise<PGlite> {
  return PGlite.create({ dataDir, startParams });
}
