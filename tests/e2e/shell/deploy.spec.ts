import { expect, test } from '../../support/e2e.ts';
import { type Deployment, serveRelease } from '../../support/releases.ts';
import { recordDocuments } from '../../support/sign-in.ts';

test.describe('a tab that is open over a deploy', { tag: '@full' }, () => {
  let deployment: Deployment;

  test.beforeEach(async ({ baseURL }) => {
    deployment = await serveRelease(baseURL ?? '');
  });

  test.afterEach(async () => {
    await deployment.close();
  });

  test('reloads itself when it needs a script that is not there any more', async ({ page }) => {
    const { origin } = deployment;
    await page.goto(`${origin}/watershed-overview/map-of-sites?q=snake`);
    await expect(page.getByText(/^\d+ of \d+ sites in view$/)).toBeVisible();
    const build = await page.locator('html').getAttribute('data-build');
    const documents = recordDocuments(page);
    await deployment.deploy();
    await page.getByRole('button', { name: 'Export' }).click();
    await expect(page.getByText('The portal has a new version, so this page was reloaded.')).toBeVisible();
    await expect(page.locator('html')).not.toHaveAttribute('data-build', build ?? '');
    await expect(page).toHaveURL(/\?q=snake$/);
    await page.getByRole('button', { name: 'Export' }).click();
    await expect(page.getByRole('dialog', { name: 'Export the map' })).toBeVisible();
    expect(documents).toHaveLength(1);
  });

  test('reloads itself when it was restored from a cache, and all of its files have other names', async ({
    page,
  }) => {
    const address = `${deployment.origin}/documents/public-docs`;
    const old = await (await page.request.get(address)).text();
    await deployment.deploy();
    await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: old }), {
      times: 1,
    });
    const documents = recordDocuments(page);
    await page.goto(address, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Public Files');
    await expect(page.getByText('The portal has a new version, so this page was reloaded.')).toBeVisible();
    expect(documents).toHaveLength(2);
  });

  test('is a new page after Back', async ({ page }) => {
    await page.goto(`${deployment.origin}/documents/public-docs`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Public Files');
    await page.goto(`${deployment.origin}/about`);
    await deployment.deploy();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Public Files');
    await page.goForward();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('About');
  });
});
