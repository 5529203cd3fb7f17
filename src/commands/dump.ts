import process from 'node:process';
import { BackupFailed } from '#server/backup/archive-format.ts';
import { dumpDatabase } from '#server/backup/dump-database.ts';
import { parseConfig } from '#server/config.ts';
import { badArguments, readArguments, runCommand } from './run-command.ts';

const usage = `npm run dump -- --to postgres://NAME:PASSWORD@HOST/DATABASE
  --to  an empty database on a PostgreSQL server

Copies the embedded database of DATA_DIR into it: values, statistics, content with its versions, the audit log, saved
filters and sessions. Stop the portal first. Every table is compared; in case of an error both are as they were.`;

async function main() {
  const { to, help } = readArguments(usage, {
    options: { to: { type: 'string' }, help: { type: 'boolean' } },
  }).values;
  if (!help && !to) throw badArguments('--to is missing.', usage);
  if (help || to === undefined) {
    console.log(usage);
    return;
  }
  const { dataDir } = parseConfig({ ...process.env, DATABASE_URL: '' });
  const { tables, rows } = await dumpDatabase({ dataDir, to, onProgress: console.log });
  console.log(
    `Copied and compared ${rows} rows of ${tables} tables. Now set DATABASE_URL to that address and start the portal. Leave DATA_DIR as it is: uploaded files and sign-in keys stay there. Its folder pglite is no longer used.`,
  );
}

await runCommand(main, BackupFailed);
