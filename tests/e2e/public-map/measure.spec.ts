import { expect, test } from '../../support/e2e.ts';
import { openMap } from './map.ts';

test('a drawn rectangle is measured, hidden and reset', async ({ page }) => {
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
  const acres = Number.parseFloat(
    /([\d,.]+) acres/.exec((await panel.textContent()) ?? '')?.[1]?.replaceAll(',', '') ?? '',
  );
  const feet = Number.parseFloat(
    /([\d,.]+) sq ft/.exec((await panel.textContent()) ?? '')?.[1]?.replaceAll(',', '') ?? '',
  );
  // 100 by 60 pixels at zoom 7 and 43.5°N are about 44 by 27 km, 290,000 acres.
  expect(acres).toBeGreaterThan(230_000);
  expect(acres).toBeLessThan(350_000);
  expect(feet / acres / 43_560).toBeCloseTo(1, 3);

  await panel.getByRole('button', { name: 'Hide' }).click();
  await expect(panel).toBeHidden();
  await page.getByRole('button', { name: 'Show measurements' }).click();
  await panel.getByRole('button', { name: 'Reset' }).click();
  await expect(panel).toBeHidden();
  await expect(page.getByRole('button', { name: 'Show measurements' })).toBeHidden();
});
