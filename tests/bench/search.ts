import type { Browser, Locator, Page } from 'playwright';
import type { DataPoint } from '#contract/public-map.ts';
import { type BenchResult, median, openMainThread } from './measure.ts';
import { openBenchPage } from './pages.ts';

const searchTexts = ['snake river', 'big lost', 'henrys', 'usgs 1304', 'reservoir'];

/** Measures the main-thread time of a keystroke in the two searches over 10,000 sites, including rendering. */
export async function benchSearch(browser: Browser, origin: string): Promise<BenchResult[]> {
  const { page } = await openBenchPage(browser);
  const response = await fetch(`${origin}/api/public-map/wells`);
  const real: DataPoint[] = await response.json();
  const rows = Array.from({ length: 10_000 }, (_, i): DataPoint => {
    const site = real[i % real.length];
    if (!site) throw new Error('The portal has no sites.');
    return { ...site, loc_ndx: i + 1, loc_id: `${site.loc_id}-${i}`, loc_name: `${site.loc_name} ${i}` };
  });
  await page.route('**/api/public-map/wells', (route) => route.fulfill({ json: rows }));
  await page.goto(`${origin}/watershed-overview/map-of-sites`);
  await page.getByRole('button', { name: 'Accept' }).click();
  const onMap = await measureKeys(page, page.getByRole('combobox', { name: /search/i }));
  await page.goto(`${origin}/about`);
  await page.keyboard.press('/');
  const onEveryPage = await measureKeys(page, page.getByRole('combobox', { name: 'Search the portal' }), [
    'ScriptDuration',
    'RecalcStyleDuration',
    'LayoutDuration',
  ]);
  await page.close();
  return [
    { what: 'Map: a search keystroke over 10,000 sites, main thread', limit: 3.6, ...onMap },
    {
      what: 'Every page: a search keystroke over 10,000 sites, script, style and layout',
      limit: 3.6,
      ...onEveryPage,
    },
  ];
}

/** The median milliseconds of processor time of the main thread for a key, of all its tasks or some kinds of work. */
async function measureKeys(
  page: Page,
  input: Locator,
  kinds?: readonly string[],
): Promise<{ ms: number; detail: string }> {
  await input.click();
  await input.pressSequentially('warm up', { delay: 20 });
  await page.getByRole('option').first().waitFor();
  const readDuration = await openMainThread(page, kinds);
  const perKey: number[] = [];
  for (const searchText of searchTexts) {
    await input.fill('');
    for (const key of searchText) {
      const before = await readDuration();
      await page.keyboard.press(key === ' ' ? 'Space' : key);
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0))));
      perKey.push((await readDuration()) - before);
    }
    await page.getByRole('option').first().waitFor();
  }
  const detail = `slowest ${Math.max(...perKey).toFixed(1)} ms of ${perKey.length}`;
  return { ms: median(perKey), detail };
}
