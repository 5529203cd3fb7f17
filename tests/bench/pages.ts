import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright';
import { recordShifts, sumShifts } from '../support/layout-shifts.ts';
import { type BenchResult, median, newBenchPage, openMainThread, roundsOf } from './measure.ts';

/** In KB, gzip. */
type Weights = { script: number; all: number; scripts: number };

/** Measures the landing page and the map before any interaction: their size, and what the main thread does. */
export async function benchPages(browser: Browser, origin: string): Promise<BenchResult[]> {
  const landing = await measureLoad(browser, `${origin}/`);
  const map = await measureLoad(browser, `${origin}/watershed-overview/map-of-sites`);
  const times: number[] = [];
  for (let round = 0; round < roundsOf(5); round += 1)
    times.push((await measureLoad(browser, `${origin}/watershed-overview/map-of-sites`)).ms);
  return [
    { what: 'Landing: script, gzip', value: landing.script, unit: 'KB', limit: 11 },
    { what: 'Landing: everything but the video, gzip', value: landing.all, unit: 'KB', limit: 100 },
    { what: 'Landing: layout shift', value: landing.shift, unit: '', limit: 0 },
    {
      what: 'Map: script before interaction, gzip',
      value: map.script,
      unit: 'KB',
      limit: 195,
      detail: `${map.scripts} files`,
    },
    { what: 'Map: layout shift', value: map.shift, unit: '', limit: 0.02 },
    { what: 'Map: main thread until all is loaded', ms: median(times), limit: 250 },
  ];
}

async function measureLoad(
  browser: Browser,
  address: string,
): Promise<Weights & { shift: number; ms: number }> {
  const page = await newBenchPage(browser);
  await recordShifts(page);
  const weights: Weights = { script: 0, all: 0, scripts: 0 };
  const bodies: Promise<void>[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).origin !== new URL(address).origin) return;
    const type = response.request().resourceType();
    if (type === 'media' || type === 'fetch' || type === 'xhr') return;
    bodies.push(
      response.body().then(
        (body) => {
          const text = ['document', 'script', 'stylesheet'].includes(type) || response.url().endsWith('.svg');
          const size = (text ? gzipSync(body).length : body.length) / 1024;
          weights.all += size;
          if (type === 'script') {
            weights.script += size;
            weights.scripts += 1;
          }
        },
        () => {
          weights.all = Number.NaN;
        },
      ),
    );
  });
  const readMainThread = await openMainThread(page);
  await page.goto(address, { waitUntil: 'networkidle' });
  const ms = await readMainThread();
  await Promise.all(bodies);
  const shift = await sumShifts(page);
  await page.close();
  return { ...weights, shift, ms };
}

/** Blocks requests to other hosts, so that a run does not depend on the network. */
export async function blockExternalRequests(page: Page) {
  await page.route(
    (url) => url.hostname !== 'localhost',
    (route) => route.abort(),
  );
}

/** Opens an empty page, and remembers with which token its requests are sent. */
export async function openBenchPage(browser: Browser): Promise<{ page: Page; readToken: () => string }> {
  const page = await newBenchPage(browser);
  await blockExternalRequests(page);
  let token = '';
  page.on('request', (request) => {
    token = request.headers().authorization ?? token;
  });
  return { page, readToken: () => token };
}
