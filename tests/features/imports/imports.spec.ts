import { createServer } from 'node:http';
import { expect, expectAccessible, test } from '../../support/e2e.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

const path = '/data-access/import-status';

/** An agency that accepts requests and never answers. */
async function openSilentAgency(port: number) {
  let requests = 0;
  const server = createServer(() => {
    requests += 1;
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return {
    requests: () => requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('developers start an import by keyboard, watch it, cancel it, and find it in the history', async ({
  page,
}) => {
  const agency = await openSilentAgency(Number(process.env.E2E_PORT ?? 4399) + 1);
  try {
    await openSignedIn(page, accounts.developer, path);
    const panel = page.getByRole('region', { name: 'Import', exact: true });
    await panel.getByLabel('Since (optional)').fill('2199-01-01');
    await expect(panel.getByText('The day is in the future. Choose today or an earlier day.')).toBeVisible();
    await panel.getByLabel('Since (optional)').fill('2026-01-01');
    await panel.getByLabel('Source').selectOption('Reclamation HydroMet and AgriMet');
    await panel.getByLabel('Sites (optional)').fill('heii_qd');
    await panel.getByRole('button', { name: 'Start import' }).focus();
    await page.keyboard.press('Enter');
    const warning = page.getByRole('dialog', { name: 'End the demonstration?' });
    await expect(warning).toContainText(
      /those of \d+ series, and \d+ content records .* nothing is removed\./,
    );
    await expectAccessible(page);
    await warning.getByRole('button', { name: 'Start import' }).focus();
    await page.keyboard.press('Enter');
    await expect(
      panel.getByText(/^Running: Reclamation HydroMet and AgriMet, since .*, started by you\.$/),
    ).toBeVisible();
    await expect.poll(agency.requests).toBeGreaterThan(0);
    await expect(panel.getByRole('progressbar', { name: 'Progress of the import' })).toBeVisible();
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Cancel import' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Cancel the import?' });
    await dialog.getByRole('button', { name: 'Cancel import' }).focus();
    await page.keyboard.press('Enter');
    await expect(
      panel.getByText(/^Reclamation HydroMet and AgriMet: canceled .*, started by you\.$/),
    ).toBeVisible();
    const run = page
      .getByRole('table', { name: 'History of imports' })
      .getByRole('row', { name: /USBR.*Canceled/ })
      .first();
    await run.click();
    const detail = page.getByRole('region', { name: 'What the run changed', exact: true });
    await expect(detail.getByText('Only these sites: heii_qd.')).toBeVisible();
    await expect(detail.getByText(/Canceled by demo\|developer/)).toBeVisible();
    await detail.getByRole('button', { name: 'Close' }).click();
    await expect(detail).toBeHidden();
  } finally {
    agency.close();
  }
});

test('developers set when the portal imports by itself', async ({ page }) => {
  await openSignedIn(page, accounts.developer, path);
  const panel = page.getByRole('region', { name: 'Schedule' });
  await panel.getByLabel('How often').selectOption('Every week');
  await panel.getByRole('button', { name: 'Save schedule' }).click();
  const warning = page.getByRole('dialog', { name: 'End the demonstration?' });
  await warning.getByRole('button', { name: 'Save schedule' }).click();
  await expect(panel.getByText(/^Next import: .*\. Set by you on .*\.$/)).toBeVisible();
  await page.reload();
  await expect(panel.getByLabel('How often')).toHaveValue('7d');
  await panel.getByLabel('How often').selectOption('Off');
  await panel.getByRole('button', { name: 'Save schedule' }).click();
  await expect(panel.getByText(/^No import is scheduled\. Set by you/)).toBeVisible();
});
