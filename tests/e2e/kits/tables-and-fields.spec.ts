import type { Page } from '@playwright/test';
import { expect, test } from '../../support/e2e.ts';
import { accounts } from '../../support/sign-in.ts';
import { openSignedIn } from '../../support/signed-in.ts';

const tools = '/data-analysis-tools';
const open = (page: Page, address: string) => openSignedIn(page, accounts.developer, address);

test('a click into the white space of a short header sorts', async ({ page }) => {
  await open(page, '/watershed-overview/site-summary-table');
  const table = page.getByRole('table', { name: 'Site Summary Table' });
  await expect(table.getByRole('row').nth(1)).toBeVisible();
  // A narrow column has a header of several lines, so that there is space above the short ones.
  const heads = await table.getByRole('columnheader').evaluateAll((all) =>
    all.map((head, at) => {
      const outer = head.getBoundingClientRect();
      const button = head.querySelector('button')?.getBoundingClientRect();
      return { at, space: button ? button.top - outer.top : 0, x: outer.x + 6, y: outer.y + 6 };
    }),
  );
  const [roomiest] = heads.toSorted((one, other) => other.space - one.space);
  if (!roomiest) throw new Error('The table has no headers.');
  expect(roomiest.space).toBeGreaterThan(8);
  const head = table.getByRole('columnheader').nth(roomiest.at);
  await expect(head).toHaveAttribute('aria-sort', 'none');
  await page.mouse.click(roomiest.x, roomiest.y);
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
});

test('scrolled sideways, the table of gains keeps its caption, its first column and their borders', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1000, height: 900 });
  await open(
    page,
    `${tools}/reach-gains-comparison?location=369&series=Minimum,Median,Maximum,2026,2025&submitted=yes`,
  );
  const region = page
    .getByRole('region', { name: 'Monthly Reach Gains by Year' })
    .filter({ has: page.locator('caption') });
  const caption = region.locator('caption > span');
  await expect(caption).toBeVisible();
  const month = region.getByRole('rowheader', { name: 'Jan', exact: true });
  const leftOf = async (locator: typeof month) => (await locator.boundingBox())?.x ?? Number.NaN;
  const before = [await leftOf(caption), await leftOf(month)];
  const scrolled = await region.evaluate((element) => {
    element.scrollLeft = 600;
    return element.scrollLeft;
  });
  expect(scrolled).toBe(600);
  await expect.poll(async () => [await leftOf(caption), await leftOf(month)]).toEqual(before);
  // Collapsed borders belong to the table, and would scroll away from a sticky cell.
  await expect(region.locator('table')).toHaveCSS('border-collapse', 'separate');
  await expect(month).toHaveCSS('border-top-width', '1px');
});

test('Enter takes the only match, and only that', async ({ page }) => {
  await open(page, `${tools}/forecast-supply`);
  const chosen = page.getByRole('list', { name: 'Series: chosen' });
  const field = page.getByRole('combobox', { name: 'Series', exact: true });
  await field.click();
  await expect(chosen).toBeVisible();
  const count = await chosen.getByRole('button', { name: /^Remove/ }).count();

  await field.fill('200');
  await expect(page.getByText(/^10 of \d+ series/)).toBeVisible();
  await field.press('Enter');
  // The chosen ones are listed with the options.
  await expect(field).toHaveAttribute('aria-expanded', 'false');
  await field.click();
  await expect(chosen.getByRole('button', { name: /^Remove/ })).toHaveCount(count);

  await field.fill('2003');
  const option = page.getByRole('option', { name: '2003' });
  await expect(page.getByText(/^1 of \d+ series/)).toBeVisible();
  await field.press('Enter');
  await expect(field).toHaveValue('');
  await expect(option).toHaveAttribute('aria-selected', 'true');

  // Again: it is chosen, and stays so.
  await field.fill('2003');
  await expect(page.getByText(/^1 of \d+ series/)).toBeVisible();
  await field.press('Enter');
  await expect(field).toHaveAttribute('aria-expanded', 'false');
  await field.click();
  await expect(chosen.getByRole('button', { name: 'Remove 2003' })).toBeVisible();

  // They come first, so that the keyboard finds and removes them.
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(chosen.getByRole('button', { name: /^Remove/ })).toHaveCount(count);
});

test('a field shows each chosen series whole, and how many more there are', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const series = 'Minimum,Median,Maximum,2026,2025';
  await open(page, `${tools}/water-year-comparison?parameter=1&location=14&series=${series}`);
  const field = page.getByRole('combobox', { name: 'Series', exact: true });
  await expect(field).toHaveAccessibleDescription(/Chosen: Minimum, Median, Maximum, 2026, 2025/);
  const tagsOf = () =>
    field.locator('..').evaluate((frame) => {
      const box = frame.getBoundingClientRect();
      return [...frame.querySelectorAll<HTMLElement>('[aria-hidden] > span')].map((tag) => {
        const { top, bottom, right } = tag.getBoundingClientRect();
        const isIn = top >= box.top && bottom <= box.bottom && right <= box.right;
        return isIn && tag.scrollWidth <= tag.clientWidth ? tag.textContent : '';
      });
    });
  for (const width of [1920, 1440, 800]) {
    await page.setViewportSize({ width, height: 900 });
    const more = field.locator('..').getByText(/^\+\d+$/);
    await expect
      .poll(async () => {
        // At once: waiting for what is no longer there would take all the time.
        const [hidden = 0] = (await more.allTextContents()).map(Number);
        return (await tagsOf()).filter(Boolean).length + hidden;
      })
      .toBe(5);
    expect((await tagsOf()).filter(Boolean).length).toBeGreaterThanOrEqual(width === 1920 ? 5 : 2);
  }
});

test('the console names a failed call, and one that was cancelled', async ({ page }) => {
  const lines: string[] = [];
  page.on('console', (message) => lines.push(`${message.type()} ${message.text()}`));
  await page.route('**/api/wy-analysis-dropdown-series', (route) => route.abort('connectionfailed'));
  await open(page, `${tools}/water-year-comparison`);
  await expect
    .poll(() => lines)
    .toContain('warning Failed: GET /api/wy-analysis-dropdown-series. The server cannot be reached.');

  await page.unroute('**/api/wy-analysis-dropdown-series');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/wy-analysis-comparison/**', async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  const address = (year: number) =>
    `${tools}/water-year-comparison?parameter=1&location=14&series=Median,${year}&submitted=yes`;
  const asked = page.waitForRequest('**/api/wy-analysis-comparison/**');
  await open(page, address(2020));
  await asked;
  // Another selection takes the place of the one under way.
  await page.getByLabel('Location', { exact: true }).fill('rexburg');
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect
    .poll(
      () =>
        lines.filter((line) => line.startsWith('info Cancelled: GET /api/wy-analysis-comparison/1/14/'))
          .length,
    )
    .toBeGreaterThan(0);
  release();
});
