import { expect, test } from '../../support/e2e.ts';
import { countsOf, drawnPixels, openLayers, openMap, siteCount } from './map.ts';

test('filters are combined, counted and cleared', async ({ page }) => {
  await openMap(page);
  const [, all] = await countsOf(page);
  expect(all).toBeGreaterThanOrEqual(300);

  await page.getByRole('button', { name: 'Location Types' }).click();
  const types = page.getByRole('dialog', { name: 'Location Types' });
  const reservoirs = Number.parseInt(
    ((await types.getByText('Reservoir').locator('..').textContent()) ?? '').replace(/\D+/, ''),
    10,
  );
  await types.getByRole('checkbox', { name: /^Reservoir/ }).check();
  await expect(siteCount(page)).toHaveText(new RegExp(`of ${reservoirs} sites`));
  await types.getByRole('checkbox', { name: 'SNOTEL' }).check();
  await expect(siteCount(page)).not.toHaveText(new RegExp(`of ${reservoirs} sites`));
  const [, both] = await countsOf(page);
  expect(both).toBeGreaterThan(reservoirs);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /Location Types/ })).toBeFocused();

  await page.getByRole('button', { name: 'Data Providers' }).click();
  await page.getByRole('checkbox', { name: 'NRCS Snotel' }).check();
  const [, joined] = await countsOf(page);
  expect(joined).toBe(both - reservoirs);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(siteCount(page)).toHaveText(new RegExp(`of ${all} sites`));
});

test('a filter without matches shows a notice that offers to clear it', async ({ page }) => {
  await openMap(page, '?type=SNOTEL&provider=USGS');
  const notice = page.getByText('No site matches all of these filters.');
  await expect(notice).toBeVisible();
  await expect(page.getByText('0 of 0 sites in view')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(notice).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
  expect((await countsOf(page))[1]).toBeGreaterThanOrEqual(300);
  await expect(page).not.toHaveURL(/type=/);
});

test('a long list scrolls between its search field and its footer', async ({ page }) => {
  await openMap(page);
  await page.getByRole('button', { name: 'HUC 10s' }).click();
  const popup = page.getByRole('dialog', { name: 'HUC 10s' });
  const options = popup.getByRole('checkbox');
  await expect.poll(() => options.count()).toBeGreaterThan(40);
  const [frame, foot] = [
    await popup.boundingBox(),
    await popup.getByRole('button', { name: /Clear/ }).boundingBox(),
  ];
  expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThanOrEqual((frame?.y ?? 0) + (frame?.height ?? 0));
  expect(frame?.height).toBeLessThanOrEqual(480);
  await popup.getByRole('searchbox', { name: 'Find in HUC 10s' }).fill('no such unit');
  await expect(popup.getByText('Nothing matches “no such unit”.')).toBeVisible();
});

test('colors follow the chosen category and its legend', async ({ page }) => {
  await openLayers(page, '?color=type');
  await expect.poll(() => drawnPixels(page, '#1f6fb2')).toBeGreaterThan(1000);
  const select = page.getByLabel('Color by');
  await expect(select.locator('option')).toHaveText([
    'Location Types',
    'Parameters',
    'Data Providers',
    'HUC 8s',
    'HUC 10s',
    'GW Districts',
    'Default',
    'Conditions',
  ]);
  await select.selectOption({ label: 'Data Providers' });
  const legend = page.getByRole('list', { name: 'Legend: Data Providers' });
  const entries = legend.getByRole('listitem');
  await expect(entries.filter({ hasText: 'USGS' })).toBeVisible();
  await expect.poll(() => drawnPixels(page, '#1f6fb2')).toBeLessThan(200);
  const swatch = entries.filter({ hasText: 'USGS' }).locator('canvas');
  const color = await swatch.evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1) ?? {};
    return `#${[...(data ?? [])]
      .slice(0, 3)
      .map((part) => part.toString(16).padStart(2, '0'))
      .join('')}`;
  });
  await expect.poll(() => drawnPixels(page, color)).toBeGreaterThan(300);

  await page.getByRole('button', { name: 'Location Types' }).click();
  await page.getByRole('checkbox', { name: 'SNOTEL' }).check();
  await expect(entries).toHaveCount(1);
  await expect(entries.first()).toContainText('NRCS Snotel');
});
