import { dateFormats, formatInstant } from '#lib/calendar-text.ts';

/** Formats the time of an export in the portal's zone and in UTC: `Exported 2026-11-21 17:05:09 America/Denver, …Z UTC`. */
export function formatExportedAt(now: Date): string {
  return `Exported ${formatInstant(now, dateFormats.exportTime)} America/Denver, ${now.toISOString()} UTC`;
}
