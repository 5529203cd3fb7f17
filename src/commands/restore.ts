import process from 'node:process';
import { BackupFailed } from '#server/backup/archive-format.ts';
import { restoreArchive } from '#server/backup/restore-archive.ts';
import { parseConfig } from '#server/config.ts';
import { openStorage } from '#server/storage/open-storage.ts';
import { badArguments, readArguments, resolveFile, runCommand } from './run-command.ts';

const usage = `npm run restore -- FILE [--force]
  FILE     an archive of npm run backup, of this version of the portal or an older one
  --force  put the present data aside instead of refusing: DATA_DIR/before_restore_…, or a schema of that name in
           the database of DATABASE_URL

Stop the portal first. The archive is checked as a whole before anything changes.`;

async function main() {
  const { values, positionals } = readArguments(usage, {
    allowPositionals: true,
    options: { force: { type: 'boolean', default: false }, help: { type: 'boolean' } },
  });
  const { force, help } = values;
  if (!help && positionals.length !== 1) throw badArguments('One archive is to be named.', usage);
  const [file] = positionals;
  if (help || file === undefined) {
    console.log(usage);
    return;
  }
  const config = parseConfig(process.env);
  const report = await restoreArchive({
    config,
    storage: openStorage(config),
    file: resolveFile(file),
    force,
    onVerified: ({ description }) =>
      console.log(
        `The archive is complete: ${description.basin}, version ${description.portal_version}, of ${description.created_at}.`,
      ),
  });
  const rows = [...report.archive.rows.values()].reduce((sum, count) => sum + count, 0);
  console.log(`Restored ${rows} rows. Start the portal with npm start.`);
  if (report.formerPlaces.length > 0) {
    console.log(`What was there before is now in ${report.formerPlaces.join(' and ')}.`);
  }
  if (report.basinFile !== undefined) {
    console.log(
      `The backup has another basin file than ${config.basinFile}. It is ${report.basinFile}; set BASIN_FILE to it, or keep yours.`,
    );
  }
  const missing = report.archive.manifest.missing_files;
  if (missing.length > 0) {
    console.log(`Uploaded files that were missing already when the backup was made: ${missing.join(', ')}.`);
  }
}

await runCommand(main, BackupFailed);
