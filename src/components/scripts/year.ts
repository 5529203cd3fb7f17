import { todayInDenver } from '#lib/calendar.ts';

/** The copyright line's year is that of the visitor's today, not of the day the pages were built. */
export function startYear(): void {
  const yearElement = document.querySelector('[data-year]');
  if (!yearElement) return;
  yearElement.textContent = todayInDenver(new Date()).slice(0, 4);
}
