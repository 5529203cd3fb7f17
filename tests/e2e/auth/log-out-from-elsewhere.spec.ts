import { expect, expectAccessible, test } from '../../support/e2e.ts';
import { type LocalServer, startLocalServer } from '../../support/local-server.ts';
import { accounts, signIn } from '../../support/sign-in.ts';

let otherSite: LocalServer;

/** A site on another host, with links, an image and a frame of the portal. */
test.beforeAll(async ({ baseURL }) => {
  otherSite = await startLocalServer((request, response) => {
    const target = `${baseURL}${new URL(request.url ?? '/', 'http://x').searchParams.get('target')}`;
    response.setHeader('content-type', 'text/html');
    response.end(
      `<a href="${target}">Free water</a><img src="${target}" alt=""><iframe src="${target}"></iframe>`,
    );
  });
});

test.afterAll(() => otherSite.close());

for (const target of ['/v2/logout', '/auth/logout']) {
  test(`another site cannot log out by ${target}; its link asks first`, async ({ page }) => {
    await signIn(page, accounts.user);
    await page.goto(`${otherSite.origin}/?target=${target}`, { waitUntil: 'networkidle' });
    await page.getByRole('link', { name: 'Free water' }).click();
    await expect(page.getByRole('heading', { name: 'Log out?' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Stay logged in' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-session', 'signed-in');
    await page.goto('/account/profile');
    await expect(page.getByRole('region', { name: 'As the server sees you' })).toContainText('demo|user');

    await page.goto(`${otherSite.origin}/?target=${target}`);
    await page.getByRole('link', { name: 'Free water' }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.locator('html')).toHaveAttribute('data-session', 'visitor');
    await page.goto('/account');
    await expect(page.getByLabel('Email')).toBeVisible();
  });
}
