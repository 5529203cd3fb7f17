#!/usr/bin/env -S node --max-semi-space-size=8 --max-old-space-size=512
import process from 'node:process';
import { openBasin, runCommand, withStore } from '#commands/run-command.ts';
import { type Config, parseConfig } from '#server/config.ts';
import { FolderInUse } from '#server/db/folder-lock.ts';
import type { BulkManifest } from '../contract.ts';
import { BulkBusy, createBulkRunner } from '../server/bulk-runner.ts';
import { writeInPortal } from '../server/write-in-portal.ts';
import { BulkFailed } from '../server/write-set.ts';

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

function writeFiles(config: Config): Promise<BulkManifest> {
  const { open_providers: openProviders } = openBasin(config);
  return withStore(config, async (store) => {
    const { finished } = await createBulkRunner({ store, config, openProviders }).start();
    return finished;
  });
}

await runCommand(main, BulkBusy, BulkFailed);
