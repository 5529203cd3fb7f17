import process from 'node:process';
import { BadBasin, readBasin } from '#config/basin-file.ts';
import { HandOverFailed, handOver } from '#ingest/hand-over.ts';
import { recomputeStatistics, statisticsSource } from '#ingest/recompute-statistics.ts';
import { BadConfig, parseConfig } from '#server/config.ts';
import { FolderInUse } from '#server/db/folder-lock.ts';
import { openStore } from '#server/db/open-store.ts';
import { DatabaseUnavailable } from '#server/db/store.ts';
import { runCommand } from './run-command.ts';

/** Computes all stored statistics again, or asks the portal to do it if that has the embedded database open. */
async function main() {
  const config = parseConfig(process.env);
  const onProgress = (message: string) => console.log(message);
  try {
    const basin = readBasin(config.basinFile);
    const store = await openStore(config.databaseUrl);
    try {
      await recomputeStatistics(store, basin, { onProgress });
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    await handOver(config.dataDir, { source: statisticsSource }, { onProgress });
  }
}

await runCommand(main, [BadBasin, BadConfig, FolderInUse, DatabaseUnavailable, HandOverFailed]);
