import { expect, expectAccessible, test } from '../../support/e2e.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

const path = '/data-analysis-tools/reach-gains-comparison';

test.describe('the board of reaches', () => {
  test('opens with all reaches, follows day and season by keyboard, and folds when a reach is compared', async ({
    page,
  }) => {
    await openSignedIn(page, accounts.developer, path);
    const board = page.getByRole('region', { name: 'All reaches' });
    const table = board.getByRole('table');
    await expect(table.getByRole('row', { name: /^Sum of the five/ })).toBeVisible();
    await expect(table.getByRole('button')).toHaveCount(5);
    await expect(board.getByRole('button', { expanded: true })).toContainText(
      /^The five reaches (gain|lose)/,
    );
    await expect(table.getByRole('row', { name: /^Lorenzo to Shelley/ })).toContainText('not computed');
    await expectAccessible(page);

    await board.getByLabel('Day', { exact: true }).fill('2026-07-15');
    await expect(table.getByRole('columnheader', { name: /^July to date Jul 1–Jul 15/ })).toBeVisible();
    await expect(page).toHaveURL(/on=2026-07-15/);
    await board.getByRole('button', { name: 'The day before' }).press('Enter');
    await expect(table.getByRole('columnheader', { name: /^7-day mean Jul 8–Jul 14/ })).toBeVisible();
    await board.getByLabel('Season since').selectOption({ label: '1 May' });
    await expect(table.getByRole('columnheader', { name: /^Season to date May 1–Jul 14/ })).toBeVisible();
    await expect(page).toHaveURL(/since=may/);
    await page.reload();
    await expect(table.getByRole('columnheader', { name: /^Season to date May 1–Jul 14/ })).toBeVisible();

    await table.getByRole('button', { name: 'Near Blackfoot to Neeley' }).press('Enter');
    await expect(
      page.getByRole('heading', { name: 'Near Blackfoot to Neeley, Reach Gain', exact: true }),
    ).toBeVisible();
    await expect(table).toBeHidden();
    await expect(page).toHaveURL(/submitted=yes/);
    await board.getByRole('button', { expanded: false }).press('Enter');
    await expect(table).toBeVisible();
  });

  test('says why a day has no board, and shows it again', async ({ page }) => {
    await openSignedIn(page, accounts.developer, `${path}?on=2199-01-01`);
    const board = page.getByRole('region', { name: 'All reaches' });
    await expect(board.getByRole('alert')).toContainText('The reach board needs a day from');
    await board.getByLabel('Day', { exact: true }).fill('2026-03-01');
    await expect(board.getByRole('row', { name: /^Sum of the five/ })).toBeVisible();
  });

  test('fits a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openSignedIn(page, accounts.developer, path);
    const board = page.getByRole('region', { name: 'All reaches' });
    await expect(board.getByRole('button', { name: 'Heise to Lorenzo', exact: true })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await board.getByRole('button', { name: 'Heise to Lorenzo', exact: true }).click();
    await expect(page.locator('[aria-roledescription=chart] canvas').first()).toBeInViewport();
  });
});
