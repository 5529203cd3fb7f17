import { acceptDisclaimer, expect, test } from '../../support/e2e.ts';
import { mapPath } from './map.ts';

test.use({ disclaimer: 'asked' });

test('the disclaimer is closed by Accept, and only by a button', async ({ page }) => {
  await page.goto(mapPath);
  const dialog = page.getByRole('dialog', { name: 'Disclaimer' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 400);
  await expect(dialog).toBeVisible();
  for (let press = 0; press < 6; press += 1) {
    await page.keyboard.press('Tab');
    // From its last button the focus leaves for the browser, never for the page behind.
    const isBehind = () =>
      document.activeElement !== document.body && !document.activeElement?.closest('dialog[open]');
    expect(await page.evaluate(isBehind)).toBe(false);
  }
  await acceptDisclaimer(page);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
  await page.reload();
  await expect(page.getByText(/sites in view/)).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('Decline leads to the landing page', { tag: '@quick' }, async ({ page }) => {
  await page.goto(mapPath);
  await page.getByRole('dialog', { name: 'Disclaimer' }).getByRole('button', { name: 'Decline' }).click();
  await expect(page).toHaveURL('/');
});
