import process from 'node:process';
import { formatFileTime } from '#lib/basin-clock.ts';
import { BackupFailed } from '#server/backup/archive-format.ts';
import { createBackup } from '#server/backup/create-backup.ts';
import { parseConfig } from '#server/config.ts';
import { openStorage } from '#server/storage/open-storage.ts';
import { badArguments, openBasin, readArguments, resolveFile, runCommand } from './run-command.ts';

const usage = `npm run backup [-- --out FILE]
  --out  the archive, a file that does not exist; portal-DATE-TIME.tar.gz in this folder by default

Writes database, uploaded files, sign-in keys and basin file into one archive, also while the portal runs. Guard the
archive like the portal itself: whoever has it can sign in as anyone. Exit code 0 means complete, 2 that uploaded files
were missing, 1 that there is no archive.`;

async function main() {
  const { out, help } = readArguments(usage, {
    options: { out: { type: 'string' }, help: { type: 'boolean' } },
  }).values;
  if (out === '') throw badArguments('--out needs the name of a file.', usage);
  if (help) {
    console.log(usage);
    return;
  }
  const config = parseConfig(process.env);
  const basin = openBasin(config);
  const stamp = formatFileTime(new Date(), 'second').replace(' ', '-');
  const file = resolveFile(out ?? `portal-${stamp}.tar.gz`);
  const report = await createBackup({ config, storage: openStorage(config), basin: basin.name, file });
  console.log(
    `Backup: ${file}, ${(report.bytes / 1024 / 1024).toFixed(1)} MB with ${report.rows} rows of ${report.tables} tables and ${report.files} files.`,
  );
  if (report.missingFiles.length === 0) return;
  console.error(
    `Missing or damaged in the storage, and so not in the backup: ${report.missingFiles.join(', ')}.`,
  );
  process.exitCode = 2;
}

await runCommand(main, BackupFailed);
