import { expect, expectAccessible, test } from '../../support/e2e.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

test('leads from Today to the years like this one, weighs them, and draws them', async ({ page }) => {
  await openSignedIn(page, accounts.user, '/watershed-overview/today?on=2024-02-29');
  const link = page.getByRole('link', { name: 'Years like this one' });
  await expect(link).toHaveAttribute('href', /on=2024-02-29$/);
  await link.click();
  const section = page.getByRole('region', { name: 'Years like this one' });
  await expect(
    section.getByText(/^Most like water year \d{4} up to .*\. Not a forecast\.$/).first(),
  ).toBeVisible();
  await expect(section.getByRole('table', { name: 'Why they are near' })).toBeVisible();
  const followed = section.getByRole('table', { name: 'What followed (not a forecast)' });
  await expect(followed.getByText(/^(skill|too few)/).first()).toBeVisible();
  await expectAccessible(page);

  await section.getByLabel('Weight of snow').selectOption('0');
  await expect(page).toHaveURL(/on=2024-02-29&weights=1,0,1,1/);
  await expect(section.getByText(/up to Feb 29, 2024/).first()).toBeVisible();
  await expect(section.getByText('left out: its weight is 0').first()).toBeVisible();

  await section.getByRole('button', { name: 'Compare on the chart' }).click();
  await expect(page).toHaveURL(/series=Minimum,Median,Maximum,2024,(\d{4},){4}\d{4}&submitted=yes/);
  await expect(page.locator('#result [aria-roledescription=chart] canvas')).toBeVisible();
  await page.getByRole('button', { name: 'Compare with' }).click();
  await page.getByRole('button', { name: /^\W*Drought years: .*2001/ }).click();
  await expect(page).toHaveURL(/series=[^&]*1992[^&]*&submitted=yes/);

  await expect(section).toHaveCount(0);
  await page.getByRole('button', { name: 'Compare with' }).click();
  await page.getByRole('button', { name: 'Years like this one', exact: true }).click();
  await expect(section.getByRole('table', { name: 'Why they are near' })).toBeVisible();
  await section.getByRole('button', { name: 'Close the years like this one' }).click();
  await expect(section).toHaveCount(0);
});
