import { PGlite } from '@electric-sql/pglite';

const settings = {
  // A quarter of PostgreSQL's default: the operating system caches the same files, and 100 MB less is used.
  shared_buffers: '32MB',
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
