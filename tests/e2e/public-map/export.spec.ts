import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test, tileColor } from '../../support/e2e.ts';
import { readPdfText } from '../../support/pdf.ts';
import { countPixels, readPng } from '../../support/png.ts';
import { countsOf, drawnPixels, mapPath, openLayers, openMap, writtenOnCanvas } from './map.ts';

test('the PNG contains the tiles and the sites', async ({ page }) => {
  await openMap(page, '?color=type');
  await expect.poll(() => drawnPixels(page, '#1f6fb2')).toBeGreaterThan(1000);
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save PNG' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('map.png');
  const picture = readPng(await readFile(await download.path()));
  expect(picture.width).toBeGreaterThan(600);
  expect(countPixels(picture, tileColor)).toBeGreaterThan(picture.width * picture.height * 0.05);
  expect(countPixels(picture, [31, 111, 178])).toBeGreaterThan(1000);
  await expect(page.getByRole('dialog', { name: 'Export the map' })).toBeHidden();
});

test('the PDF is one page with the given title', { tag: '@full' }, async ({ page }) => {
  await openLayers(page, '?color=type');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByLabel('Print report title').fill('Sites of May');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Print PDF' }).click(),
  ]);
  const file = await readFile(await download.path());
  expect(download.suggestedFilename()).toMatch(/\.pdf$/);
  expect(file.subarray(0, 5).toString()).toBe('%PDF-');
  expect(file.length).toBeGreaterThan(20_000);
  const text = writtenIn(file);
  const late = 'Late: reports less than usual';
  for (const part of ['Sites of May', 'Location Types', 'Stream Gage', late, 'Monitoring Dashboard', ' mi']) {
    expect(text).toContain(part);
  }
  expect(text).toMatch(/\d\d\/\d\d\/20\d\d \d\d:\d\d America\/Denver/);
  expect(text).toContain('Tiles: USGS The National Map');
  expect(text).toContain('map-of-sites');
  // One family of fonts, and a landscape page of this wide window.
  const fonts = file.toString('latin1').match(/\/BaseFont \/[\w-]+/g) ?? [];
  expect(new Set(fonts)).toEqual(new Set(['/BaseFont /Helvetica', '/BaseFont /Helvetica-Bold']));
  expect(file.toString('latin1')).toMatch(/\/MediaBox \[0 0 792\.? 612\.?\]/);
});

/** The text of a PDF file, its lines joined by spaces. */
function writtenIn(file: Buffer): string {
  return [...readPdfText(file).matchAll(/\((.*?)\) Tj/g)].map(([, line]) => line).join(' ');
}

async function save(page: Page, button: string): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return readFile(await download.path());
}

test('a PNG without a typed title has that of the page, and the bare map has none', async ({ page }) => {
  await openMap(page);
  const written = await writtenOnCanvas(page);
  await page.getByRole('button', { name: 'Export' }).click();
  await save(page, 'Map only');
  expect(await written()).not.toContain('Map of Sites');
  await page.getByRole('button', { name: 'Export' }).click();
  await save(page, 'Save PNG');
  expect(await written()).toContain('Map of Sites');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByLabel('Print report title').fill('  ');
  await save(page, 'Save PNG');
  expect((await written()).filter((text) => text === 'Map of Sites')).toHaveLength(2);
});

test('both files carry the notes on the data; the PDF lists the measurements', { tag: '@full' }, async ({
  page,
}) => {
  await openMap(page, '?view=43.61250,-111.66000,12&color=type');
  await expect(page.locator('html')).toHaveAttribute('data-demo', 'yes');
  await page.getByRole('button', { name: 'Measure', exact: true }).click();
  await page.getByRole('button', { name: 'Draw a rectangle' }).click();
  await expect(page.getByRole('region', { name: 'Drawing' })).toBeVisible();
  await page.mouse.move(600, 420);
  await page.mouse.down();
  await page.mouse.move(700, 480, { steps: 3 });
  await page.mouse.up();
  const row = page.getByRole('region', { name: 'Measurements' }).getByRole('listitem');
  const acres = /Area([\d,.]+ acres)/.exec((await row.textContent()) ?? '')?.[1] ?? 'no figure';

  const written = await writtenOnCanvas(page);
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByLabel('Print report title').fill('Реки и станции');
  const text = writtenIn(await save(page, 'Print PDF'));
  expect(await written()).toContain('Реки и станции');
  expect(await written()).toContain('1');
  for (const part of ['Measurements', '1. Rectangle', `Area ${acres}`, 'Demonstration data.']) {
    expect(text).toContain(part);
  }
  expect(text).toContain('HUC8 boundaries are approximate.');

  await page.getByRole('button', { name: 'Export' }).click();
  await save(page, 'Save PNG');
  expect((await written()).join(' ')).toContain('Demonstration data. HUC8 boundaries are approximate.');
});

test('only what is in the frame is credited and listed; a long title wraps to two lines', {
  tag: '@full',
}, async ({ page }) => {
  await openMap(page, '?view=43.50000,-112.50000,12&color=type');
  const [inView] = await countsOf(page);
  const types = new Set(
    await page.evaluate(async () => {
      const sites: { loc_type_name: string }[] = await (await fetch('/api/public-map/wells')).json();
      return sites.map((site) => site.loc_type_name);
    }),
  );
  await page.getByRole('button', { name: 'Export' }).click();
  const phrase = 'Surface water of the upper Snake River basin';
  await page.getByLabel('Print report title').fill(`${phrase}, ${phrase}, ${phrase}`);
  const text = writtenIn(await save(page, 'Print PDF'));
  expect([...types].filter((type) => text.includes(`(${type})`)).length).toBeLessThanOrEqual(inView);
  expect([...types].length).toBeGreaterThan(inView);
  expect(text.split(phrase.slice(0, 13)).length - 1).toBeGreaterThanOrEqual(3);
});

test('a nearly square window prints a map of the full width of the page', { tag: '@full' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 820, height: 780 });
  await openMap(page);
  await page.getByRole('button', { name: 'Export' }).click();
  const file = await save(page, 'Print PDF');
  const widths = [...readPdfText(file).matchAll(/^([\d.]+) 0 0 [\d.]+ [\d.]+ [\d.]+ cm/gm)].map(([, width]) =>
    Number(width),
  );
  // In points: Letter without its margins of 12 mm.
  expect(Math.max(...widths)).toBeCloseTo(((215.9 - 24) / 25.4) * 72, 0);
  expect(file.toString('latin1')).toMatch(/\/MediaBox \[0 0 612\.? 792\.?\]/);
});

test('a phone without tiles prints an upright page with numbers, and credits no tiles', {
  tag: '@full',
}, async ({ page, outside }) => {
  outside.tiles = 'unreachable';
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${mapPath}?color=huc10`);
  await expect(page.getByText(/^\d+ of \d+ sites on the map/)).toBeAttached();
  await expect(page.locator('.leaflet-container')).toHaveAttribute('data-basemap', 'outlines');
  await page.getByRole('button', { name: 'Export' }).click();
  const title = 'Waters '.repeat(28);
  await page.getByLabel('Print report title').fill(title);
  const file = await save(page, 'Print PDF');
  expect(file.toString('latin1')).toMatch(/\/MediaBox \[0 0 612\.? 792\.?\]/);
  const text = writtenIn(file);
  // Every word of the title is there.
  expect(text.match(/Waters/g)).toHaveLength(28);
  expect(text).toMatch(/Page 1 of (\d).*Page \1 of \1/);
  expect(text).toContain('State and county lines: U.S. Census Bureau');
  expect(text).not.toContain('Tiles');
});
