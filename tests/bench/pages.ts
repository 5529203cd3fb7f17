import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright';
import { recordShifts, sumShifts } from '../support/layout-shifts.ts';
import { runLighthouse } from '../support/lighthouse.ts';
import type { BenchResult } from './measure.ts';

type Weights = { script: number; all: number; scripts: number };

/** Measures the size of the landing page and the map before any interaction, in KB. */
export async function benchPages(browser: Browser, origin: string): Promise<BenchResult[]> {
  const landing = await measurePageWeight(browser, `${origin}/`);
  const map = await measurePageWeight(browser, `${origin}/watershed-overview/map-of-sites`);
  const mobile = await measureOnPhone(`${origin}/watershed-overview/map-of-sites`);
  return [
    { what: 'Landing: script, gzip', value: landing.script, unit: 'KB', limit: 10 },
    { what: 'Landing: everything but the video, gzip', value: landing.all, unit: 'KB', limit: 100 },
    { what: 'Landing: layout shift', value: landing.shift, unit: '', limit: 0 },
    {
      what: 'Map: script before interaction, gzip',
      value: map.script,
      unit: 'KB',
      limit: 170,
      detail: `${map.scripts} files`,
    },
    { what: 'Map: layout shift', value: map.shift, unit: '', limit: 0.02 },
    ...mobile,
  ];
}

/** Lighthouse with its mobile defaults; a machine slower than this cannot be held to the limits. */
const minBenchmarkIndex = 1000;

/** Measures what a phone waits for; basemap tiles come from other hosts, and are left out. */
async function measureOnPhone(address: string): Promise<BenchResult[]> {
  const lhr = await runLighthouse(address);
  const { benchmarkIndex } = lhr.environment;
  const isFair = benchmarkIndex >= minBenchmarkIndex;
  const detail = `machine index ${benchmarkIndex}${isFair ? '' : ', too slow for a limit'}`;
  const numberOf = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN;
  const figure = (what: string, value: number, unit: string, limit: number): BenchResult => ({
    what: `Map on a phone: ${what}`,
    value,
    unit,
    limit: isFair ? limit : Infinity,
    detail,
  });
  const performance = Math.round(100 * (lhr.categories.performance?.score ?? 0));
  return [
    figure('points that Lighthouse performance lacks of 100', 100 - performance, '', 10),
    figure('blocking time', numberOf('total-blocking-time'), 'ms', 200),
    figure('largest paint', numberOf('largest-contentful-paint'), 'ms', 2500),
  ];
}

async function measurePageWeight(browser: Browser, address: string): Promise<Weights & { shift: number }> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await recordShifts(page);
  const weights: Weights = { script: 0, all: 0, scripts: 0 };
  const bodies: Promise<void>[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).origin !== new URL(address).origin) return;
    const type = response.request().resourceType();
    if (type === 'media' || type === 'fetch' || type === 'xhr') return;
    bodies.push(
      response.body().then((body) => {
        const text = ['document', 'script', 'stylesheet'].includes(type) || response.url().endsWith('.svg');
        const size = (text ? gzipSync(body).length : body.length) / 1024;
        weights.all += size;
        if (type === 'script') {
          weights.script += size;
          weights.scripts += 1;
        }
      }),
    );
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  await Promise.all(bodies);
  const shift = await sumShifts(page);
  await page.close();
  return { ...weights, shift };
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
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await blockExternalRequests(page);
  let token = '';
  page.on('request', (request) => {
    token = request.headers().authorization ?? token;
  });
  return { page, readToken: () => token };
}
