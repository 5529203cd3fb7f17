import type { Locator, Page } from '@playwright/test';

/** The menus beside a chart. */
type ChartMenu = 'Export' | 'More of';

/**
 * Opens a menu of a chart, the first within `place`, and finds one of its buttons by the name that screen readers have.
 *
 *     await (await chartButton(page, 'Export', /^Download CSV of the chart /)).click();
 */
export async function chartButton(
  page: Page,
  menu: ChartMenu,
  name: string | RegExp,
  place: Page | Locator = page,
): Promise<Locator> {
  const opened = page.getByRole('dialog', { name: new RegExp(`^${menu} the chart `) });
  if (!(await opened.isVisible())) {
    await place
      .getByRole('button', { name: new RegExp(`^${menu} the chart `) })
      .first()
      .click();
  }
  return opened.getByRole('button', { name }).first();
}
