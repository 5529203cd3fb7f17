import { readFileSync } from 'node:fs';
import { expect, test } from '../../support/e2e.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

test('the file of a dataset is for people who are signed in; their click brings it', async ({
  page,
  request,
}) => {
  await openSignedIn(page, accounts.user, '/resources/summary-of-datasets');
  const link = page.getByRole('link', { name: /^Download .*\.csv$/ }).first();
  const address = (await link.getAttribute('href')) ?? '';
  for (const url of [address, '/api/datasets', '/api/datasets?format=csv', '/api/well-production']) {
    const response = await request.get(url);
    expect([url, response.status()]).toEqual([url, 401]);
    expect(await response.json()).toMatchObject({ detail: 'Sign in to see this.' });
  }
  const download = page.waitForEvent('download');
  await link.click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  expect(readFileSync(await file.path(), 'utf8').length).toBeGreaterThan(0);
});
