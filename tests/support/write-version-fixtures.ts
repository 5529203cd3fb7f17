import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Client } from 'pg';
import { createBackup } from '#server/backup/create-backup.ts';
import { applyMigrations, readMigrations } from '#server/db/applied-migrations.ts';
import { connectPostgres } from '#server/db/connect-postgres.ts';
import { postgresQueryable } from '#server/db/open-postgres.ts';
import { openFolderStorage } from '#server/storage/folder-storage.ts';
import { createDatabase } from './database-templates.ts';
import { contentOfVersion, migrationsOfVersions } from './former-versions.ts';
import { writeUploadedFile } from './portal-content.ts';
import { createCluster, findServerPrograms } from './postgres.ts';
import { testConfig } from './test-app.ts';

/**
 * Writes the databases of former versions to `tests/fixtures/versions` as SQL. A fixture never changes after its version
 * was released: a new version only adds one.
 */
const fixtures = path.resolve(import.meta.dirname, '../fixtures/versions');

/** The version whose database is also written as a backup, in the first format of archives. */
const archivedVersion = '0.7.0';

const cluster = await createCluster();
if ('unavailable' in cluster) throw new Error(cluster.unavailable);
try {
  for (const [version, count] of Object.entries(migrationsOfVersions)) {
    const database = await createDatabase(cluster.url);
    const client = await connectPostgres(database.url);
    const to = postgresQueryable(client);
    await applyMigrations(to, { through: readMigrations()[count - 1]?.folderMillis ?? 0 });
    for (const statement of contentOfVersion(count)) await to.query(statement);
    await fixDefaultTimes(client);
    await client.end();
    if (version === archivedVersion) await writeArchive(database.url);
    writeFileSync(path.join(fixtures, `${version}.sql`), dump(database.url));
    await database.drop();
  }
} finally {
  await cluster.remove();
}

async function writeArchive(databaseUrl: string) {
  const file = path.join(fixtures, 'backup-format-1.tar.gz');
  const dataDir = mkdtempSync(path.join(tmpdir(), 'portal-fixture-'));
  writeUploadedFile(dataDir);
  rmSync(file, { force: true });
  await createBackup({
    config: testConfig({
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      BASIN_FILE: path.join(dataDir, 'none'),
    }),
    storage: openFolderStorage(dataDir),
    basin: 'Upper Snake',
    file,
    createdAt: new Date('2026-01-02T03:04:05Z'),
  });
  rmSync(dataDir, { recursive: true });
}

/** Replaces times that depend on when this runs. */
async function fixDefaultTimes(client: Client) {
  const { rows } = await client.query<{ table_name: string; column_name: string }>(
    `select table_name, column_name from information_schema.columns
      where table_schema = 'public' and column_default = 'now()'`,
  );
  for (const { table_name, column_name } of rows) {
    await client.query(`update "${table_name}" set "${column_name}" = '2026-01-02 03:04:05Z'`);
  }
}

/** The database as statements that both engines run, with one line each for a row. */
function dump(url: string): string {
  const program = path.join(findServerPrograms() ?? '', 'pg_dump');
  const options = ['--inserts', '--no-owner', '--no-privileges', '--schema=public', '--schema=drizzle'];
  const text = execFileSync(program, [...options, url], { encoding: 'utf8', env: { PGTZ: 'UTC' } });
  const lines = text
    .split('\n')
    .filter((line) => !/^(--|SET |\\|CREATE SCHEMA public|COMMENT ON SCHEMA)/.test(line))
    .filter((line) => !line.startsWith('SELECT pg_catalog.set_config('));
  return `${lines
    .join('\n')
    .replace(/\n{2,}/g, '\n')
    .trim()}\n`;
}
