import { expect, test } from '../../support/e2e.ts';
import { openMap } from './map.ts';

test('a drawn rectangle is measured, survives a reload, is hidden and reset', async ({ page }) => {
  await openMap(page, '?view=43.52744,-112.80227,7');
  const panel = page.getByRole('region', { name: 'Measurements' });
  await expect(panel).toBeHidden();
  await page.getByRole('button', { name: 'Measure', exact: true }).click();
  await page.getByRole('button', { name: 'Draw a rectangle' }).click();
  const tool = page.getByRole('button', { name: 'Draw a rectangle' });
  await expect(tool).toHaveAttribute('aria-pressed', 'true');
  await page.mouse.move(600, 400);
  await page.mouse.down();
  await page.mouse.move(700, 460, { steps: 4 });
  await page.mouse.up();
  await expect(panel).toBeVisible();
  await expect(panel).toContainText('1. Rectangle');
  const acres = acresOf((await panel.textContent()) ?? '');
  const feet = Number.parseFloat(
    /([\d,.]+) sq ft/.exec((await panel.textContent()) ?? '')?.[1]?.replaceAll(',', '') ?? '',
  );
  // 100 by 60 pixels at zoom 7 and 43.5°N are about 44 by 27 km, 290,000 acres.
  expect(acres).toBeGreaterThan(230_000);
  expect(acres).toBeLessThan(350_000);
  expect(feet / acres / 43_560).toBeCloseTo(1, 3);

  const squareMiles = /([\d,.]+) sq mi/.exec((await panel.textContent()) ?? '')?.[1] ?? '';
  expect(acres / Number.parseFloat(squareMiles) / 640).toBeCloseTo(1, 2);

  // The panel lies beside the map, and a reload brings the drawing back from the address.
  const map = await page.locator('.leaflet-container').boundingBox();
  const beside = await panel.boundingBox();
  expect((beside?.x ?? 0) + (beside?.width ?? 9999)).toBeLessThanOrEqual(map?.x ?? 0);
  await expect(page).toHaveURL(/draw=r/);
  const measured = (await panel.textContent()) ?? '';
  await page.reload();
  await expect(panel).toContainText('1. Rectangle');
  expect(Math.abs(acresOf((await panel.textContent()) ?? '') / acresOf(measured) - 1)).toBeLessThan(1e-4);

  await panel.getByRole('button', { name: 'Hide' }).click();
  await expect(panel).toBeHidden();
  await page.getByRole('button', { name: 'Show measurements' }).click();
  await panel.getByRole('button', { name: 'Reset' }).click();
  await expect(panel).toBeHidden();
  await expect(page.getByRole('button', { name: 'Show measurements' })).toBeHidden();
  await expect(page).not.toHaveURL(/draw=/);
});

test('a line is drawn by keyboard; a broken drawing of the link is counted', async ({ page }) => {
  await openMap(page, '?view=43.50000,-112.50000,12&draw=m_p~iF~ps|U,broken');
  await expect(page.getByText('1 drawing of this link could not be read.')).toBeVisible();
  const panel = page.getByRole('region', { name: 'Measurements' });
  await expect(panel.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Measure', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Draw a line' }).focus();
  await page.keyboard.press('Enter');
  const hint = page.getByRole('region', { name: 'Drawing' });
  await expect(hint).toContainText('Arrow keys move the map, Enter to add a point at the cross');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(hint).toContainText('There is a point here already');
  // 5 by 20 pixels of 45.5 feet at this zoom.
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await hint.getByRole('button', { name: 'Finish' }).press('Enter');
  await expect(panel).toContainText('2. Line');
  const feet = Number.parseFloat(
    /([\d,.]+) ft/
      .exec((await panel.getByRole('listitem').last().textContent()) ?? '')?.[1]
      ?.replace(',', '') ?? '',
  );
  expect(feet / 4550).toBeGreaterThan(0.98);
  expect(feet / 4550).toBeLessThan(1.02);
});

function acresOf(text: string): number {
  return Number.parseFloat(/([\d,.]+) acres/.exec(text)?.[1]?.replaceAll(',', '') ?? '');
}
