import { chooseRadio, expect, test } from '../../support/e2e.ts';
import { countsOf, openLayers, openMap, searchField, siteCount } from './map.ts';

test('a link restores the whole screen', async ({ page, context }) => {
  await openLayers(page);
  await page.getByLabel('Color by').selectOption({ label: 'HUC 8s' });
  await chooseRadio(page.getByRole('radio', { name: 'Light' }));
  await page.getByRole('button', { name: 'Location Types' }).click();
  await page.getByRole('checkbox', { name: /^Reservoir/ }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: 'Show HUC8 Boundaries' }).uncheck();
  await page.getByRole('button', { name: 'HUC8 Boundaries' }).click();
  await page.getByRole('list', { name: 'Sites in view' }).getByRole('button').first().click();
  await expect(page).toHaveURL(/site=\d+/);
  const name = (await page.getByRole('dialog').getByRole('heading').textContent()) ?? '';
  await page.getByRole('dialog').getByRole('button', { name: 'Zoom to site' }).click();
  await expect(page).toHaveURL(/,16(&|$)/);
  await expect(page.getByRole('dialog', { name })).toBeVisible();
  const link = page.url();

  const other = await context.newPage();
  await other.addInitScript(() => sessionStorage.setItem('disclaimer-accepted', 'yes'));
  await other.goto(link);
  await expect(other.getByRole('dialog', { name })).toBeVisible();
  await expect(other.getByLabel('Color by')).toHaveValue('huc8Names');
  await expect(other.getByRole('radio', { name: 'Light' })).toBeChecked();
  await expect(other.getByRole('checkbox', { name: 'Show HUC8 Boundaries' })).not.toBeChecked();
  await expect(other.getByRole('button', { name: 'HUC8 Boundaries' })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  expect(await countsOf(other)).toEqual(await countsOf(page));
  await expect(other).toHaveURL(link);
});

test('a link with invalid values still opens the map', async ({ page }) => {
  await openMap(
    page,
    '?view=north&basemap=moon&color=%F0%9F%8C%8A&site=99999999&mode=x&panels=%00&q=%E0%A4%A',
  );
  await expect(page.getByText('Site 99999999 in this link is not on the map.')).toBeVisible();
  expect((await countsOf(page))[1]).toBeGreaterThanOrEqual(300);
  await expect(searchField(page)).toBeVisible();
});

test('Back reverts a site and a filter, but not a move of the map', async ({ page }) => {
  await openMap(page);
  const [, all] = await countsOf(page);
  await page.getByRole('button', { name: 'Location Types' }).click();
  await page.getByRole('checkbox', { name: /^Reservoir/ }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'American Falls Reservoir' }).click();
  const popup = page.getByRole('dialog', { name: 'American Falls Reservoir' });
  await popup.getByRole('button', { name: 'Zoom to site' }).click();
  await expect(page).toHaveURL(/,16&/);
  await page.goBack();
  await expect(popup).toBeHidden();
  await expect(page.getByRole('button', { name: 'Location Types 1' })).toBeVisible();
  await expect(page).not.toHaveURL(/,16/);
  await page.goBack();
  await expect(siteCount(page)).toHaveText(new RegExp(`of ${all} sites`));
  await page.goForward();
  await page.goForward();
  await expect(popup).toBeVisible();
});

test('the skip link does not change the address', async ({ page }) => {
  await openMap(page, '?type=Reservoir');
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page).toHaveURL(/\?type=Reservoir$/);
});
