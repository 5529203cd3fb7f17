import { once } from 'node:events';
import http from 'node:http';
import type { Browser } from 'playwright';
import { dailySeriesSql } from '#features/time-series/server/daily-queries.ts';
import { addDays, yesterdayInBasin } from '#lib/calendar.ts';
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

const path = '/data-analysis-tools/time-series-comparison';
const locationCount = 10;
/** On each axis. */
const manyCount = 50;

/** Measures API and page of Time Series Comparisons with 10 locations × 30 years, and the page with 100 × 40 years. */
export async function benchSeries(browser: Browser, origin: string, store: Store): Promise<BenchResult[]> {
  const end = yesterdayInBasin(new Date());
  const start = addDays(end, -30 * 365);
  const longest = async (parameter: number, count: number) => {
    const rows = await store.query<{ loc_ndx: number }>(
      `select loc_ndx from location_parameter where parameter_ndx = ${parameter}
       order by num_days desc, loc_ndx limit ${count}`,
    );
    return rows.map((row) => row.loc_ndx);
  };
  const locations = await longest(1, locationCount);

  const { page, readToken } = await openBenchPage(browser);
  const queryOf = (left: readonly number[], right: readonly number[], parameter: number, from: string) =>
    `huc8s=&parameter_left=1&locations_left=${left.join(',')}&parameter_right=${parameter}&locations_right=${right.join(',')}&start=${from}&end=${end}`;
  const measure = async (query: string, rounds: number) => {
    const durations: number[] = [];
    const waits: number[] = [];
    const readMainThread = await openMainThread(page);
    for (let round = 0; round < roundsOf(rounds); round += 1) {
      await page.goto(`${origin}${path}?${query}`);
      await page.waitForFunction(() => document.querySelectorAll('[aria-label$=chosen] li').length > 5);
      await page.getByRole('button', { name: 'Submit' }).waitFor();
      const before = readProcessor() + (await readMainThread());
      waits.push(await page.evaluate(submitToDrawn));
      durations.push(readProcessor() + (await readMainThread()) - before);
    }
    return { ms: median(durations), detail: `after ${median(waits).toFixed(0)} ms` };
  };
  const few = queryOf(locations.slice(1), locations.slice(0, 1), 1, start);
  await page.goto(`${origin}${path}?${few}`);
  await fillLogin(page, 'demo@example.org');
  const fewDrawn = await measure(few, 5);
  const many = queryOf(await longest(1, manyCount), await longest(7, manyCount), 7, addDays(end, -40 * 365));
  const manyDrawn = await measure(many, 5);
  await page.close();

  const address = `${origin}/api/timeseries-daily-data/1/${locations.join(',')}/${start}/${end}?format=columns`;
  const headersFor = (encoding: string) => ({ authorization: readToken(), 'accept-encoding': encoding });
  const call = (encoding: string) => fetch(address, { headers: headersFor(encoding) });
  const sql = await measureProcessor(7, () =>
    store.query(dailySeriesSql({ parameter: 1, locations, start, end })),
  );
  const api = await measureProcessor(7, async () => (await call('identity')).text());
  const body: { series: { values: number[] }[] } = await (await call('identity')).json();
  const count = body.series.reduce((sum, each) => sum + each.values.length, 0);
  const sizes = await Promise.all(['br', 'gzip'].map((each) => readBodySize(address, headersFor(each))));
  return [
    {
      what: 'Time series: portal and main thread, Submit to drawn, 10 locations × 30 years',
      limit: 300,
      ...fewDrawn,
    },
    {
      what: `Time series: the same to first lines, ${manyCount} + ${manyCount} locations × 40 years`,
      limit: 330,
      ...manyDrawn,
    },
    {
      what: 'API: daily values in columns, against the bare SQL',
      value: api / sql,
      unit: '×',
      limit: 0.4,
      detail: `${api.toFixed(0)} ms against ${sql.toFixed(0)} ms, ${count} values`,
    },
    ...['br', 'gzip'].map((name, index) => ({
      what: `API: daily values in columns as ${name}`,
      value: (sizes[index] ?? Number.NaN) / count,
      unit: 'bytes a value',
      limit: name === 'br' ? 3.5 : 7,
    })),
  ];
}

/** The bytes on the wire; `fetch` has them only after they were decompressed. */
async function readBodySize(address: string, headers: Record<string, string>): Promise<number> {
  const [response] = (await once(http.get(address, { headers }), 'response')) as [http.IncomingMessage];
  let size = 0;
  for await (const part of response) size += (part as Buffer).length;
  return size;
}

/** Runs in the page: milliseconds from Submit until lines are on the canvas. */
async function submitToDrawn(): Promise<number> {
  const button = [...document.querySelectorAll('button')].find((each) => each.textContent === 'Submit');
  const began = performance.now();
  button?.click();
  while (performance.now() - began < 300_000) {
    // Not at each frame: to look is work, too.
    await new Promise((resolve) => setTimeout(resolve, 50));
    const canvas = document.querySelector<HTMLCanvasElement>('[aria-roledescription=chart] canvas');
    const context = canvas?.getContext('2d');
    if (!canvas || !context) continue;
    const { data } = context.getImageData(canvas.width >> 1, 0, 8, canvas.height);
    const seen = new Set<number>();
    for (let at = 0; at < data.length; at += 4) {
      seen.add((data[at] ?? 0) * 65_536 + (data[at + 1] ?? 0) * 256 + (data[at + 2] ?? 0));
    }
    if (seen.size > 8) return performance.now() - began;
  }
  return Number.NaN;
}
