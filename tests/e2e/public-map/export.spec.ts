import { readFile } from 'node:fs/promises';
import { expect, test, tileColour } from '../../support/e2e.ts';
import { readPdfText } from '../../support/pdf.ts';
import { countPixels, readPng } from '../../support/png.ts';
import { drawnPixels, openMap } from './map.ts';

test('the PNG holds the tiles and the sites', async ({ page }) => {
  await openMap(page);
  await expect.poll(() => drawnPixels(page, '#1f6fb2')).toBeGreaterThan(1000);
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save PNG' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('map.png');
  const picture = readPng(await readFile(await download.path()));
  expect(picture.width).toBeGreaterThan(600);
  expect(countPixels(picture, tileColour)).toBeGreaterThan(picture.width * picture.height * 0.05);
  expect(countPixels(picture, [31, 111, 178])).toBeGreaterThan(1000);
  await expect(page.getByRole('dialog', { name: 'Export the map' })).toBeHidden();
});

test('the PDF is a page with the title given', async ({ page }) => {
  await openMap(page, '?colour=type');
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
  const text = readPdfText(file);
  for (const part of ['Sites of May', 'Location Types', 'Stream Gage', 'Monitoring Dashboard', ' mi']) {
    expect(text).toContain(part);
  }
  expect(text).toMatch(/\d\d\/\d\d\/20\d\d/);
});
