import { portalZone } from './calendar.ts';

const inDenver = new Intl.DateTimeFormat('en-CA', {
  timeZone: portalZone,
  dateStyle: 'short',
  timeStyle: 'medium',
  hourCycle: 'h23',
});

/** When a file was made, in both zones that its readers may think in. */
export function exportedAt(now: Date): string {
  return `Exported ${inDenver.format(now).replace(',', '')} America/Denver, ${now.toISOString()} UTC`;
}
