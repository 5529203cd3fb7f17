import { PGlite } from '@electric-sql/pglite';

const maxWalSizeMb = '64';

/**
 * Opens the embedded database in a folder, or in memory for `memory://`. Its write-ahead log is limited, because with
 * PostgreSQL's defaults it would grow larger than the data.
 */
export async function openPglite(dataDir: string): Promise<PGlite> {
  const client = await PGlite.create(dataDir);
  if (dataDir === 'memory://' || (await readMaxWalSize(client)) === maxWalSizeMb) return client;
  await client.query(`alter system set max_wal_size = '${maxWalSizeMb}MB'`);
  await client.query("alter system set min_wal_size = '32MB'");
  await client.close();
  // The settings are read only at start.
  return PGlite.create(dataDir);
}

async function readMaxWalSize(client: PGlite) {
  const { rows } = await client.query<{ setting: string }>(
    "select setting from pg_settings where name = 'max_wal_size'",
  );
  return rows[0]?.setting;
}
