import process from 'node:process';
import type { Basin } from '#contract/basin/basin.ts';
import { recomputeStatistics, statisticsSource } from '#ingest/engine/recompute-statistics.ts';
import { HandOverFailed, handOver } from '#ingest/hand-over.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { type Config, parseConfig } from '#server/config.ts';
import { FolderInUse } from '#server/db/folder-lock.ts';
import { compareWithAgencies, describeComparison } from './compare-statistics.ts';
import { badArguments, openBasin, readArguments, runCommand, withStore } from './run-command.ts';

const usage = `Usage: npm run statistics [-- --compare MM-DD|peak]

Computes all stored statistics again. With --compare it prints our medians of a day of the year, or of the
peaks of snow, beside those of NRCS and USGS, which npm run ingest -- official imports.`;

async function main() {
  const { values } = readArguments(usage, { options: { compare: { type: 'string' } } });
  const config = parseConfig(process.env);
  const basin = openBasin(config);
  if (values.compare === undefined) await recompute(config, basin);
  else await compare(config, values.compare);
}

/** Asks the portal to do it if that has the embedded database open. */
async function recompute(config: Config, basin: Basin) {
  const onProgress = (message: string) => console.log(message);
  try {
    await withStore(config, (store) => recomputeStatistics(store, basin, { onProgress }));
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    await handOver(config.dataDir, { source: statisticsSource }, { onProgress });
  }
}

async function compare(config: Config, of: string) {
  const isDay = /^\d\d-\d\d$/.test(of) && !Number.isNaN(Date.parse(`2000-${of}T00:00Z`));
  if (of !== 'peak' && !isDay)
    throw badArguments(`--compare ${of} is neither a day such as 04-01 nor peak.`, usage);
  await withStore(config, async (store) => {
    const rows = await compareWithAgencies(store, of, todayInBasin(new Date()));
    if (rows.length > 0) console.log(describeComparison(rows));
    else console.log('There is nothing to compare with. Run npm run ingest -- official first.');
  });
}

await runCommand(main, HandOverFailed);
