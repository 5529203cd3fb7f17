import type { Page } from 'playwright';

/** From the next page on, keeps the layout shifts in `window.shifts`. */
export async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) shifts.push(Number(entry.value));
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The sum of the shifts since the page was opened. */
export function sumShifts(page: Page): Promise<number> {
  return page.evaluate(() =>
    'shifts' in window && Array.isArray(window.shifts) ? window.shifts.reduce((a, b) => a + b, 0) : 1,
  );
}
