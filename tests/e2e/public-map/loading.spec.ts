import { expect, test } from '../../support/e2e.ts';
import { isScript, recordPageLoad, sumSizes } from '../../support/page-load.ts';
import { mapPath, siteCount } from './map.ts';

test('loads at most 170 KB of script in few files before anything is opened', async ({ page }) => {
  const loaded = await recordPageLoad(page, mapPath, 'networkidle');
  await expect(siteCount(page)).toBeVisible();
  const scripts = loaded.filter(isScript);
  console.log(sumSizes(scripts), scripts.length);
  expect(sumSizes(scripts)).toBeLessThan(170_000);
  expect(scripts.length).toBeLessThanOrEqual(20);
});
