/** The copyright line's year is that of the visitor's today, not of the day the pages were built. */
export function startYear(): void {
  const place = document.querySelector('[data-year]');
  if (!place) return;
  const format = new Intl.DateTimeFormat('en-US', { year: 'numeric', timeZone: 'America/Denver' });
  place.textContent = format.format(new Date());
}
