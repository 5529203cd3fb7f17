import { categoryColors, legibleOn } from '#lib/colors.ts';
import { chartButton } from '../../support/chart-menu.ts';
import { expect, test } from '../../support/e2e.ts';
import { accounts } from '../../support/sign-in.ts';
import {
  chosen,
  findPoint,
  graphCanvas,
  locations,
  openScreen,
  parameter,
  path,
  submit,
  submitAndWait,
  twoYears,
} from '../../support/time-series-page.ts';

test('starts with the default filters; Submit saves them and draws, and the address restores everything', {
  tag: '@quick',
}, async ({ page }) => {
  await openScreen(page, '', accounts.user);
  await expect(chosen(page, 'left')).toHaveCount(1);
  await expect(page.getByText(/will be drawn here/)).toBeVisible();
  await page.getByRole('button', { name: 'Last 5 water years' }).click();
  await expect(submit(page)).toBeInViewport();
  await submitAndWait(page);
  await expect(page.getByRole('region', { name: 'What to compare' })).toContainText(
    /^Streamflow at .+ · Oct 1, \d{4} to .*Change.*Submit$/,
  );
  await expect(graphCanvas(page)).toBeInViewport({ ratio: 0.8 });
  await expect(page.getByText('New filters were applied to the database')).toBeVisible();
  await expect(page).toHaveURL(/submitted=yes/);
  const table = page.getByRole('table', { name: 'Daily Groundwater Elevation Timeseries Table' });
  await expect(table.getByRole('columnheader')).toHaveText([
    'HUC8',
    'Parameter Name',
    'Location Name',
    'Result',
    'Units',
    'Last Report',
    'Data Provider Name',
    'Location Type Name',
    'HUC10',
  ]);
  const first = table.getByRole('row').nth(1).getByRole('cell');
  await expect(first.nth(3)).toHaveText(/^-?\d+\.\d\d/);
  await expect(first.nth(5)).toHaveText(/^10\/01\/\d{4}, 12:00 AM$/);

  await page.reload();
  await expect(graphCanvas(page)).toBeVisible();
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Last 5 water years' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('a parameter clears its axis, HUC8s clear both, and Submit says what is missing', async ({ page }) => {
  await openScreen(page);
  await expect(chosen(page, 'left')).toHaveText('Remove Snake River near Heise');
  await parameter(page, 'left').selectOption({ label: 'Air Temperature (°F)' });
  await expect(chosen(page, 'left')).toHaveCount(0);
  await expect(chosen(page, 'right')).toHaveCount(1);
  await expect(submit(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(submit(page)).toHaveAccessibleDescription('Choose at least one location for the left axis.');

  await page.getByRole('combobox', { name: 'HUC8s' }).click();
  await page.getByRole('option', { name: 'Palisades' }).click();
  await page.keyboard.press('Escape');
  await expect(parameter(page, 'left')).toHaveValue('');
  await expect(parameter(page, 'right')).toHaveValue('');
  await expect(chosen(page, 'right')).toHaveCount(0);
  await expect(locations(page, 'left')).toBeDisabled();
  await parameter(page, 'left').selectOption({ label: 'Streamflow (cfs)' });
  await locations(page, 'left').fill('snake');
  await expect(page.getByRole('option', { name: /Snake River near Heise Stream/ })).toBeVisible();
  await expect(page.getByRole('option', { name: /Milner/ })).toHaveCount(0);
});

test('a location is found, chosen and removed by keyboard; a click on the map removes and adds one', async ({
  page,
}) => {
  await openScreen(page);
  await locations(page, 'left').focus();
  await page.keyboard.type('teton');
  await expect(page.getByRole('option').first()).toContainText('Teton');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(chosen(page, 'left')).toHaveCount(2);
  await chosen(page, 'left').last().focus();
  await page.keyboard.press('Enter');
  await expect(chosen(page, 'left')).toHaveCount(1);

  // The color of site 14 on every screen.
  const color = legibleOn(categoryColors[14], 'light');
  await expect.poll(() => findPoint(page, color)).toBeTruthy();
  const point = await findPoint(page, color);
  if (!point) throw new Error('The chosen site is not drawn.');
  const boxOfMap = async () =>
    (await page.locator('.leaflet-container').first().boundingBox()) ?? { x: 0, y: 0 };
  const before = await boxOfMap();
  await page.mouse.click(point.x, point.y);
  await expect(chosen(page, 'left')).toHaveCount(0);
  // The form may have become lower, and the map beside it may have moved.
  const after = await boxOfMap();
  await page.mouse.click(point.x + after.x - before.x, point.y + after.y - before.y);
  await expect(chosen(page, 'left')).not.toHaveCount(0);
  await page.getByRole('button', { name: 'right axis', exact: true }).click();
  await expect(page.getByRole('button', { name: 'right axis', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('warns of reversed dates and of dates outside the record', async ({ page }) => {
  await openScreen(page);
  await page.getByLabel('Start date').fill('2023-01-01');
  await expect(page.getByLabel('Start date')).toHaveAccessibleDescription(
    'The start date is after the end date.',
  );
  await expect(submit(page)).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('End date').fill('2023-02-01');
  await expect(submit(page)).toHaveAttribute('aria-disabled', 'false');
  await page.getByLabel('Start date').fill('1950-01-01');
  await expect(page.getByText(/reach beyond the record.*Oct 1, 1980 to/)).toBeVisible();
  await page.getByRole('button', { name: 'Full record' }).click();
  await expect(page.getByText(/reach beyond the record/)).toHaveCount(0);
  await page.getByLabel('Start date').fill('1950-01-01');
  await page.getByLabel('End date').fill('1950-12-31');
  await expect(page.getByText(/no data between these dates.*Oct 1, 1980 to/)).toBeVisible();
  await submit(page).click();
  await expect(page.getByText('No data available for left or right axis')).toBeVisible();
  await expect(page.getByText('No Data Available', { exact: true })).toBeVisible();
});

test('reports locations of a link that no longer exist', async ({ page }) => {
  await openScreen(page, twoYears.replace('locations_left=14', 'locations_left=14,999998,999999'));
  await expect(
    page.getByText('2 locations of this selection are no longer available and were left out.'),
  ).toBeVisible();
  await expect(chosen(page, 'left')).toHaveCount(1);
});

test('a link with a site chooses it, and names its impossible date', async ({ page }) => {
  await openScreen(page, 'locations_left=14&start=2025-02-30&end=');
  await expect(
    page.getByText('The start date of this link, 2025-02-30, is not a date.', { exact: false }),
  ).toBeVisible();
  await expect(chosen(page, 'left')).toHaveText('Remove Snake River near Heise');
  await expect(parameter(page, 'left')).not.toHaveValue('');
});

test('takes the first 50 locations and draws them in a gradient', async ({ page }) => {
  await openScreen(page);
  await locations(page, 'left').click();
  await page.getByRole('button', { name: 'Choose the first 49' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: '+ 42 more' })).toBeVisible();
  await submitAndWait(page);
  await (await chartButton(page, 'More of', /^Table/)).click();
  // They arrive ten at a time. Two more columns have the dates and the well.
  await expect(page.getByRole('table', { name: 'Streamflow' }).getByRole('columnheader')).toHaveCount(52, {
    timeout: 30_000,
  });
});
