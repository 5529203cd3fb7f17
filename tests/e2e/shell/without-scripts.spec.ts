import { expect, test } from '@playwright/test';
import { models } from '#config/models/index.ts';
import { routes } from '#config/routes.ts';

test.use({ javaScriptEnabled: false });

const addresses = [
  ...routes.map(({ path }) => path),
  // One page is made for each model, all of one component.
  ...models.slice(0, 1).flatMap(({ name }) => [`/models/${name}`, `/models/${name}/add`]),
];

test('every page with a screen of scripts says what it needs, and what can be read without', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const tools: string[] = [];
  for (const address of addresses) {
    await test.step(address, async () => {
      const response = await page.request.get(address);
      const hasScreen = (await response.text()).includes('<astro-island');
      if (!hasScreen) return;
      tools.push(address);
      await page.goto(address);
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(main.getByText(/^This page needs JavaScript/)).toBeVisible();
      await expect(main.getByRole('link', { name: 'the documentation' })).toBeVisible();
      await expect(main.getByRole('link', { name: 'the list of public documents' })).toBeVisible();
      // Nothing seems to be loading still.
      await expect(main.locator('astro-island, .loader').filter({ visible: true })).toHaveCount(0);
    });
  }
  expect(tools.length).toBeGreaterThan(20);
});

test('the links lead to pages that need no scripts', async ({ page }) => {
  await page.goto('/data-analysis-tools/snotel-swe-data');
  const links = page.getByRole('main').getByRole('link');
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(hrefs).toContain('/documentation/guide/snotel-swe-data');
  for (const href of hrefs) {
    const response = await page.request.get(href);
    expect(response.status(), href).toBe(200);
    expect(await response.text()).not.toContain('<astro-island');
  }
});

test('a page without a screen says nothing about scripts', async ({ page }) => {
  await page.goto('/about');
  await expect(page.getByText(/needs JavaScript/)).toHaveCount(0);
});
