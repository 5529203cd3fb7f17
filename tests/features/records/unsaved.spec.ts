import { answerProblem, expect, test } from '../../support/e2e.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

test.use({ announcements: 'shown' });

const add = '/models/announcements/add';

test('a link asks before it discards unsaved text', async ({ page }) => {
  await openSignedIn(page, accounts.administrator, add);
  await page.getByRole('textbox', { name: 'Title' }).fill('Not saved');
  await page.getByRole('link', { name: 'Files', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  // Staying is the primary button, at the end.
  await expect(question.getByRole('button').last()).toHaveText('Stay');
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Not saved');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await page.getByRole('link', { name: 'Files', exact: true }).click();
  await question.getByRole('button', { name: 'Leave and discard' }).click();
  await expect(page).toHaveURL(/\/resources\/summary-of-datasets$/);
  await page.goto(add);
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('');
});

test('the browser asks before it closes the tab with unsaved text', async ({ page }) => {
  await openSignedIn(page, accounts.administrator, add);
  // Chromium asks only after a real key or click on the page, which `fill` is not.
  await page.getByRole('textbox', { name: 'Title' }).click();
  await page.keyboard.type('Not saved');
  await expect.poll(() => page.evaluate(isLeavingRefused)).toBe(true);
  const dialogShown = page.waitForEvent('dialog');
  const closing = page.close({ runBeforeUnload: true });
  const dialog = await dialogShown;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await closing;
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Not saved');
});

/** Whether the page would ask, which it does as soon as it has seen the text. */
function isLeavingRefused(): boolean {
  return !dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

test('what was typed survives a reload, and can be discarded', async ({ page }) => {
  await openSignedIn(page, accounts.administrator, add);
  await page.getByRole('textbox', { name: 'Title' }).fill('Half a');
  await page.getByRole('textbox', { name: 'Title' }).pressSequentially(' title');
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Half a title');
  await expect(page.getByText(/^Unsaved changes from .* have been restored\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add announcement');
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('');
});

test('what was typed survives a failed save and a lost session', async ({ page }) => {
  await openSignedIn(page, accounts.administrator, add);
  await page.getByRole('textbox', { name: 'Title' }).fill('Not saved');
  await page.getByRole('textbox', { name: 'Message' }).fill('Not saved either.');
  await page.getByLabel('Severity').selectOption('Warning');
  const create = '**/api/announcements';
  await page.route(create, (route) => route.abort('connectionfailed'));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(
    page.getByText('The announcement could not be saved. The server cannot be reached.'),
  ).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Not saved');
  await page.unroute(create);
  // The server rejects the session from now on.
  await page.route('**/api/announcements', (route) => answerProblem(route, 401, 'Sign in.'));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(
    page.getByText('Your session has ended. Sign in again to continue; what you have entered is still here.'),
  ).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Not saved');
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Not saved either.');
});

test('errors are shown at the field and in a summary that leads to it, by keyboard', async ({ page }) => {
  await openSignedIn(page, accounts.administrator, '/models/locations/add');
  await page.getByLabel('Location Id').fill('lower case');
  await page.getByLabel('Latitude').fill('95');
  await page.getByLabel('Latitude').press('Enter');
  const summary = page.getByRole('alert').filter({ hasText: /^Correct \d fields:/ });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('button')).toHaveCount(5);
  await page.keyboard.press('Tab');
  await expect(summary.getByRole('button', { name: 'Location Name: Enter a location name.' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Location Name')).toBeFocused();
  await expect(page.getByLabel('Location Name')).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.type('A new gage');
  await expect(summary.getByRole('button')).toHaveCount(4);
  await expect(page.getByLabel('Location Id')).toHaveAccessibleDescription(/capital letters/);
});

test('coordinates are typed, pasted or picked; far outside the basin, they ask back', async ({ page }) => {
  await openSignedIn(page, accounts.administrator, '/models/locations/add');
  await page.getByLabel('Latitude').fill('43.5, -112.5');
  await expect(page.getByLabel('Latitude')).toHaveValue('43.5');
  await expect(page.getByLabel('Longitude')).toHaveValue('-112.5');
  const map = page.getByRole('region', { name: 'Coordinates on a map' });
  await expect(map.getByRole('img', { name: '43.5, -112.5' })).toBeVisible();
  await map.click({ position: { x: 200, y: 150 } });
  await expect(page.getByLabel('Longitude')).not.toHaveValue('-112.5');
  const latitude = Number(await page.getByLabel('Latitude').inputValue());
  expect(latitude).toBeGreaterThan(42);
  expect(latitude).toBeLessThan(45);

  // Swapped, they are no place; the form offers the pair that was meant.
  await page.getByLabel('Latitude').fill('-112.5');
  await page.getByLabel('Longitude').fill('43.5');
  await page.getByRole('button', { name: 'Use 43.5, -112.5' }).click();
  await expect(page.getByLabel('Latitude')).toHaveValue('43.5');

  // Without its minus sign, it is a place in China.
  await page.getByLabel('Longitude').fill('112.5');
  await page.getByLabel('Location Name').fill('A gage');
  await page.getByLabel('Location Id').fill(`PLACE-${Math.random().toString(36).slice(2, 8).toUpperCase()}`);
  await page.getByLabel('Location Type').selectOption('Stream Gage');
  await page.getByLabel('Data Provider').selectOption('USGS');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Is this the right place?' });
  await expect(question).toContainText(/43\.5, 112\.5: This place is 5,\d{3} miles outside the basin\./);
  await question.getByRole('button', { name: 'Use 43.5, -112.5' }).click();
  await expect(page.getByLabel('Longitude')).toHaveValue('-112.5');
  await page.getByLabel('Longitude').fill('-100');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await question.getByRole('button', { name: 'Save it as typed' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'A gage' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page).toHaveURL(/\/models\/locations$/);
});
