import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../../support/e2e.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';
import { walkThrough } from '../../support/walk-through.ts';

const address = '/data-access/well-production-data-entry';

const cell = (page: Page, column: string, date: string) =>
  page.getByRole('textbox', { name: `${column}, ${date}`, exact: true });

/** A year of its own for each run, because entries stay in the database of the flows. */
const year = 1900 + Math.floor(Math.random() * 90);

/** Chooses a well of its own for each test. */
async function chooseWell(page: Page, index: number): Promise<string> {
  const well = page.getByLabel('Well', { exact: true });
  await expect(well.getByRole('option').nth(index)).toBeAttached();
  const value = (await well.getByRole('option').nth(index).getAttribute('value')) ?? '';
  await well.selectOption(value);
  return value;
}

test('enters the hours of a month as the guide says', async ({ page }) => {
  await openSignedIn(page, accounts.administrator, address);
  await walkThrough('guide/well-production', 'Enter the hours of a month', {
    'Choose the Well.': async () => {
      await chooseWell(page, 6);
    },
    'Choose the Month': async () => {
      await page.getByRole('button', { name: 'Earlier month' }).click();
      await page.goto(page.url().replace(/month=[\d-]+/, `month=${year}-07`));
      await expect(page.getByLabel('Month', { exact: true })).toHaveValue(`${year}-07`);
    },
    'Choose the Method of new days.': async () => {
      await page.getByLabel('Method of new days').selectOption('Power records');
    },
    'Type the hours': async () => {
      await cell(page, 'Hours Pumped', `Jul 1, ${year}`).click();
      await page.keyboard.type('12.5');
      await page.keyboard.press('Enter');
      await expect(cell(page, 'Hours Pumped', `Jul 2, ${year}`)).toBeFocused();
      await expect(cell(page, 'Method', `Jul 1, ${year}`)).toHaveValue('Power records');
    },
    'Type what else was noted': async () => {
      await cell(page, 'Hours Pumped', `Jul 2, ${year}`).fill('25');
      await cell(page, 'Meter Reading', `Jul 2, ${year}`).fill('1,204.5');
      await cell(page, 'Hours Pumped', `Jul 3, ${year}`).fill('ten');
    },
    'Correct what is marked red': async () => {
      await expect(cell(page, 'Hours Pumped', `Jul 2, ${year}`)).toHaveAccessibleDescription(
        'Enter hours from 0 to 24.',
      );
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Publish 3 days' }).click();
      await expect(cell(page, 'Hours Pumped', `Jul 2, ${year}`)).toBeFocused();
      await cell(page, 'Hours Pumped', `Jul 2, ${year}`).fill('24');
      await page.keyboard.press('Enter');
      await page.keyboard.type('10');
    },
    'Press Publish.': async () => {
      await expect(page.getByRole('row', { name: /^Total/ })).toContainText('46.5');
      await page.getByRole('button', { name: 'Publish 3 days' }).click();
      await expect(page.getByText('3 days were published.')).toBeVisible();
      await page.reload();
      await expect(cell(page, 'Hours Pumped', `Jul 3, ${year}`)).toHaveValue('10');
      await expect(cell(page, 'Meter Reading', `Jul 2, ${year}`)).toHaveValue('1204.5');
    },
  });
});

test('two people in one month: nothing is overwritten, and each day is settled', async ({
  page,
  context,
}) => {
  await openSignedIn(page, accounts.administrator, address);
  const well = await chooseWell(page, 7);
  const month = `${address}?well=${encodeURIComponent(well)}&month=${year}-08`;
  await page.goto(month);
  await cell(page, 'Hours Pumped', `Aug 1, ${year}`).fill('5');
  const other = await context.newPage();
  await other.goto(month);
  await expect(other.getByText(/^Unsaved changes from .* have been restored\.$/)).toBeVisible();
  await other.getByRole('button', { name: 'Discard', exact: true }).click();
  await cell(other, 'Hours Pumped', `Aug 1, ${year}`).fill('9');
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(other.getByText('1 day was saved as a draft.')).toBeVisible();
  await page.getByRole('button', { name: 'Publish 1 day' }).click();
  const notice = page.getByRole('alert', { name: 'Someone else has saved' });
  await expect(notice).toContainText(`Aug 1, ${year}: theirs 9 (Hours Pumped)`);
  await expect(cell(page, 'Hours Pumped', `Aug 1, ${year}`)).toHaveValue('5');
  await notice.getByRole('button', { name: 'Take theirs for Aug 1' }).click();
  await expect(cell(page, 'Hours Pumped', `Aug 1, ${year}`)).toHaveValue('9');
  await cell(page, 'Hours Pumped', `Aug 1, ${year}`).fill('');
  await page.getByRole('button', { name: 'Earlier month' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('1 entry was deleted.')).toBeVisible();
});

test('the grid fits a phone, one column at a time', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openSignedIn(page, accounts.administrator, address);
  await chooseWell(page, 8);
  await page.goto(page.url().replace(/month=[\d-]+/, `month=${year}-09`));
  await expect(cell(page, 'Hours Pumped', `Sep 30, ${year}`)).toBeVisible();
  await expect(cell(page, 'Remarks', `Sep 30, ${year}`)).toBeHidden();
  await page.getByLabel('Column', { exact: true }).selectOption('Remarks');
  await cell(page, 'Remarks', `Sep 1, ${year}`).fill(`https://example.org/${'x'.repeat(300)}`);
  await expect(cell(page, 'Hours Pumped', `Sep 1, ${year}`)).toBeHidden();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Discard changes' }).click();
});
