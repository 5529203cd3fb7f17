import type { Page } from '@playwright/test';
import type { Brief } from '#features/today/contract.ts';
import { expect } from '../../support/e2e.ts';

export const path = '/watershed-overview/today';
export const today = '2026-05-14';

/** The day of the page is the same as that of the example, whatever the server's clock says. */
export async function setToday(page: Page): Promise<void> {
  await page.clock.setFixedTime(new Date(`${today}T13:02:00Z`));
}

/** Answers the page's calls of the brief. */
export async function answerWith(page: Page, briefOf: (on: string) => Brief): Promise<void> {
  await page.route('**/api/brief*', (route) => {
    const on = new URL(route.request().url()).searchParams.get('on') ?? today;
    return route.fulfill({ json: briefOf(on) });
  });
}

export async function expectShown(page: Page): Promise<void> {
  await expect(page.locator('[data-today]')).toHaveAttribute('data-state', 'shown');
}
