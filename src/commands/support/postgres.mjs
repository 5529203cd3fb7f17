import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { installDebianPackages, isRootOnDebian } from './chromium.mjs';

const versions = '/usr/lib/postgresql';

/** The folder of PostgreSQL's server programs on this machine, newest version first, or undefined. */
export function postgresPrograms() {
  if (!existsSync(versions)) return undefined;
  return readdirSync(versions)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => path.join(versions, version, 'bin'))
    .find((folder) => existsSync(path.join(folder, 'initdb')));
}

/** Installs Debian's PostgreSQL and pgbouncer for the tests where they are missing and may be installed. */
export async function ensurePostgres() {
  const missing = [
    ...(postgresPrograms() ? [] : ['postgresql']),
    ...(existsSync('/usr/sbin/pgbouncer') ? [] : ['pgbouncer']),
  ];
  if (process.env.TEST_DATABASE_URL || missing.length === 0 || !isRootOnDebian()) return;
  console.log(
    `The tests use PostgreSQL: installing Debian’s packages with apt-get (${missing.join(', ')}). Set TEST_DATABASE_URL to avoid it.`,
  );
  await installDebianPackages(missing);
}
