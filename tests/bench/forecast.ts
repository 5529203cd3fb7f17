import type { Browser } from 'playwright';
import type { Store } from '#server/db/store.ts';
import { fillLogin } from '../support/sign-in.ts';
import {
  type BenchResult,
  measureProcessor,
  median,
  openMainThread,
  readProcessor,
  roundsOf,
} from './measure.ts';
import { openBenchPage } from './pages.ts';

const path = '/data-analysis-tools/forecast-supply';
const charts = ['spring', 'heise', 'rexburg', 'snow', 'storage', 'well'];

/** Measures Forecast Supply from Submit to all graphs drawn, and the statistics of 46 years over the API. */
export async function benchForecast(browser: Browser, origin: string, store: Store): Promise<BenchResult[]> {
  const { page, readToken } = await openBenchPage(browser);
  await page.goto(origin + path);
  await fillLogin(page, 'demo@example.org');
  await page.waitForSelector('[aria-roledescription=chart] canvas');
  // A graph is drawn when it is first scrolled near the viewport.
  for (const id of charts) {
    await page.locator(`#${id}`).scrollIntoViewIfNeeded();
    await page.locator(`#${id} canvas`).waitFor();
  }
  const readMainThread = await openMainThread(page);
  const durations: number[] = [];
  const waits: number[] = [];
  for (let round = 0; round < roundsOf(5); round += 1) {
    const before = readProcessor() + (await readMainThread());
    waits.push(await page.evaluate(submitToDrawn, charts.length));
    durations.push(readProcessor() + (await readMainThread()) - before);
  }
  await page.close();

  const [location] = await store.query<{ loc_ndx: number }>(
    `select loc_ndx from location where loc_id = '13037500'`,
  );
  const api = await measureProcessor(7, async () => {
    const response = await fetch(
      `${origin}/api/wy-analysis-comparison/1/${location?.loc_ndx}/Minimum,Median,Maximum,2026`,
      { headers: { authorization: readToken() } },
    );
    await response.text();
  });
  return [
    {
      what: 'Forecast Supply: portal and main thread, Submit to all six graphs drawn',
      ms: median(durations),
      limit: 430,
      detail: `after ${median(waits).toFixed(0)} ms`,
    },
    { what: 'API: statistics and a year of a record of 46 years', ms: api, limit: 5.5 },
  ];
}

/** Runs in the page: milliseconds from Submit until every graph is drawn again. */
async function submitToDrawn(count: number): Promise<number> {
  const button = [...document.querySelectorAll('button')].find((each) => each.textContent === 'Submit');
  const began = performance.now();
  button?.click();
  const drawn = () => document.querySelectorAll('[aria-roledescription=chart] canvas').length;
  while (drawn() === count && performance.now() - began < 5000) await new Promise(requestAnimationFrame);
  while (drawn() < count && performance.now() - began < 300_000) await new Promise(requestAnimationFrame);
  return performance.now() - began;
}
