import process from 'node:process';
import { parseArgs } from 'node:util';
import { BadBasin, readBasin } from '#config/basin-file.ts';
import type { Basin } from '#contract/basin.ts';
import { extendDemo, hasDemo, isDemo, isEmpty, NotEmpty, noDemoNote, seedDemo } from '#ingest/demo/index.ts';
import { setBasinTimeZone, yesterdayInBasin } from '#lib/calendar.ts';
import { BadConfig, type Config, parseConfig } from '#server/config.ts';
import { FolderInUse } from '#server/db/folder-lock.ts';
import { openStore } from '#server/db/open-store.ts';
import { DatabaseUnavailable, type Store } from '#server/db/store.ts';
import { removeDemonstrationData } from '#server/modules/demonstration/demonstration.ts';
import { addDemoContent } from './add-demo-content.ts';
import { runCommand } from './run-command.ts';

/** Writes the demo data into the configured database, extends them through yesterday, or removes them (`--remove`). */
async function main() {
  const { values } = parseArgs({
    options: { force: { type: 'boolean', default: false }, remove: { type: 'boolean', default: false } },
  });
  const config = parseConfig(process.env);
  if (values.remove) return removeDemo(config);
  const basin = readBasin(config.basinFile);
  setBasinTimeZone(basin.time_zone);
  if (!hasDemo(basin)) {
    console.log(noDemoNote);
    return;
  }
  const store = await openStore(config.databaseUrl);
  try {
    await seed(store, basin, values.force);
    await addDemoContent(store, config, yesterdayInBasin(new Date()));
  } finally {
    await store.close();
  }
}

async function removeDemo(config: Config) {
  const store = await openStore(config.databaseUrl);
  try {
    const { removed } = await removeDemonstrationData(store, 'npm run seed');
    const { series, records } = removed;
    console.log(
      series + records === 0
        ? 'There are no demonstration data. Nothing to do.'
        : `Removed ${series} synthetic series and ${records} content records of the demonstration.`,
    );
  } finally {
    await store.close();
  }
}

async function seed(store: Store, basin: Basin, force: boolean) {
  const through = yesterdayInBasin(new Date());
  const onProgress = (message: string) => console.log(`  ${message}`);
  if (!force && !(await isEmpty(store)) && (await isDemo(store))) {
    const { values } = await extendDemo(store, { basin, through, onProgress });
    console.log(
      values > 0
        ? `Demonstration data: ${values} values added, through ${through}.`
        : `The demonstration data already reach ${through}. Nothing to do.`,
    );
    return;
  }
  const started = performance.now();
  const { stations, values } = await seedDemo(store, { basin, through, onProgress, replace: force });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `Demonstration data: ${stations} stations, ${values} daily values through ${through}, in ${seconds} s.`,
  );
}

await runCommand(main, [BadConfig, BadBasin, FolderInUse, DatabaseUnavailable, NotEmpty]);
