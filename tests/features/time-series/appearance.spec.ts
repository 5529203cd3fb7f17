import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../../support/e2e.ts';
import { recordShifts, sumShifts } from '../../support/layout-shifts.ts';
import { isScript, recordPageLoad, sumSizes } from '../../support/page-load.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';
import {
  goToScreen,
  graph,
  graphCanvas,
  openScreen,
  path,
  submit,
  twoYears,
} from '../../support/time-series-page.ts';

const submitted = `${twoYears}&submitted=yes`;

test('accessible on a desktop, before and after Submit', async ({ page }) => {
  await openScreen(page);
  await expectAccessible(page);
  await submit(page).click();
  await expect(graphCanvas(page)).toBeVisible();
  await expect(page.getByRole('table').first()).toBeVisible();
  await expectAccessible(page);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the filters are a drawer, the page does not scroll sideways, and a tap reads the graph', async ({
    page,
  }) => {
    await goToScreen(page, submitted);
    await expect(graphCanvas(page)).toBeVisible();
    const box = await graph(page).boundingBox();
    await graph(page).tap({ position: { x: (box?.width ?? 0) / 2, y: 120 } });
    await expect(graph(page)).toContainText(/\d\d-\d\d-202[12]/);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Change' }).click();
    const sheet = page.getByRole('dialog', { name: 'What to compare' });
    await expect(sheet.getByRole('combobox', { name: 'Parameter, left axis' })).toBeEnabled();
    await expectAccessible(page);
    await sheet.getByRole('button', { name: 'This water year' }).click();
    await sheet.getByRole('button', { name: 'Submit' }).click();
    await expect(sheet).toHaveCount(0);
    await expect(graphCanvas(page)).toBeVisible();
    await expectAccessible(page);
  });
});

test('redraws the graph when the theme changes', async ({ page }) => {
  await openScreen(page, submitted);
  await expect(graphCanvas(page)).toBeVisible();
  const corner = () =>
    graphCanvas(page).evaluate((canvas) =>
      canvas instanceof HTMLCanvasElement
        ? [...(canvas.getContext('2d')?.getImageData(1, 1, 1, 1).data ?? [])].slice(0, 3).join()
        : '',
    );
  await expect.poll(corner).toBe('255,255,255');
  await page.getByRole('button', { name: /theme/i }).first().click();
  await page
    .getByRole('menuitemradio', { name: /dark/i })
    .or(page.getByRole('radio', { name: /dark/i }))
    .click();
  await expect.poll(corner).toBe('26,33,37');
});

test('stays within its budgets, with and without a graph, without layout shifts', async ({ page }) => {
  await openSignedIn(page, accounts.developer);
  await recordShifts(page);
  const before = await recordPageLoad(page, `${path}?${twoYears}`, 'networkidle');
  await expect(page.getByText(/will be drawn here/)).toBeVisible();
  expect(sumSizes(before.filter(isScript))).toBeLessThan(385_000);
  const after = await recordPageLoad(page, `${path}?${submitted}`, 'networkidle');
  await expect(graphCanvas(page)).toBeVisible();
  expect(sumSizes(after.filter(isScript))).toBeLessThan(700_000);
  expect(await sumShifts(page)).toBeLessThan(0.05);
});
