import { briefExample } from '../../support/brief-example.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../../support/e2e.ts';
import { recordShifts, sumShifts } from '../../support/layout-shifts.ts';
import { isScript, recordPageLoad, sumSizes } from '../../support/page-load.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';
import { answerWith, expectShown, path, setToday } from './today-page.ts';

const widths = [
  [1440, 900],
  [768, 1024],
  [390, 844],
  [320, 640],
] as const;

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`is accessible and fits at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await setToday(page);
    await answerWith(page, briefExample);
    await page.goto(path);
    await expectShown(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    if (width < 640) {
      const controls = page
        .getByRole('main')
        .locator('nav :is(button, summary):visible, form :is(button, input):visible');
      const heights = await controls.evaluateAll((all) =>
        all
          .filter((each) => !each.classList.contains('visually-hidden'))
          .map((each) => each.getBoundingClientRect().height),
      );
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
      // The figures are on the first screen.
      if (height >= 844) {
        const box = await page.locator('[data-place="figures"]').boundingBox();
        expect((box?.y ?? 0) + (box?.height ?? height)).toBeLessThan(height - 52);
      }
    }
    await page.goto(`${path}?on=2027-01-01`);
    await expect(page.getByText('is in the future')).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  test(`moves nothing while it loads at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await setToday(page);
    await recordShifts(page);
    await page.route('**/api/brief*', async (route) => {
      await new Promise((done) => setTimeout(done, 600));
      await route.fulfill({ json: briefExample() });
    });
    await page.goto(path);
    await expectShown(page);
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(await sumShifts(page)).toBeLessThan(0.02);
  });
}

test('has room for all controls of someone signed in', async ({ page }) => {
  await openSignedIn(page, accounts.user, path);
  await expectShown(page);
  for (const [width, height] of widths) {
    await page.setViewportSize({ width, height });
    await expectNoSidewaysScroll(page);
    const controls = page
      .getByRole('main')
      .locator(
        ':is(nav[aria-label="Day and files"] :is(button, summary), label:has([name=start-page])):visible',
      );
    const boxes = await controls.evaluateAll((all) =>
      all.filter((each) => !each.closest('.visually-hidden')).map((each) => each.getBoundingClientRect()),
    );
    const overlaps = boxes.filter((one, at) =>
      boxes
        .slice(at + 1)
        .some(
          (other) =>
            one.left < other.right &&
            other.left < one.right &&
            one.top < other.bottom &&
            other.top < one.bottom,
        ),
    );
    expect(overlaps, `${width} px`).toEqual([]);
    // The controls are one line.
    const rows = new Set(boxes.slice(0, 4).map(({ top }) => Math.round(top)));
    expect(rows.size, `${width} px`).toBe(1);
  }
});

test('loads at most 60 KB of scripts, and neither charts, maps, tables nor a framework', async ({ page }) => {
  const loaded = await recordPageLoad(page, path, 'networkidle');
  const scripts = loaded.filter(isScript);
  expect(sumSizes(scripts)).toBeLessThan(60_000);
  await expect(page.locator('astro-island')).toHaveCount(0);
});
