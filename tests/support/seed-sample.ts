import process from 'node:process';
import { seedDemo } from '#ingest/demo/index.ts';
import { yesterdayInBasin } from '#lib/calendar.ts';
import { parseConfig } from '#server/config.ts';
import { addDemoContent } from '../../src/commands/add-demo-content.ts';
import { openBasin, withStore } from '../../src/commands/run-command.ts';
import { flowSample } from './flow-sample.ts';

const config = parseConfig(process.env);
const basin = openBasin(config);
const through = yesterdayInBasin(new Date());
await withStore(config, async (store) => {
  await seedDemo(store, { basin, through, ...flowSample });
  await addDemoContent(store, config, through);
});
