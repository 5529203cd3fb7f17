import { type DayNumber, dayNumber, parseDay, todayInDenver } from '#lib/calendar.ts';

const americanDate = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

/**
 * Parses `YYYY-MM-DD`, or `M/D/YYYY` as spreadsheets save it, optionally followed by midnight.
 * Returns undefined for anything else.
 */
export function parseDayCell(cell: string): DayNumber | undefined {
  const text = cell.trim().replace(/[ T]0?0:00(:00)?$/, '');
  const match = americanDate.exec(text);
  if (!match) return parseDay(text);
  const [, month = '', day = '', year = ''] = match;
  return parseDay(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

/** Finds the day in America/Denver of an instant such as `2026-02-11T01:15:00+00:00`; undefined for other text. */
export function parseInstantDay(text: string): DayNumber | undefined {
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? undefined : dayNumber(todayInDenver(instant));
}
