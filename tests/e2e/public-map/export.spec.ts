import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test, tileColor } from '../../support/e2e.ts';
import { readPdfLetters } from '../../support/pdf.ts';
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

const bare = (text: string) => text.replaceAll(/\s/g, '');

/** Asks for the PDF, and prints what the browser would. @returns the file, and its text without white space */
async function print(page: Page, title: string): Promise<{ file: string; text: string }> {
  await page.evaluate(() => {
    window.print = () => {};
  });
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByLabel('Print report title').fill(title);
  await page.getByRole('button', { name: 'Print PDF' }).click();
  await expect(page.locator('article[data-page]')).toBeAttached();
  const file = await page.pdf({ preferCSSPageSize: true });
  return { file: file.toString('latin1'), text: readPdfLetters(file) };
}

const countPages = (file: string) => file.match(/\/Type\s*\/Page\b(?!s)/g)?.length;
const landscape = /\/MediaBox\s*\[0 0 79[12](\.\d+)? 61[12]/;
const portrait = /\/MediaBox\s*\[0 0 61[12](\.\d+)? 79[12]/;

test('the PDF is one page with the given title, until the visitor goes on', async ({ page }) => {
  await openLayers(page, '?color=type');
  const { file, text } = await print(page, 'Sites of May');
  const late = 'Late: reports less than usual';
  for (const part of ['Sites of May', 'Location Types', 'Stream Gage', late, 'Monitoring Dashboard', ' mi'])
    expect(text).toContain(bare(part));
  expect(text).toMatch(/[A-Z][a-z]{2}\d{1,2},20\d\d\d\d:\d\dAmerica\/Denver/);
  expect(text).toContain('Tiles:USGSTheNationalMap');
  expect(text).toContain('map-of-sites');
  // A landscape page of this wide window.
  expect(file).toMatch(landscape);
  expect(countPages(file)).toBe(1);
  await page.keyboard.press('Escape');
  await expect(page.locator('article[data-page]')).not.toBeAttached();
});

async function save(page: Page, button: string): Promise<void> {
  await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
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

test('both files carry the notes on the data; the PDF lists the measurements', async ({ page }) => {
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
  const { text } = await print(page, 'Реки и станции');
  expect(await written()).toContain('1');
  const notes =
    'Demonstration data: the values are synthetic, not measurements. HUC8 boundaries are approximate.';
  for (const part of ['Реки и станции', 'Measurements', '1. Rectangle', `Area ${acres}`, notes])
    expect(text).toContain(bare(part));

  await page.getByRole('button', { name: 'Export' }).click();
  await save(page, 'Save PNG');
  expect((await written()).join(' ')).toContain(notes);
});

test('only what is in the frame is listed; a long title wraps', async ({ page }) => {
  await openMap(page, '?view=43.50000,-112.50000,12&color=type');
  const [inView] = await countsOf(page);
  const types = new Set(
    await page.evaluate(async () => {
      const sites: { loc_type_name: string }[] = await (await fetch('/api/public-map/wells')).json();
      return sites.map((site) => site.loc_type_name);
    }),
  );
  const phrase = 'Surface water of the upper Snake River basin';
  const { text } = await print(page, `${phrase}, ${phrase}, ${phrase}`);
  const listed = await page.locator('article li').allTextContents();
  expect([...types].filter((type) => listed.includes(type)).length).toBeLessThanOrEqual(inView);
  expect([...types].length).toBeGreaterThan(inView);
  expect(text.split(bare(phrase)).length - 1).toBe(3);
});

test('a nearly square window prints a map of the full width of the page', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 780 });
  await openMap(page);
  const { file } = await print(page, '');
  // Letter without its margins of 12 mm.
  const width = await page
    .locator('article canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => canvas.style.width);
  expect(Number.parseFloat(width)).toBeCloseTo(215.9 - 24, 1);
  expect(file).toMatch(portrait);
});

test('a phone without tiles prints an upright page with numbers, and credits no tiles', async ({
  page,
  outside,
}) => {
  outside.tiles = 'unreachable';
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${mapPath}?color=huc10`);
  await expect(page.getByText(/^\d+ of \d+ sites on the map/)).toBeAttached();
  await expect(page.locator('.leaflet-container')).toHaveAttribute('data-basemap', 'outlines');
  const { file, text } = await print(page, 'Waters '.repeat(28));
  expect(file).toMatch(portrait);
  // Every word of the title is there.
  expect(text.match(/Waters(?!hed)/g)).toHaveLength(28);
  const count = countPages(file);
  expect(count).toBeGreaterThan(1);
  expect(text).toContain(`Page1of${count}`);
  expect(text).toContain(`Page${count}of${count}`);
  expect(text).toContain(bare('State and county lines: U.S. Census Bureau'));
  expect(text).not.toContain('Tiles');
});
