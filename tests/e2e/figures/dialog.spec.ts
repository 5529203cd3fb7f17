import { expect, expectAccessible, test } from '../../support/e2e.ts';

test('a site’s page has the lines to show its season elsewhere', { tag: '@full' }, async ({
  page,
  baseURL,
}) => {
  await page.goto('/sites/14?parameter=1');
  await page.getByRole('button', { name: 'Use this figure elsewhere' }).click();
  const dialog = page.getByRole('dialog', { name: 'Use this figure elsewhere' });
  await expectAccessible(page);
  await dialog.getByRole('radio', { name: 'Dark' }).check();
  const query = /\?site=13037500&parameter=Streamflow&theme=dark/;
  const picture = await dialog.locator('code', { hasText: '/image/' }).textContent();
  expect(picture).toMatch(query);
  const answer = await page.request.get(picture ?? '');
  expect(answer.headers()['content-type']).toBe('image/png');
  const frame = await dialog.locator('code', { hasText: '<iframe' }).textContent();
  expect(frame).toContain(`<iframe src="${baseURL}/embed/season?`);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Use this figure elsewhere' })).toBeFocused();
});
