import { openMap, searchField, siteCount } from '../../e2e/public-map/map.ts';
import { expect, test } from '../../support/e2e.ts';

test('a town stands before the station named after it, and is shown close with sites around', async ({
  page,
}) => {
  await openMap(page);
  await searchField(page).fill('idaho falls');
  const options = page.getByRole('listbox').getByRole('option');
  await expect(options.first()).toHaveText(/^Idaho Falls.*Town/);
  await options.first().click();
  await expect(page).toHaveURL(/view=43\.48\d*,-112\.03\d*,11/);
  await expect(page.getByRole('button', { name: /^Searched place Idaho Falls/ })).toBeVisible();
  await expect(siteCount(page)).not.toHaveText(/^0 of/);
  await searchField(page).fill('wells near me');
  await expect(options.first()).toHaveText(/Well · [\d.]+ miles? from the pin/);
  await expect(options).toHaveCount(50);
});

test('a question is answered in the rows of the map, and another screen opens', async ({ page }) => {
  await openMap(page);
  await searchField(page).fill('flow at heise');
  const options = page.getByRole('listbox').getByRole('option');
  await expect(options.first()).toHaveText(/^Snake River near Heise[\d,]+ cfs.*(today|ago)$/);
  await searchField(page).fill('snow above heise');
  await expect(options.first()).toHaveText(/^Snake above Heise/);
  await options.first().click();
  await expect(page).toHaveURL(/snotel-swe-data\/?\?group=|\/interaction\//);
});
