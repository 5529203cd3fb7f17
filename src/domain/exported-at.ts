import { portalTimeZone } from '#lib/calendar.ts';

const denverDateTime = new Intl.DateTimeFormat('en-CA', {
  timeZone: portalTimeZone,
  dateStyle: 'short',
  timeStyle: 'medium',
  hourCycle: 'h23',
});

/** When a file was made, in both zones that its readers may think in. */
export function formatExportedAt(now: Date): string {
  return `Exported ${denverDateTime.format(now).replace(',', '')} America/Denver, ${now.toISOString()} UTC`;
}
