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

type Printed = readonly [name: string, address: string, count: number, axis: string, finding?: RegExp];

/** With the number of charts, what stands at the axis of the first, and its title where no other test has it. */
const sheets: readonly [Printed, ...Printed[]] = [
  ['Water Year Comparisons', `${tools}/water-year-comparison?parameter=1&location=14&${series}`, 1, 'cfs'],
  ['Reach Gains Comparisons', `${tools}/reach-gains-comparison?location=369&${series}`, 2, 'AF / Month'],
  [
    'Time Series Comparisons',
    `${tools}/time-series-comparison?huc8s=&parameter_left=1&locations_left=14&parameter_right=7&locations_right=195&start=2020-10-01&end=2022-09-30&submitted=yes`,
    1,
    'cfs',
    /^Snake River near Heise: [\d,]+.cfs on Sep 30, 2022, [\d,]+.cfs (less|more) than a year before\. .+: [\d.]+.ft below ground on /,
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
  // The groups, the chosen one, and the station.
  ['a SNOTEL station', `${tools}/snotel-swe-data?year=2026&chosen=site-114`, 3, 'in'],
];

const bare = (text: string) => text.replaceAll(/\s/g, '');

for (const [name, address, count, axis, finding] of sheets) {
  test(`${name} prints each chart on a landscape sheet by Ctrl+P`, async ({ page }) => {
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
    await openSignedIn(page, accounts.developer, address);
    await expect(page.locator('[data-sheet=ready]').first()).toBeAttached({ timeout: 30_000 });
    // Before the charts further down have been scrolled to.
    await ask(page, () => page.keyboard.press('Control+p'));
    const said = await page
      .locator('[data-sheet=ready]')
      .evaluateAll((all) =>
        all.flatMap((each) => [
          each.querySelector('header h2')?.textContent ?? 'no finding',
          each.querySelector('footer td')?.textContent ?? '',
        ]),
      );
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize(paper);
    for (const picture of await page.locator('[data-sheet=ready] img').all()) {
      const box = await picture.evaluate((element) => {
        const { left, width, height } = element.getBoundingClientRect();
        const padding = 16;
        return { left: left + padding, width: width - 2 * padding, height };
      });
      expect(box).toMatchObject({ left: 0, width: 968 });
      expect(box.height).toBeGreaterThanOrEqual(356);
    }
    const letters = readPdfLetters(await expectSheets(page, { count, isLandscape: true }));
    for (const text of said) expect(letters).toContain(bare(text));
    if (finding) expect(said[0]).toMatch(finding);
    expect(letters).toContain(bare(axis));
    expect(letters).toContain(bare(new URL(page.url()).pathname));
    for (const once of ['Source:', 'Printed', 'Boardmeeting', 'Demonstrationdata,notfordecisions.'])
      expect(letters.split(once), once).toHaveLength(count + 1);
    expect(letters).not.toMatch(
      /Loading…|Drawingthechart|Submit|Download|Issueday|Howwasthiscomputed|median:Median|Exported/,
    );
  });
}

test('a chart is printed by its button from a dark phone as from a desktop', async ({ page }) => {
  const [[, address, count]] = sheets;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => localStorage.setItem('theme', 'DARK'));
  await openSignedIn(page, accounts.developer, address);
  await expect(page.locator('[data-sheet=ready]')).toBeAttached({ timeout: 30_000 });
  await ask(page, () => page.getByRole('button', { name: 'Print', exact: true }).click());
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('[data-sheet=ready]')).toHaveCSS('color', 'rgb(27, 35, 40)');
  await expectSheets(page, { count, isLandscape: true });
});

/** What is no chart: how many sheets, and what they say once. */
const others = [
  ['Today', '/watershed-overview/today', '[data-state=shown]', 1, false, ['Rivers,gains,springs', 'Wells']],
  ['River', '/watershed-overview/river', '[data-state=shown]', 1, false, ['Gainsbetweengages']],
  ['a site', '/sites/14', '[data-sheet=ready]', 1, true, ['SnakeRivernearHeise:']],
  ['the reach board', `${tools}/reach-gains-comparison`, '[data-sheet=ready]', 1, true, ['Sumofthefive']],
] as const;

for (const [name, address, ready, count, isLandscape, once] of others) {
  test(`${name} prints on one sheet by Ctrl+P`, async ({ page }) => {
    await openSignedIn(page, accounts.developer, address);
    await expect(page.locator(ready).first()).toBeAttached({ timeout: 30_000 });
    await ask(page, () => page.keyboard.press('Control+p'));
    const letters = readPdfLetters(await expectSheets(page, { count, isLandscape }));
    for (const text of [...once, 'Source:', 'Printed']) expect(letters.split(text), text).toHaveLength(2);
    expect(letters).not.toMatch(/Submit|Anotherday|Loading/);
  });
}

test('the reach board of a day with three windows has its source on the sheet', async ({ page }) => {
  await openSignedIn(page, accounts.developer, `${tools}/reach-gains-comparison?on=2026-05-14`);
  await expect(page.locator('[data-sheet=ready]')).toBeAttached({ timeout: 30_000 });
  await ask(page, () => page.keyboard.press('Control+p'));
  await expectSheets(page, { count: 1, isLandscape: true });
  await ask(page, () => page.keyboard.press('Control+p'));
  const sheet = page.locator('[data-sheet=ready]');
  await expect(sheet.getByText('May to date')).toBeVisible();
  const end = await sheet.evaluate((element) => element.getBoundingClientRect().bottom);
  const foot = await sheet.locator('> footer').evaluate((each) => each.getBoundingClientRect().bottom);
  expect(foot).toBeLessThanOrEqual(end + 0.5);
});

test('the sentinel wells print as a table on one sheet by Ctrl+P', async ({ page }) => {
  await openSignedIn(page, accounts.developer, `${tools}/sentinel-well-dashboard`);
  await expect(page.locator('[data-sheet=ready]')).toBeAttached({ timeout: 30_000 });
  await ask(page, () => page.keyboard.press('Control+p'));
  const letters = readPdfLetters(await expectSheets(page, { count: 1, isLandscape: false }));
  expect(letters).toMatch(/\d+sentinelwells:\d+(lower|higher)thanayearago/);
  for (const text of ['Source:', 'Printed', 'depthtowaterover']) expect(letters.split(text)).toHaveLength(2);
  expect(letters).not.toMatch(/Upload|External|Chart|Loading/);
});

test('the Site Summary Table prints about 30 records a sheet under a repeated header', async ({ page }) => {
  await openSignedIn(page, accounts.developer, '/watershed-overview/site-summary-table?parameter=Streamflow');
  await expect(page.locator('[data-sheet=ready]')).toBeAttached({ timeout: 30_000 });
  await ask(page, () => page.keyboard.press('Control+p'));
  const rows = await page.locator('[data-sheet] tbody tr:has(th)').count();
  expect(rows).toBeGreaterThan(60);
  const file = await expectSheets(page, { isLandscape: false });
  const sheetCount = countPages(file);
  expect(rows / sheetCount).toBeGreaterThan(24);
  expect(rows / sheetCount).toBeLessThanOrEqual(34);
  const letters = readPdfLetters(file);
  expect(letters.split('Standingforthedate')).toHaveLength(sheetCount + 1);
  expect(letters.split('Source:')).toHaveLength(2);
  // However many rows the last sheet has, it has some beside the source.
  await ask(page, () => page.keyboard.press('Control+p'));
  await expect(page.locator('[data-sheet] tbody tr:has(th)')).toHaveCount(rows);
  const first = page.locator('[data-sheet] tbody').first().locator('tr');
  await page.locator('main').evaluate((main) => document.body.replaceChildren(main.cloneNode(true)));
  await first.evaluateAll((all) => {
    for (const row of all.slice(65)) row.remove();
  });
  for (let count = 65; count > 32; count -= 1) {
    const fewer = await page.pdf({ preferCSSPageSize: true });
    const heads = readPdfLetters(fewer).split('Standingforthedate');
    expect(heads, `${count} rows`).toHaveLength(countPages(fewer) + 1);
    await first.last().evaluate((row) => row.remove());
  }
});

test('a tool without a result prints what to do', async ({ page }) => {
  await openSignedIn(page, accounts.developer, `${tools}/water-year-comparison`);
  await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
  await ask(page, () => page.keyboard.press('Control+p'));
  const letters = readPdfLetters(await page.pdf({ preferCSSPageSize: true }));
  expect(letters).toBe('Nothingisdrawnyet:choose,pressSubmit,thenprint.');
});

test('the board packet has a cover with the contents, Today, and a sheet for each of its parts', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('basket', JSON.stringify([14, 76])));
  await openSignedIn(page, accounts.developer, '/watershed-overview/today');
  await expect(page.locator('[data-today][data-state=shown]')).toBeVisible();
  await ask(page, () => page.getByRole('button', { name: 'Board packet' }).click());
  // Storage, two of snow, the outlook, the reaches, and the sites of the basket.
  const sheetCount = await page.locator('[data-sheet=ready]').count();
  expect(sheetCount).toBeGreaterThanOrEqual(5);
  await page.emulateMedia({ media: 'print' });
  const contents = page.getByRole('listitem').filter({ hasText: 'Where the basin stands today' });
  await expect(contents).toContainText('2');
  await expectUnbroken(page);
  const file = await page.pdf({ preferCSSPageSize: true });
  expect(countPages(file)).toBe(2 + sheetCount);
  const letters = readPdfLetters(file);
  for (const text of ['Boardpacket', 'Contents', 'Rivers,gains,springs', 'Sumofthefive'])
    expect(letters).toContain(text);
  // The page is as before.
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(page.locator('[data-sheet]')).toHaveCount(0);
});

test('the storage of a packet is that of the chosen day, and its title stands once', async ({ page }) => {
  await openSignedIn(page, accounts.developer, '/watershed-overview/today?on=2022-05-31');
  await expect(page.locator('[data-today][data-state=shown]')).toBeVisible();
  const drawn = page.waitForResponse(/image\/storage\.svg/);
  await ask(page, () => page.getByRole('button', { name: 'Board packet' }).click());
  const sheet = page.locator('[data-sheet=ready]').filter({ has: page.locator('img[src*="storage"]') });
  const label = (await sheet.locator('img').getAttribute('alt')) ?? '';
  await expect(sheet.locator('header')).toContainText(`${label}: `);
  await expect(sheet.locator('header')).toContainText('on May 31, 2022');
  expect(new URL((await drawn).url()).searchParams.get('on')).toBe('2022-05-31');
  const texts = (await (await drawn).text()).match(/<text.*?<\/text>/gs)?.join('') ?? '';
  expect(texts).toContain('2022');
  expect(texts.replaceAll(/<[^>]*>/g, ' ')).not.toMatch(/2023|2026|Source|Address|percentile of/);
  expect(texts).not.toContain(label);
});

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

/** Between the margins of Letter paper on its side, in pixels. */
const paper = { width: 968, height: 739 } as const;

/** Asks for a print, and waits until the dialog of the browser would open. */
async function ask(page: Page, act: () => Promise<void>): Promise<void> {
  await page.evaluate(() => {
    window.print = () => {
      document.documentElement.dataset.asked = 'yes';
    };
  });
  await act();
  await expect(page.locator('html')).toHaveAttribute('data-asked', 'yes', { timeout: 40_000 });
}

const countPages = (file: Buffer) => file.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;

type Sheets = { readonly count?: number; readonly isLandscape: boolean };

/** Sheets of Letter paper with whole words, a unit beside each value, and nothing to press. @returns the PDF file */
async function expectSheets(page: Page, { count, isLandscape }: Sheets): Promise<Buffer> {
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize(isLandscape ? paper : { width: 728, height: 979 });
  await expectUnbroken(page);
  for (const cell of await page.locator('[data-sheet=ready] > footer td').allTextContents())
    expect(cell).toMatch(/\d[ \u00a0]?(cfs|AF|KAF|AF \/ Month|in|ft|%|years?|°F|hours)|expected$|^[^\d]*$/);
  // The names of a board choose a reach or a group on the screen.
  const controls = page.locator(':is(button, input, select, nav, header.top-bar):visible');
  await expect(controls.and(page.locator(':not([data-kind=board] *)'))).toHaveCount(0);
  await expect(page.locator('canvas:visible')).toHaveCount(0);
  const file = await page.pdf({ preferCSSPageSize: true });
  if (count !== undefined) expect(countPages(file)).toBe(count);
  expect(file.toString('latin1')).toMatch(
    isLandscape ? /\/MediaBox\s*\[0 0 79[12](\.\d+)? 612/ : /\/MediaBox\s*\[0 0 612 79[12]/,
  );
  return file;
}

/** No word is broken within, and no unit stands on another line than its number. */
async function expectUnbroken(page: Page): Promise<void> {
  const broken = await page.evaluate(() => {
    const parts = /[\d,.]+[ \u00a0](?:cfs|AF|KAF|MAF|ft|in|%)(?![\w])|[^\s\u2013/-]+/g;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(parts)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 4)));
        const box = range.getBoundingClientRect();
        // An address may break anywhere.
        const isAddress = /^localhost|[?&=]/.test(node.textContent ?? '');
        if (lines.size > 1 && box.width > 1 && !isAddress) found.push(word);
      }
    }
    return found;
  });
  expect(broken).toEqual([]);
}
