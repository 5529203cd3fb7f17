import process from 'node:process';
import type { Basin } from '#contract/basin/basin.ts';
import { extendDemo, hasDemo, isDemo, isEmpty, NotEmpty, noDemoNote, seedDemo } from '#ingest/demo/index.ts';
import { ImportRunning, withImportLock } from '#ingest/engine/ingest-runs.ts';
import { yesterdayInBasin } from '#lib/calendar.ts';
import { type Config, parseConfig } from '#server/config.ts';
import { removeDemonstration } from '#server/db/demonstration.ts';
import type { Store } from '#server/db/store.ts';
import { addDemoContent } from './add-demo-content.ts';
import { openBasin, readArguments, runCommand, withStore } from './run-command.ts';

const usage = 'npm run seed [-- --force] [-- --remove]';

/** Writes the demo data into the configured database, extends them through yesterday, or removes them (`--remove`). */
async function main() {
  const { values } = readArguments(usage, {
    options: { force: { type: 'boolean', default: false }, remove: { type: 'boolean', default: false } },
  });
  const config = parseConfig(process.env);
  if (values.remove) return removeDemo(config);
  const basin = openBasin(config);
  if (!hasDemo(basin)) {
    console.log(noDemoNote);
    return;
  }
  await withStore(config, async (store) => {
    await seed(store, basin, values.force);
    await addDemoContent(store, config, yesterdayInBasin(new Date()));
  });
}

async function removeDemo(config: Config) {
  const { series, records } = await withStore(config, (store) =>
    withImportLock(store, ({ store: locked }) =>
      locked.transaction((transaction) => removeDemonstration(transaction, 'npm run seed', locked.engine)),
    ),
  );
  console.log(
    series + records === 0
      ? 'There are no demonstration data. Nothing to do.'
      : `Removed ${series} synthetic series and ${records} content records of the demonstration.`,
  );
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

await runCommand(main, NotEmpty, ImportRunning);
