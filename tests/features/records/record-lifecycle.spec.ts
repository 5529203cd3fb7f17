import type { Browser, Page } from '@playwright/test';
import { expect, openAnnouncement, test } from '../../support/e2e.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';
import { walkThrough } from '../../support/walk-through.ts';

test.use({ announcements: 'shown' });

/** Opens a page for another user, in a separate browser context. */
async function secondPerson(browser: Browser, email: string, address: string): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await openSignedIn(page, email, address);
  return page;
}

const unique = (what: string) => `${what} ${Math.random().toString(36).slice(2, 8)}`;

async function fillAnnouncement(page: Page, title: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('textbox', { name: 'Message' }).fill('What it says.');
  await page.getByLabel('Severity').selectOption('Information');
}

const toast = (page: Page, text: string) =>
  expect(page.getByRole('region', { name: 'Messages' }).getByText(text)).toBeVisible();
const confirm = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

test('two people create, edit, publish, restore and delete a record', async ({ page, browser, request }) => {
  test.slow();
  const title = unique('Canal closure');
  const titles = async () => JSON.stringify(await (await request.get('/api/announcements')).json());

  // Ann writes a draft, which visitors do not see.
  await openSignedIn(page, accounts.administrator, '/models/announcements');
  await page.getByRole('link', { name: 'Add announcement' }).click();
  await fillAnnouncement(page, title);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await toast(page, 'The announcement was saved as a draft.');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText('Draft', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/models\/announcements\/[\da-f-]{36}$/);
  await expect(page).toHaveTitle(`Monitoring Dashboard · ${title}`);
  expect(await titles()).not.toContain(title);
  const address = new URL(page.url()).pathname;

  // Ben reads it, changes it and publishes it.
  const ben = await secondPerson(browser, accounts.all, address);
  await ben.getByRole('button', { name: 'Edit' }).click();
  await ben.getByRole('textbox', { name: 'Message' }).fill('');
  await ben.getByRole('button', { name: 'Publish', exact: true }).click();
  // The form is checked before anything is asked.
  await expect(ben.getByText('Correct one field:')).toBeVisible();
  await expect(ben.getByRole('dialog')).toHaveCount(0);
  await ben.getByRole('textbox', { name: 'Message' }).fill('What Ben says.');
  await ben.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(ben.getByRole('dialog')).toContainText(
    'Visitors will see it from now on, above the home page, the map, Today and all other screens.',
  );
  await expect(ben.getByRole('dialog')).not.toContainText('version');
  await confirm(ben, 'Publish');
  await toast(ben, 'The announcement was published.');
  await expect(ben.locator('#content').getByText('What Ben says.')).toBeVisible();
  expect(await titles()).toContain(title);
  expect(await titles()).toContain('What Ben says.');

  // Ann saves a newer draft; visitors still see the published version.
  await page.reload();
  await expect(page.locator('#content').getByText('What Ben says.')).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('What Ann says.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await toast(page, 'The announcement was saved.');
  await expect(page.getByText('Updated', { exact: true })).toBeVisible();
  expect(await titles()).not.toContain('What Ann says.');

  // The history has all three versions; the oldest is compared, restored and published as the guide says.
  const versions = page.getByRole('region', { name: 'Versions' });
  const difference = versions.getByRole('table');
  const question = page.getByRole('dialog', { name: /^Restore the version of / });
  const pressLast = (name: RegExp) => versions.getByRole('button', { name }).last().click();
  await walkThrough('guide/content-records', 'Restore an earlier version', {
    'Open the record.': async () => {
      await expect(versions.getByRole('listitem')).toHaveCount(3);
      await expect(versions.getByRole('listitem').first()).toContainText('Latest');
      await expect(versions.getByRole('listitem').first()).toContainText('Message reworded');
      await expect(versions.getByRole('listitem').nth(1)).toContainText('Published');
      await expect(versions.getByRole('listitem').last()).toContainText('First version');
    },
    'Choose Compare': async () => {
      await pressLast(/^Compare/);
      await expect(difference.getByRole('row', { name: /^Message/ })).toContainText('What it says.');
      await expect(difference.getByRole('row', { name: /^Message/ })).toContainText('What Ann says.');
      await expect(difference.getByRole('row')).toHaveCount(2);
    },
    'Choose Restore': async () => {
      await pressLast(/^Restore/);
      await expect(question).toContainText('Visitors see no change until you publish it.');
      await expect(question.getByRole('row', { name: /^Message/ })).toContainText(
        'What Ann says.What it says.',
      );
    },
    'Confirm with Restore.': async () => {
      await confirm(page, 'Restore');
      await expect(versions.getByRole('listitem')).toHaveCount(4);
      await expect(page.locator('#content').getByText('What it says.').first()).toBeVisible();
      expect(await titles()).toContain('What Ben says.');
    },
    'Choose Publish, and confirm it': async () => {
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await expect(page.getByRole('dialog')).toContainText('It replaces the published version.');
      await confirm(page, 'Publish');
      await toast(page, 'The announcement was published.');
      await expect(versions.getByRole('listitem')).toHaveCount(4);
      expect(await titles()).toContain('What it says.');
    },
  });

  // Ann disables, enables, unpublishes and deletes it.
  await page.getByRole('button', { name: 'Disable' }).click();
  await confirm(page, 'Disable');
  await expect(page.getByText('Disabled', { exact: true })).toBeVisible();
  expect(await titles()).not.toContain(title);
  await page.getByRole('button', { name: 'Enable' }).click();
  await toast(page, 'The announcement was enabled.');
  await page.getByRole('button', { name: 'Unpublish' }).click();
  await confirm(page, 'Unpublish');
  await toast(page, 'The announcement was unpublished. Visitors no longer see it.');
  await page.getByRole('button', { name: 'Delete' }).click();
  await confirm(page, 'Cancel');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  await confirm(page, 'Delete');
  await toast(page, 'The announcement was deleted.');
  await expect(page).toHaveURL(/\/models\/announcements$/);

  // Ben still has the record open.
  await ben.getByRole('button', { name: 'Edit' }).click();
  await ben.getByRole('textbox', { name: 'Message' }).fill('Too late.');
  await ben.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(ben.getByText('The announcement could not be saved. Record not found.')).toBeVisible();
  await expect(ben.getByRole('alert', { name: 'The announcement was deleted' })).toContainText(
    'What you typed is still here',
  );
  ben.on('dialog', (dialog) => dialog.accept());
  await ben.reload();
  await expect(ben.getByRole('textbox', { name: 'Message' })).toHaveValue('Too late.');
  await ben.getByRole('button', { name: 'Save', exact: true }).click();
  await toast(ben, 'The announcement was saved as a draft.');
  await expect(ben.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(ben.locator('#content').getByText('Too late.')).toBeVisible();
  expect(new URL(ben.url()).pathname).not.toBe(address);
  await ben.getByRole('button', { name: 'Delete' }).click();
  await confirm(ben, 'Delete');
  await expect(ben).toHaveURL(/\/models\/announcements$/);
  await ben.context().close();
});

test('a stale save overwrites nothing, and can be resolved with either version', async ({
  page,
  browser,
}) => {
  test.slow();
  const title = unique('Storage report');
  await openSignedIn(page, accounts.administrator, '/models/announcements/add');
  await fillAnnouncement(page, title);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Edit' }).click();
  const ben = await secondPerson(browser, accounts.all, new URL(page.url()).pathname);

  const benSaves = async (message: string) => {
    await ben.getByRole('button', { name: 'Edit' }).click();
    await ben.getByRole('textbox', { name: 'Message' }).fill(message);
    await ben.getByRole('button', { name: 'Save', exact: true }).click();
    await toast(ben, 'The announcement was saved.');
  };
  await benSaves('Ben was first.');
  await page.getByRole('textbox', { name: 'Message' }).fill('Ann was second.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const conflict = page.getByRole('alert', { name: 'Someone else has saved' });
  await expect(conflict).toContainText('Nothing was overwritten, and your text is still here.');
  await expect(conflict.getByRole('row', { name: /^Message/ })).toContainText('Ben was first.');
  await expect(conflict.getByRole('row', { name: /^Message/ })).toContainText('Ann was second.');
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Ann was second.');
  await conflict.getByRole('button', { name: 'Keep editing mine' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Versions' }).getByRole('listitem')).toHaveCount(3);

  await page.getByRole('button', { name: 'Edit' }).click();
  await ben.reload();
  await benSaves('Ben again.');
  await page.getByRole('textbox', { name: 'Message' }).fill('Ann gives in.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Load theirs, discard mine' }).click();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Ben again.');
  await ben.context().close();
});

test('stored script is inert wherever it is shown; it is announced as the guide says', async ({
  page,
  browser,
}) => {
  test.slow();
  const script = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`;
  const title = unique(script);
  await openSignedIn(page, accounts.administrator, '/models');
  await walkThrough('guide/content-records', 'Announce something', {
    'Open Announcements under Content': async () => {
      await page.locator('#content').getByRole('link', { name: 'Announcements' }).first().click();
      await page.getByRole('link', { name: 'Add announcement' }).click();
    },
    'Enter the Title': async () => {
      await page.getByRole('textbox', { name: 'Title' }).fill(title);
      await page.getByRole('textbox', { name: 'Message' }).fill(script);
      await page.getByLabel('Severity').selectOption('Warning');
    },
    'Choose Publish.': async () => {
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await expect(page.getByRole('dialog')).toContainText(
        'Visitors will see it from now on, above the home page, the map, Today and all other screens.',
      );
    },
    'Confirm with Publish.': async () => {
      await confirm(page, 'Publish');
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    },
  });
  const address = new URL(page.url()).pathname;
  for (const view of ['table', 'card', 'list']) {
    await page.goto(`/models/announcements?view=${view}&q=${encodeURIComponent(title.slice(-6))}`);
    await expect(page.locator('main').getByText(title).first()).toBeVisible();
    expect(await page.locator('main img[src="x"]').count()).toBe(0);
  }
  const user = await browser.newContext();
  const reader = await user.newPage();
  await openSignedIn(reader, accounts.user, '/private');
  await openAnnouncement(reader, title);
  expect(await reader.locator('img[src="x"]').count()).toBe(0);
  await expect(reader).toHaveTitle('Monitoring Dashboard · Blank Page');
  await user.close();
  await page.goto(address);
  await page.getByRole('button', { name: 'Delete' }).click();
  await confirm(page, 'Delete');
  await expect(page).toHaveURL(/\/models\/announcements$/);
});

test('a User sees published records and no actions', async ({ page }) => {
  await openSignedIn(page, accounts.user, '/models/announcements');
  await expect(page.getByText('Storage allocation meeting')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Add announcement' })).toHaveCount(0);
  await page.goto('/models/datasets?view=list');
  await page.getByRole('link', { name: 'Monitoring Sites' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Monitoring Sites' })).toBeVisible();
  for (const name of ['Edit', 'Publish', 'Unpublish', 'Delete']) {
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  }
  await page.goto('/models/announcements/add');
  await expect(page.getByText('Only administrators can add and change records.')).toBeVisible();
});
