import process from 'node:process';
import { seedDemo } from '#ingest/demo/index.ts';
import { yesterdayInBasin } from '#lib/calendar.ts';
import { parseConfig } from '#server/config.ts';
import { addDemoContent } from '../../src/commands/add-demo-content.ts';
import { openBasin, withStore } from '../../src/commands/run-command.ts';

/**
 * The stations that the quick flows have values of: what Today, the forecasts and the default selection of each tool
 * show, and one of each kind. All stations are on the map.
 */
const stations = [
  ...['JCK', 'PAL', 'ISL', 'GRS', 'RIR', 'AMF', 'MIN'],
  ...['13032500', '13037500', 'HEII-QU', '13056500', '13077000', '13095500', '13068500'],
  ...['837:WY:SNTL', '577:WY:SNTL', '546:ID:SNTL'],
  ...['432740113044501', '434657112282201'],
  ...['RG-HEII-LORI', 'RG-NBLK-NEEL', 'RG-NEEL-MINI'],
  ...['13038431', 'RCH-MP31', 'TWFI'],
];

/** Late enough to be quick, and early enough for normals of 1991–2020. */
const since = '2002-10-01';

const config = parseConfig(process.env);
const basin = openBasin(config);
const through = yesterdayInBasin(new Date());
await withStore(config, async (store) => {
  await seedDemo(store, { basin, through, valuesOf: new Set(stations), since });
  await addDemoContent(store, config, through);
});
