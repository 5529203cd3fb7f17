import { expect, test } from '../../support/e2e.ts';
import { boxPixels, countsOf, openMap, searchField, siteCount } from './map.ts';

test('a fuzzy search flies to the site and opens its popup', async ({ page }) => {
  await openMap(page);
  await searchField(page).fill('snake hiese');
  const list = page.getByRole('listbox');
  await expect(list.getByRole('option').first()).toContainText('Snake River near Heise');
  expect(await list.getByRole('option').count()).toBeLessThanOrEqual(50);
  await page.keyboard.press('ArrowDown');
  await expect(list.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  const popup = page.getByRole('dialog', { name: 'Snake River near Heise' });
  await expect(popup).toBeVisible();
  await expect(page).toHaveURL(/view=43\.6\d+,-111\.6\d+,16/);
  await expect(page).toHaveURL(/site=\d+/);
});

test('Enter before the results have arrived chooses the first of them', async ({ page }) => {
  let answer = () => {};
  const asked = new Promise<void>((resume) => {
    answer = resume;
  });
  await page.route('**/api/public-map/wells', async (route) => {
    await asked;
    await route.fallback();
  });
  await page.goto('/watershed-overview/map-of-sites');
  await searchField(page).fill('13037500');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Searching…')).toBeVisible();
  answer();
  await expect(page.getByRole('dialog', { name: 'Snake River near Heise' })).toBeVisible();
});

test('a long list of ids stays out of the address and survives a reload', async ({ page }) => {
  await openMap(page, '?mode=comma_separated_data_dots_search');
  const ids = ['13037500', ...Array.from({ length: 4999 }, (_, at) => `NONE-${at}`)];
  await searchField(page).fill(ids.join(','));
  const line = page.getByText('4,999 of 5,000 ids were not found.');
  await expect(line).toBeVisible();
  await expect.poll(() => page.url().length).toBeLessThan(300);
  await expect(page).toHaveURL(/list=session/);
  await page.reload();
  await expect(line).toBeVisible();
  await expect(page.getByText(/NONE-4998/)).toBeHidden();
  await page.getByRole('button', { name: 'Show them' }).click();
  await expect(page.getByText(/NONE-4998/)).toBeVisible();
});

test('comma-separated ids show only those sites, and unknown ids are named', async ({ page }) => {
  await openMap(page);
  const [, all] = await countsOf(page);
  await page.getByRole('button', { name: 'Location Types' }).click();
  await page.getByRole('checkbox', { name: /^Reservoir/ }).check();
  await page.getByRole('checkbox', { name: 'Stream Gage' }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Search by comma-separated ids' }).click();
  await searchField(page).fill(' 13037500, amf , nope-1,13037500');
  await expect(page.getByText('2 of 2 sites in view')).toBeVisible();
  await expect(page.getByText('No site has the id NOPE-1.')).toBeVisible();
  await expect.poll(() => boxPixels(page)).toBeGreaterThan(500);
  await expect(page).toHaveURL(/mode=comma_separated_data_dots_search/);
  await expect(page).not.toHaveURL(/view=43\.52744,-112\.80227,7(&|$)/);

  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page.getByText('No site has the id')).toBeHidden();
  await expect(page).not.toHaveURL(/view=/);

  await page.getByRole('button', { name: 'Search by comma-separated ids' }).click();
  await expect(siteCount(page)).toHaveText(new RegExp(`of ${all} sites`));
  await expect.poll(() => boxPixels(page)).toBe(0);
  await expect(page).not.toHaveURL(/type=/);
});

for (const text of ['43.61, -111.66', 'Lng: -111.66, Lat: 43.61']) {
  test(`coordinates are found as ${text}`, async ({ page }) => {
    await openMap(page);
    await searchField(page).fill(text);
    await page
      .getByRole('listbox')
      .getByRole('option', { name: /43\.61000, -111\.66000/ })
      .click();
    await expect(page).toHaveURL(/view=43\.6[01]\d*,-111\.6[56]\d*,16/);
    await expect(page.getByRole('button', { name: /Searched place/ })).toBeVisible();
  });
}

test('an ambiguous pair is offered both ways, an impossible one explained', async ({ page }) => {
  await openMap(page);
  await searchField(page).fill('10, 20');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(2);
  await expect(page.getByRole('listbox').getByRole('option').nth(1)).toContainText('20.00000, 10.00000');
  await searchField(page).fill('95, 200');
  await expect(page.getByText(/is not a place: latitude goes from -90 to 90/)).toBeVisible();
});

test('a place is searched only on request, and a failure is shown', async ({ page, outside }) => {
  outside.responses.push({
    url: /nominatim/,
    body: [{ lat: '43.826', lon: '-111.789', display_name: 'Rexburg, Idaho' }],
  });
  let requestCount = 0;
  page.on('request', (request) => {
    if (request.url().includes('nominatim')) requestCount += 1;
  });
  await openMap(page);
  await searchField(page).fill('Rexburg town');
  const findPlaceOption = page
    .getByRole('listbox')
    .getByRole('option', { name: 'Find the place “Rexburg town”' });
  await expect(findPlaceOption).toBeVisible();
  expect(requestCount).toBe(0);
  await findPlaceOption.click();
  await page.getByRole('listbox').getByRole('option', { name: 'Rexburg, Idaho' }).click();
  expect(requestCount).toBe(1);
  await expect(page).toHaveURL(/view=43\.8\d+,-111\.7\d+,16/);
  await page.reload();
  const pin = page.getByRole('button', { name: 'Searched place Rexburg, Idaho; press to remove' });
  await expect(pin).toBeVisible();
  await pin.click();
  await expect(page).not.toHaveURL(/pin=/);

  outside.responses.splice(0, 1, { url: /nominatim/, status: 503, body: {} });
  await searchField(page).fill('Rexburg again');
  await page
    .getByRole('listbox')
    .getByRole('option', { name: /Find the place/ })
    .click();
  await expect(page.getByText('The place search failed (503). Try again later.')).toBeVisible();

  outside.responses.splice(0, 1, { url: /nominatim/, body: [] });
  await page.getByRole('listbox').getByRole('option', { name: 'Find the place “Rexburg again”' }).click();
  await expect(page.getByText('No place matches “Rexburg again”.')).toBeVisible();
});

test('an id finds only its site, and the ids in the placeholder exist', async ({ page }) => {
  await openMap(page);
  const options = page.getByRole('listbox').getByRole('option');
  await searchField(page).fill('13037500');
  await expect(options.first()).toHaveText(/^Snake River near Heise/);
  await expect(options.last()).toHaveText(/^Find the place/);
  await searchField(page).fill('henrys frok');
  await expect(options.first()).toContainText('Henry');
  await page.getByRole('button', { name: 'Search by comma-separated ids' }).click();
  const example = (await searchField(page).getAttribute('placeholder')) ?? '';
  await searchField(page).fill(example.replace('Ids: ', ''));
  await expect(siteCount(page)).toHaveText('2 of 2 sites in view');
});

test('clearing unknown ids leaves the filters unchanged', async ({ page }) => {
  await openMap(page, '?mode=comma_separated_data_dots_search&q=NOPE-1&type=Reservoir');
  await expect(page.getByText('No site has the id NOPE-1.')).toBeVisible();
  await expect(page.getByText('No site matches all of these filters.')).toBeHidden();
  await page.getByRole('button', { name: 'Clear ids' }).click();
  await expect(page.getByText('No site has the id')).toBeHidden();
  await expect(siteCount(page)).not.toHaveText('0 of 0 sites in view');
  await expect(page).toHaveURL(/type=Reservoir/);
});
