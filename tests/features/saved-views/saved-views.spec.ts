import { expect, test } from '../../support/e2e.ts';
import { graphCanvas, openScreen, path, twoYears } from '../../support/time-series-page.ts';

test('saves a view under a name, opens it elsewhere, renames and deletes it', async ({ page }) => {
  const name = `Reach ${crypto.randomUUID()}`;
  await openScreen(page, `${twoYears}&submitted=yes`);
  await expect(graphCanvas(page)).toBeVisible();
  const menu = page.getByRole('button', { name: 'Saved views' });
  await menu.click();
  const field = page.getByLabel('Save this view as…');
  await field.press('Enter');
  await expect(field).toHaveAccessibleDescription('Enter a name of 1 to 80 characters.');
  await field.fill(name);
  await field.press('Enter');
  await expect(page.getByText(`The view “${name}” was saved.`)).toBeVisible();

  await page.goto(path);
  await menu.click();
  await page.getByRole('link', { name }).click();
  await expect(graphCanvas(page)).toBeVisible();
  await expect(page).toHaveURL(/start=2020-10-01&end=2022-09-30&submitted=yes/);

  await menu.click();
  await page.getByRole('button', { name: `Rename ${name}` }).click();
  await page.getByLabel(`New name of ${name}`).fill(`${name} B`);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Delete ${name} B` }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText(`The view “${name} B” was deleted.`)).toBeVisible();
  await expect(page.getByRole('link', { name })).toHaveCount(0);
});
