import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../../support/e2e.ts';
import { accounts } from '../../support/sign-in.ts';
import {
  goToScreen,
  graphCanvas,
  openScreen,
  submit,
  submitAndWait,
} from '../../support/time-series-page.ts';

const twoGages = 'huc8s=&parameter_left=1&locations_left=14,15&axes=one&start=2021-10-01&end=2022-09-30';

test('a difference and its mean are named, drawn, listed, in the address and in the file, and never saved', async ({
  page,
}) => {
  await openScreen(page, twoGages, accounts.administrator);
  const part = page.getByRole('group', { name: 'Derived series' });
  await part.getByRole('button', { name: 'Add a derived series' }).click();
  const form = page.getByRole('form', { name: 'Derived series' });
  await expect(form.getByLabel('Computation')).toBeFocused();

  // Wrong input is named where it is typed, and until it is right.
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(form.getByRole('alert')).toHaveText('Choose two series.');
  await form.getByLabel('Computation').selectOption('Lag in days');
  await form.getByLabel('Series', { exact: true }).selectOption({ index: 1 });
  await form.getByLabel('Days later').fill('soon');
  await expect(form.getByRole('alert')).toContainText('Enter a lag of 1 to 366 days');
  await form.getByLabel('Computation').selectOption('AF a day to cfs');
  await expect(form.getByRole('alert')).toContainText(
    'A flow needs daily volumes in AF; Snake River near Heise is in cfs.',
  );

  await form.getByLabel('Computation').selectOption('Difference, A − B');
  await form.getByLabel('Series A').selectOption({ index: 2 });
  await form.getByLabel('Series B').selectOption({ index: 1 });
  await form.getByLabel('Name').fill('Gain');
  await page.keyboard.press('Enter');
  const list = part.getByRole('list', { name: 'Derived series' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list).toContainText('− Snake River near Heise (cfs)');
  await expect(part.getByRole('button', { name: 'Add a derived series' })).toBeFocused();

  await page.keyboard.press('Enter');
  await form.getByLabel('Computation').selectOption('Moving mean');
  await form.getByLabel('Series', { exact: true }).selectOption('Gain (cfs)');
  await form.getByLabel('Name').fill('Weekly gain');
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(page).toHaveURL(/&d=diff:l15,l14:Gain&d=mean:d1:7:Weekly\+gain/);
  await expectAccessible(page);

  await submitAndWait(page);
  const read = page.getByRole('region', { name: 'What to compare' });
  await expect(read).toContainText('2 derived series');
  const table = page.getByRole('table', { name: 'Daily Groundwater Elevation Timeseries Table' });
  await page.goto(`${page.url()}&t.q=Weekly+gain`);
  await expect(graphCanvas(page)).toBeVisible();
  await expect(page.getByText('Weekly gain (cfs): 7-day mean of Gain')).toBeVisible();
  await expect(table.getByRole('row').nth(1)).toContainText('Derived seriesWeekly gain');
  await expect(table.getByRole('link')).toHaveCount(0);

  // Removing the first removes what is computed from it.
  await page.getByRole('button', { name: 'Change' }).first().click();
  await part.getByRole('button', { name: 'Remove Gain' }).click();
  await expect(list).toHaveCount(0);
  await expect(page.getByText('“Gain” was removed, and the series computed from it.')).toBeVisible();
  await expect(submit(page)).toBeVisible();
});

test('a link says which of its derived series cannot be used, and draws the others', async ({ page }) => {
  await openScreen(
    page,
    `${twoGages}&d=ratio:l14,l15:Share&d=sum:l14,l15:Both&d=diff:l14,l9999:Lost&submitted=yes`,
    accounts.administrator,
  );
  await expect(
    page.getByText('The derived series “ratio:l14,l15:Share” is left out.', { exact: false }),
  ).toBeVisible();
  await expect(graphCanvas(page)).toBeVisible();
  await expect(page.getByText('“Lost” is not computed.', { exact: false })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a series is added in the sheet', async ({ page }) => {
    await goToScreen(page, `${twoGages}&d=sum:l14,l15:Both`, accounts.administrator);
    await page.getByRole('button', { name: 'Change' }).click();
    const sheet = page.getByRole('dialog', { name: 'What to compare' });
    await sheet.getByRole('button', { name: 'Change Both' }).click();
    await expect(sheet.getByRole('form', { name: 'Derived series' })).toBeVisible();
    await expectAccessible(page);
    await sheet.getByLabel('Name').fill('Sum of both');
    await sheet.getByRole('form').getByRole('button', { name: 'Change' }).click();
    await expect(sheet.getByText('Sum of both', { exact: true })).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
});
