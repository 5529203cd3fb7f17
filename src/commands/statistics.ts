import process from 'node:process';
import { HandOverFailed, handOver } from '#ingest/hand-over.ts';
import { recomputeStatistics, statisticsSource } from '#ingest/recompute-statistics.ts';
import { parseConfig } from '#server/config.ts';
import { FolderInUse } from '#server/db/folder-lock.ts';
import { openBasin, runCommand, withStore } from './run-command.ts';

/** Computes all stored statistics again, or asks the portal to do it if that has the embedded database open. */
async function main() {
  const config = parseConfig(process.env);
  const onProgress = (message: string) => console.log(message);
  try {
    const basin = openBasin(config);
    await withStore(config, (store) => recomputeStatistics(store, basin, { onProgress }));
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    await handOver(config.dataDir, { source: statisticsSource }, { onProgress });
  }
}

await runCommand(main, HandOverFailed);
