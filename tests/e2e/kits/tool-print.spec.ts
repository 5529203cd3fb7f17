import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { createCarryOverExample } from '../../support/carry-over-example.ts';
import { expect, test } from '../../support/e2e.ts';
import { createFillExample, createOutlookExample } from '../../support/outlook-example.ts';
import { readPdfLetters } from '../../support/pdf.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

const tools = '/data-analysis-tools';
const series = 'series=Minimum,Median,Maximum,2026,2025&submitted=yes';

/** With the number of charts, and what stands at the axis of the first. */
const sheets = [
  ['Water Year Comparisons', `${tools}/water-year-comparison?parameter=1&location=14&${series}`, 1, 'cfs'],
  ['Reach Gains Comparisons', `${tools}/reach-gains-comparison?location=369&${series}`, 2, 'AF / Month'],
  [
    'Time Series Comparisons',
    `${tools}/time-series-comparison?huc8s=&parameter_left=1&locations_left=14&parameter_right=7&locations_right=195&start=2020-10-01&end=2022-09-30&submitted=yes`,
    1,
    'cfs',
  ],
  ['Forecast Supply', `${tools}/forecast-supply`, 6, 'cfs'],
  ['Tributary Forecast', `${tools}/tributary-forecast`, 11, 'cfs'],
  ['the outlook', `${tools}/forecast-supply?view=outlook&point=heise&issued=2026-04-01`, 2, 'KAF'],
  ['the carry-over', `${tools}/forecast-supply?view=outlook&point=heise&issued=2025-11-01`, 2, 'KAF'],
  [
    'what it takes to fill',
    `${tools}/forecast-supply?view=fill&reservoir=system&by=2026-07-31&target=0.97&issued=2026-04-01`,
    3,
    'cfs',
  ],
  // The chosen group, and the station.
  ['a SNOTEL station', `${tools}/snotel-swe-data?year=2026&chosen=site-114`, 2, 'in'],
] as const;

const windows = [
  { width: 1440, height: 900, theme: 'LIGHT' },
  { width: 768, height: 1024, theme: 'LIGHT' },
  { width: 390, height: 844, theme: 'DARK' },
] as const;

const bare = (text: string) => text.replaceAll(/\s/g, '');

for (const [name, address, count, axis] of sheets) {
  test(`${name} prints each chart on a landscape page, whatever the window and the theme`, async ({
    page,
  }) => {
    test.slow();
    const printed: string[] = [];
    await page.exposeFunction('onPrint', () => printed.push('printed'));
    await page.addInitScript(() => {
      window.print = () => void (window as unknown as { onPrint(): Promise<void> }).onPrint();
    });
    // With everything in them, and as synthetic, which paper says.
    await page.route('**/api/outlook/**', (route) =>
      route.fulfill({ json: { ...createOutlookExample(), is_demonstration: true } }),
    );
    await page.route('**/api/fill/**', (route) =>
      route.fulfill({ json: { ...createFillExample(), is_demonstration: true } }),
    );
    await page.route('**/api/carry-over/**', (route) =>
      route.fulfill({ json: createCarryOverExample({ is_demonstration: true }) }),
    );
    for (const { theme, ...size } of windows) {
      await page.setViewportSize(size);
      await page.addInitScript((value) => localStorage.setItem('theme', value), theme);
      await openSignedIn(page, accounts.developer, address);
      await expect(page.locator('[data-sheet=ready]').first()).toBeAttached({ timeout: 30_000 });
      printed.length = 0;
      // Before the charts further down have been scrolled to.
      await page.getByRole('button', { name: 'Print', exact: true }).click();
      await expect.poll(() => printed.length, { timeout: 40_000 }).toBe(1);
      await expect(page.locator('[data-sheet=ready]')).toHaveCount(count);
      const said = await page.locator('[data-sheet=ready]').evaluateAll((all) =>
        all.map((each) => ({
          title: each.querySelector('img')?.alt ?? 'no picture',
          value: each.querySelector('footer td')?.textContent ?? 'no value',
        })),
      );
      const file = await page.pdf({ preferCSSPageSize: true });
      expect(file.toString('latin1')).toMatch(/\/MediaBox\s*\[0 0 79[12](\.\d+)? 612/);
      // A page a chart, and no other.
      expect(file.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(count);
      const letters = readPdfLetters(file);
      for (const { title, value } of said) {
        expect(letters).toContain(bare(title));
        expect(letters).toContain(bare(value));
      }
      expect(letters).toContain(bare(axis));
      expect(letters).toContain('Boardmeeting');
      expect(letters).toContain(bare(new URL(page.url()).pathname));
      expect(letters).toContain('Source:');
      expect(letters).toContain('Demonstrationdata,notfordecisions.');
      expect(letters).not.toMatch(/Loading…|Drawingthechart|Submit|Download|Issueday|Howwasthiscomputed/);
    }
    await expectOnPaper(page, count);
  });
}

for (const view of ['multiples', 'classes'] as const) {
  test(`fourteen locations as ${view} are on one page, above the table`, async ({ page }) => {
    const locations = '14,76,68,81,74,80,79,75,77,99,87,88,89,91';
    const address = `${tools}/time-series-comparison?huc8s=&axes=one&parameter_left=1&locations_left=${locations}&start=2020-10-01&end=2022-09-30&submitted=yes&as=${view}`;
    await openSignedIn(page, accounts.developer, address);
    const drawn = page.locator('[data-sheet=ready] [data-drawn]');
    await expect(drawn).toBeVisible({ timeout: 30_000 });
    await page.setViewportSize(paper);
    await page.emulateMedia({ media: 'print' });
    const [last, foot] = [drawn.locator('li').last(), page.locator('[data-sheet=ready] > footer')];
    const end = await last.evaluate((element) => element.getBoundingClientRect().bottom);
    expect(end).toBeLessThanOrEqual(await foot.evaluate((element) => element.getBoundingClientRect().top));
    const file = await page.pdf({ preferCSSPageSize: true });
    expect(file.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  });
}

test('the picture of a chart has its own font, and the labels of its legend stand apart', async ({
  page,
}) => {
  await page.route('**/api/outlook/**', (route) => route.fulfill({ json: createOutlookExample() }));
  await openSignedIn(
    page,
    accounts.developer,
    `${tools}/forecast-supply?view=outlook&point=heise&issued=2026-04-01`,
  );
  await page.getByRole('button', { name: /^Export the chart Record/ }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download SVG of the chart Record/ }).click();
  const svg = await readFile(await (await saved).path(), 'utf8');
  // Another page, without the fonts of the portal.
  await page.goto('about:blank');
  await page.setContent(svg);
  await page.evaluate(() => document.fonts.ready);
  expect(await page.evaluate(() => document.fonts.check('13px "Source Sans 3 Variable"'))).toBe(true);
  const boxes = await page
    .locator('.role-legend-symbol path, .role-legend-label text')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON() as DOMRect));
  expect(boxes).toHaveLength(6);
  for (const one of boxes) {
    const right = (await page.locator('svg').getAttribute('width')) ?? '';
    expect(one.right).toBeLessThan(Number(right));
    for (const other of boxes.filter((each) => each !== one && Math.abs(each.y - one.y) < 10))
      expect(one.right <= other.left || other.right <= one.left).toBe(true);
  }
});

/** Letter paper, landscape, without margins of half an inch, in pixels. */
const paper = { width: 960, height: 720 } as const;

/** Whole charts within the page, in light colors, and nothing to press. */
async function expectOnPaper(page: Page, count: number): Promise<void> {
  await page.setViewportSize(paper);
  await page.emulateMedia({ media: 'print' });
  const main = page.getByRole('main');
  const pictures = main.locator('[data-sheet=ready] img');
  await expect(pictures).toHaveCount(count);
  for (const picture of await pictures.all()) {
    await expect(picture).toBeVisible();
    const { isDrawn, left, right, height } = await picture.evaluate((element: HTMLImageElement) => {
      const { left, right, height } = element.getBoundingClientRect();
      return { isDrawn: element.complete && element.naturalWidth > 0, left, right, height };
    });
    expect(isDrawn).toBe(true);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(paper.width);
    expect(height).toBeLessThan(paper.height);
  }
  await expect(main.locator('[data-sheet=ready]').first()).toHaveCSS('color', 'rgb(27, 35, 40)');
  await expect(main.getByRole('button')).toHaveCount(0);
  await expect(main.getByRole('combobox')).toHaveCount(0);
  await expect(main.getByRole('navigation')).toHaveCount(0);
  await expect(main.locator('canvas:visible')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(paper.width);
}
