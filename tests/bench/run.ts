import process from 'node:process';
import { chromium } from 'playwright';
import { seedDemo } from '#ingest/demo/index.ts';
import { yesterdayInBasin } from '#lib/calendar.ts';
import { parseConfig } from '#server/config.ts';
import { openStore } from '#server/db/open-store.ts';
import { startServer } from '#server/main.ts';
import { launchOptions } from '../../src/commands/support/chromium.mjs';
import { basin } from '../support/basin.ts';
import { benchApi } from './api.ts';
import { benchBrief } from './brief.ts';
import { benchBulk } from './bulk.ts';
import { benchComparison } from './comparison.ts';
import { benchForecast } from './forecast.ts';
import { withHarness } from './harness.ts';
import { benchIngest } from './ingest.ts';
import { benchKits } from './kits.ts';
import { benchLoad } from './load/run.ts';
import { printResults } from './measure.ts';
import { benchOutlook } from './outlook.ts';
import { benchPages } from './pages.ts';
import { benchPoints } from './points.ts';
import { benchSearch } from './search.ts';
import { benchSeries } from './series.ts';
import { benchSnotel } from './snotel.ts';
import { benchStart } from './start.ts';

if (process.argv.includes('--bulk')) process.exit(printResults(await benchBulk()) ? 0 : 1);
if (process.argv.includes('--load')) process.exit(printResults(await benchLoad()) ? 0 : 1);

// Sequential, because parallel parts would slow each other on few cores.
const results = [
  ...(await benchIngest()),
  ...(await benchApi()),
  ...(await benchComparison()),
  ...(await benchBrief()),
  ...(await benchOutlook()),
];

const store = await openStore('memory://');
await seedDemo(store, { basin, through: yesterdayInBasin(new Date()), onProgress: () => {} });
const server = await startServer(
  parseConfig({
    PORT: '4387',
    LOG_LEVEL: 'silent',
    DATA_DIR: '.cache/bench',
    RATE_LIMIT_PER_MINUTE: '1000000',
  }),
  store,
);
const browser = await chromium.launch(launchOptions());
try {
  results.push(...(await benchPages(browser, server.address)));
  results.push(...(await benchSeries(browser, server.address, store)));
  results.push(...(await benchForecast(browser, server.address, store)));
  results.push(...(await benchSnotel(browser, server.address)));
  results.push(
    ...(await withHarness(browser, async (page) => [
      ...(await benchPoints(page)),
      ...(await benchKits(page)),
    ])),
  );
  results.push(...(await benchSearch(browser, server.address)));
} finally {
  await browser.close();
  await server.close();
}
if (process.argv.includes('--start')) results.push(...(await benchStart()));

process.exit(printResults(results) ? 0 : 1);
