/** The copyright line's year is that of the visitor's today, not of the day the pages were built. */
export function startYear(): void {
  const yearElement = document.querySelector('[data-year]');
  if (!yearElement) return;
  const format = new Intl.DateTimeFormat('en-US', { year: 'numeric', timeZone: 'America/Denver' });
  yearElement.textContent = format.format(new Date());
}
