import { cpSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { type Browser, chromium } from 'playwright';
import { seedDemo } from '#ingest/demo/index.ts';
import { yesterdayInBasin } from '#lib/calendar.ts';
import { toErrorMessage } from '#lib/errors.ts';
import { parseConfig } from '#server/config.ts';
import { openStore } from '#server/db/open-store.ts';
import type { Store } from '#server/db/store.ts';
import { type RunningServer, startServer } from '#server/main.ts';
import { launchOptions } from '../../src/commands/support/chromium.mjs';
import { measureMachineUnit } from '../../src/commands/support/machine-unit.mjs';
import { basin } from '../support/basin.ts';
import { benchApi } from './api.ts';
import { benchComparison } from './comparison.ts';
import { benchForecast } from './forecast.ts';
import { withHarness } from './harness.ts';
import { benchIngest, benchLargeImport } from './ingest.ts';
import { benchKits } from './kits.ts';
import { benchLoad } from './load/run.ts';
import { type BenchResult, isShort, printResults } from './measure.ts';
import { benchOutlook } from './outlook.ts';
import { benchPages } from './pages.ts';
import { benchPoints } from './points.ts';
import { type BenchStores, createRecordDatabases, type RecordDatabases } from './record-databases.ts';
import { benchSearch } from './search.ts';
import { benchSeries } from './series.ts';
import { benchSnotel } from './snotel.ts';
import { benchStart } from './start.ts';

const parameters = process.argv.slice(2);
const names = parameters
  .map((parameter) => parameter.replace(/^--/, ''))
  .filter((parameter) => parameter !== 'short');

const folder = mkdtempSync(path.join(tmpdir(), 'portal-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Creates a thing when it is first used, and ends it with the run, the last one first. */
const endings: (() => Promise<unknown>)[] = [];
function shared<T>(create: () => Promise<T>, end: (value: T) => Promise<unknown>): () => Promise<T> {
  let value: Promise<T> | undefined;
  return () => {
    value ??= create().then((created) => {
      endings.unshift(() => end(created));
      return created;
    });
    return value;
  };
}

const demo = shared<Store>(
  async () => {
    const data = path.join(folder, 'demo');
    const { BENCH_DATA: seeded } = process.env;
    if (seeded) cpSync(seeded, data, { recursive: true });
    const store = await openStore(data);
    if (!seeded) await seedDemo(store, { basin, through: yesterdayInBasin(new Date()) });
    return store;
  },
  async () => {},
);
const portal = shared<RunningServer>(
  async () => {
    const settings = { PORT: '4387', LOG_LEVEL: 'silent', DATA_DIR: '.cache/bench' };
    return startServer(parseConfig({ ...settings, RATE_LIMIT_PER_MINUTE: '1000000' }), await demo());
  },
  (server) => server.close(),
);
const browser = shared<Browser>(
  () => chromium.launch(launchOptions()),
  (opened) => opened.close(),
);
const databases = shared<RecordDatabases>(
  () => createRecordDatabases(isShort ? undefined : 4),
  (created) => created.remove(),
);
const address = async () => (await portal()).address;

/** In this order, one after the other, because parallel parts would slow each other on few cores. */
const parts: Record<string, (unitSeconds: number) => Promise<BenchResult[]>> = {
  ingest: () => benchIngest(isShort ? 50_000 : undefined),
  memory: () => benchLargeImport(isShort ? 1000 : undefined),
  api: benchApi,
  comparison: async () => benchComparison(await databases()),
  outlook: async () => benchOutlook(await demo()),
  pages: async () => benchPages(await browser(), await address()),
  series: async () => benchSeries(await browser(), await address(), await demo()),
  forecast: async () => benchForecast(await browser(), await address(), await demo()),
  snotel: async () => benchSnotel(await browser(), await address()),
  points: async () => withHarness(await browser(), benchPoints),
  kits: async () => withHarness(await browser(), benchKits),
  search: async () => benchSearch(await browser(), await address()),
};
/** Only by their names: each takes minutes. */
const longParts: typeof parts = { start: benchStart, load: benchLoad, ...(await loadFeatureParts()) };

const all = { ...parts, ...longParts };
const unknown = names.filter((name) => !Object.hasOwn(all, name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. There are: ${Object.keys(all).join(', ')}.`);
  process.exit(1);
}

/** `bench.ts` of the tests of a feature, by the feature's name. */
async function loadFeatureParts(): Promise<typeof parts> {
  const files = globSync('*/bench.ts', { cwd: path.join(import.meta.dirname, '../features') });
  const modules = files.map(async (file) => {
    const { bench }: { bench: (of: BenchStores) => Promise<BenchResult[]> } = await import(
      `../features/${file}`
    );
    return [path.dirname(file), () => bench({ demo, databases })] as const;
  });
  return Object.fromEntries(await Promise.all(modules));
}

const readUnit = () => (isShort ? Promise.resolve(1) : measureMachineUnit());
const startedAt = performance.now();
const secondsSince = (began: number) => `${((performance.now() - began) / 1000).toFixed(0)} s`;
let unitSeconds = await readUnit();
let isWithinLimits = true;
const failures: string[] = [];
for (const [name, measure] of Object.entries(names.length > 0 ? all : parts)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const began = performance.now();
  try {
    const results = await measure(unitSeconds);
    // The same machine is slower while others use its caches: what counts is the unit around the part.
    const unitAfter = results.some((result) => 'ms' in result) ? await readUnit() : unitSeconds;
    isWithinLimits = printResults(results, (unitSeconds + unitAfter) / 2) && isWithinLimits;
    unitSeconds = unitAfter;
  } catch (error) {
    failures.push(name);
    console.log(`FAILED  ${name}: ${toErrorMessage(error)}`);
  }
  console.log(`      ${name} took ${secondsSince(began)}`);
}
for (const end of endings) await end().catch((error: unknown) => console.error(toErrorMessage(error)));
console.log(`      All took ${secondsSince(startedAt)}; the machine’s unit is ${unitSeconds.toFixed(3)} s.`);
if (failures.length > 0) console.log(`Not measured: ${failures.join(', ')}.`);
// In the short form, the figures say nothing of the limits.
process.exit(failures.length === 0 && (isWithinLimits || isShort) ? 0 : 1);
