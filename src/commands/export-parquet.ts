import process from 'node:process';
import { BadBasin, readBasin } from '#config/basin-file.ts';
import type { BulkManifest } from '#contract/bulk.ts';
import { setBasinTimeZone } from '#lib/calendar.ts';
import { BadConfig, type Config, parseConfig } from '#server/config.ts';
import { FolderInUse } from '#server/db/folder-lock.ts';
import { openStore } from '#server/db/open-store.ts';
import { DatabaseUnavailable } from '#server/db/store.ts';
import { BulkBusy, createBulkRunner } from '#server/modules/bulk/bulk-runner.ts';
import { writeInPortal } from '#server/modules/bulk/write-in-portal.ts';
import { BulkFailed } from '#server/modules/bulk/write-set.ts';
import { runCommand } from './run-command.ts';

/** Writes the Parquet files, or has the portal do it if that has the embedded database open. */
async function main() {
  const config = parseConfig(process.env);
  const { files } = await writeFiles(config).catch((error: unknown) => {
    if (!(error instanceof FolderInUse)) throw error;
    return writeInPortal(config.dataDir, { onProgress: console.log });
  });
  for (const { file, rows, bytes, sites } of files) {
    console.log(`${file}: ${rows} values of ${sites} sites, ${(bytes / 1_000_000).toFixed(1)} MB`);
  }
  if (files.length === 0) {
    console.log(
      'There is no file, because no site of an open provider has a value. open_providers in the basin file names the providers.',
    );
  }
}

async function writeFiles(config: Config): Promise<BulkManifest> {
  const basin = readBasin(config.basinFile);
  setBasinTimeZone(basin.time_zone);
  const store = await openStore(config.databaseUrl);
  try {
    const runner = createBulkRunner({ store, config, openProviders: basin.open_providers });
    const { finished } = await runner.start();
    return await finished;
  } finally {
    await store.close();
  }
}

await runCommand(main, [BadBasin, BadConfig, FolderInUse, DatabaseUnavailable, BulkBusy, BulkFailed]);
