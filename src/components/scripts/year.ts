import { todayInBasin } from '#lib/calendar.ts';

/** Shows the current year in the copyright line, instead of the year in which the pages were built. */
export function startYear(): void {
  const yearElement = document.querySelector('[data-year]');
  if (!yearElement) return;
  yearElement.textContent = todayInBasin(new Date()).slice(0, 4);
}
