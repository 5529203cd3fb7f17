import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright';
import { recordShifts, sumShifts } from '../support/layout-shifts.ts';
import type { BenchResult } from './measure.ts';

type Weights = { script: number; all: number; scripts: number };

/** Measures the size of the landing page and the map before any interaction, in KB. */
export async function benchPages(browser: Browser, origin: string): Promise<BenchResult[]> {
  const landing = await measurePageWeight(browser, `${origin}/`);
  const map = await measurePageWeight(browser, `${origin}/watershed-overview/map-of-sites`);
  return [
    { what: 'Landing: script, gzip', value: landing.script, unit: 'KB', limit: 20 },
    { what: 'Landing: everything but the video, gzip', value: landing.all, unit: 'KB', limit: 100 },
    { what: 'Landing: layout shift', value: landing.shift, unit: '', limit: 0 },
    {
      what: 'Map: script before interaction, gzip',
      value: map.script,
      unit: 'KB',
      limit: 200,
      detail: `${map.scripts} files`,
    },
    { what: 'Map: layout shift', value: map.shift, unit: '', limit: 0.02 },
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
