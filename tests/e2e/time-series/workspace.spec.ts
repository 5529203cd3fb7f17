import { expect, expectAccessible, test } from '../../support/e2e.ts';
import { readPdfLetters } from '../../support/pdf.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';
import { graphCanvas, openScreen, twoYears } from './time-series-page.ts';

const path = '/data-analysis-tools/workspace';

test('a saved view, a site and cards stand side by side, with one day under the pointer, and are saved under a name', async ({
  page,
}, { retry }) => {
  test.slow();
  // A run that has ended early has left its views.
  const [viewName, workspaceName] = [`Heise and a well ${retry}`, `Monday ${retry}`];
  await openScreen(page, `${twoYears}&submitted=yes`, accounts.administrator);
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByLabel('Save this view as…').fill(viewName);
  await page.getByLabel('Save this view as…').press('Enter');
  await expect(page.getByText(`The view “${viewName}” was saved.`)).toBeVisible();

  await page.goto(path);
  await expect(page.getByText('Choose saved views, sites and cards above.', { exact: false })).toBeVisible();
  const tiles = page.getByRole('combobox', { name: 'Tiles' });
  for (const text of [viewName, 'Snake River near Heise', 'Reach board', 'Today’s figures']) {
    await tiles.fill(text);
    await page.getByRole('option', { name: text }).first().click();
  }
  await page.keyboard.press('Escape');
  const view = page.getByRole('region', { name: viewName, exact: true });
  const site = page.getByRole('region', { name: 'Snake River near Heise, Streamflow' });
  await expect(view.locator('canvas').first()).toBeVisible();
  await expect(site.locator('canvas').first()).toBeVisible();
  const board = page.getByRole('region', { name: 'Reach board' });
  await board.scrollIntoViewIfNeeded();
  await expect(board.getByRole('table')).toBeVisible();
  const today = page.getByRole('region', { name: 'Today’s figures' });
  await today.scrollIntoViewIfNeeded();
  await expect(today.getByRole('img')).toBeVisible();

  await page.getByLabel('Start date').fill('2021-10-01');
  await page.getByLabel('End date').fill('2022-09-30');
  await expect(page).toHaveURL(
    /tiles=view\.[0-9a-f-]{36},site\.14\.1,board,today&start=2021-10-01&end=2022-09-30/,
  );
  await expect(site.locator('canvas').first()).toBeVisible();
  await expect(view.getByRole('group', { name: /^Streamflow/ })).toBeVisible();
  // Both graphs read the day that one of them is at.
  await site.getByRole('group', { name: /^Streamflow/ }).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(site.getByText('10-02-2021').first()).toBeVisible();
  await expect(view.getByText('10-02-2021').first()).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: '/tmp/w/shots/ws2.png', fullPage: true });

  await page.getByRole('button', { name: 'Move Snake River near Heise, Streamflow up' }).click();
  await expect(page).toHaveURL(/tiles=site\.14\.1,view\./);
  await expect(
    page.getByRole('button', { name: 'Move Snake River near Heise, Streamflow up' }),
  ).toBeFocused();

  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByLabel('Save this view as…').fill(viewName);
  await page.getByLabel('Save this view as…').press('Enter');
  await expect(
    page.getByText(`You already have a view named “${viewName}”.`, { exact: false }),
  ).toBeVisible();
  await page.getByLabel('Save this view as…').fill(workspaceName);
  await page.getByLabel('Save this view as…').press('Enter');
  await expect(page.getByText(`The view “${workspaceName}” was saved.`)).toBeVisible();
  await page.goto(path);
  await page.getByRole('button', { name: 'Saved views' }).click();
  await expect(page.getByRole('list', { name: 'Your views' }).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('link', { name: workspaceName }).click();
  await expect(site.locator('canvas').first()).toBeVisible();
  await page.getByRole('button', { name: 'Remove the tile Reach board' }).click();
  await expect(board).toHaveCount(0);

  // A tile whose view is deleted says so.
  const remove = async (name: string) => {
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText(`The view “${name}” was deleted.`)).toBeVisible();
  };
  await remove(workspaceName);
  const address = page.url();
  await openScreen(page, twoYears, accounts.administrator);
  await remove(viewName);
  await page.goto(address);
  await expect(page.getByText('This saved view was deleted', { exact: false })).toBeVisible();
});

test('each tile prints on a page, also those that have not been scrolled to', async ({ page }) => {
  test.slow();
  const printed: string[] = [];
  await page.exposeFunction('onPrint', () => printed.push('printed'));
  await page.addInitScript(() => {
    window.print = () => void (window as unknown as { onPrint(): Promise<void> }).onPrint();
  });
  const tiles = 'site.14.1,today,site.195.7,board';
  await openSignedIn(page, accounts.user, `${path}?tiles=${tiles}&start=2021-10-01&end=2022-09-30&columns=1`);
  await expect(page.locator('canvas').first()).toBeVisible();
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await expect.poll(() => printed.length, { timeout: 40_000 }).toBe(1);
  const file = await page.pdf({ preferCSSPageSize: true });
  const letters = readPdfLetters(file);
  for (const text of [
    'SnakeRivernearHeise,Streamflow',
    'DepthtoWater',
    'Sumofthe',
    'Today’sfigures',
    '7-daymean',
  ])
    expect(letters).toContain(text);
  expect(letters).not.toMatch(/Loading|Chooseasavedview|OpeninTimeSeries|Gageerror/);
  expect(file.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(4);
});

test('a link says which of its tiles cannot be shown', async ({ page }) => {
  const unknown = 'view.00000000-0000-4000-8000-000000000000';
  await openSignedIn(
    page,
    accounts.user,
    `${path}?tiles=${unknown},site.14.7,pie,site.14.1&start=2022-02-30`,
  );
  await expect(
    page.getByText('This saved view was deleted, or belongs to another account.', { exact: false }),
  ).toBeVisible();
  await expect(page.getByText('The portal no longer has this record.', { exact: false })).toBeVisible();
  await expect(page.getByText('names no tile so: pie', { exact: false })).toBeVisible();
  await expect(page.getByText('The start date of this link is not a date.', { exact: false })).toBeVisible();
  await expect(graphCanvas(page)).toBeVisible();
});
