import { expect, test } from '../../support/e2e.ts';

test('Support names whom the basin file has people ask: name, telephone and mail', async ({ page }) => {
  await page.goto('/support');
  await expect(page.getByText('Help desk of the demonstration')).toBeVisible();
  await expect(page.getByRole('link', { name: '(208) 555-0142' })).toHaveAttribute('href', 'tel:2085550142');
  await expect(page.getByRole('link', { name: 'help@example.org' })).toHaveAttribute(
    'href',
    'mailto:help@example.org',
  );
});
