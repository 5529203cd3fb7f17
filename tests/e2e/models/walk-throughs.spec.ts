import { expect, test } from '../../support/e2e.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';
import { walkThrough } from '../../support/walk-through.ts';

test.use({ announcements: 'shown' });

test('announcing and restoring work as the guide says', { tag: '@full' }, async ({ page }) => {
  const title = `Walk-through ${Math.random().toString(36).slice(2, 8)}`;
  const dialog = page.getByRole('dialog');
  const versions = page.getByRole('region', { name: 'Versions' });
  const confirm = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  const publish = page.getByRole('button', { name: 'Publish', exact: true });
  const message = page.getByRole('textbox', { name: 'Message' });
  await openSignedIn(page, accounts.administrator, '/models');

  await walkThrough('guide/content-records', 'Announce something', {
    'Open Announcements under Models': async () => {
      await page.locator('#content').getByRole('link', { name: 'Announcements' }).first().click();
      await page.getByRole('link', { name: 'Add announcement' }).click();
    },
    'Enter the Title': async () => {
      await page.getByRole('textbox', { name: 'Title' }).fill(title);
      await message.fill('The first text.');
      await page.getByLabel('Severity').selectOption('Information');
    },
    'Choose Publish.': async () => {
      await publish.click();
      await expect(dialog).toContainText('Visitors will see it from now on.');
    },
    'Confirm with Publish.': async () => {
      await confirm('Publish');
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      const address = page.url();
      await page.goto('/private');
      await expect(page.getByRole('region', { name: 'Announcements' })).toContainText(title);
      await page.goto(address);
    },
  });

  await page.getByRole('button', { name: 'Edit' }).click();
  await message.fill('A worse text.');
  await publish.click();
  await confirm('Publish');
  await expect(page.locator('#content').getByText('A worse text.').first()).toBeVisible();

  await walkThrough('guide/content-records', 'Restore an earlier version', {
    'Open the record.': async () => {
      await expect(versions.getByRole('listitem')).toHaveCount(2);
    },
    'Choose Compare': async () => {
      await versions
        .getByRole('button', { name: /^Compare/ })
        .last()
        .click();
      await expect(versions.getByRole('table')).toContainText('The first text.');
    },
    'Choose Restore': async () => {
      await versions
        .getByRole('button', { name: /^Restore/ })
        .last()
        .click();
      await expect(dialog.getByRole('row', { name: /^Message/ })).toContainText('The first text.');
    },
    'Confirm with Restore.': async () => {
      await confirm('Restore');
      await expect(versions.getByRole('listitem')).toHaveCount(3);
    },
    'Choose Publish, and confirm it': async () => {
      await publish.click();
      await confirm('Publish');
      await expect(page.locator('#content').getByText('The first text.').first()).toBeVisible();
      await expect(page.getByText('Published', { exact: true }).first()).toBeVisible();
    },
  });
});
