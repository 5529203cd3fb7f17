import { type DayNumber, dayNumber, parseDay, todayInDenver } from '#domain/calendar.ts';

const americanDate = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

/**
 * Reads a calendar day as `YYYY-MM-DD`, or as `M/D/YYYY` where a file went through a spreadsheet; a time of
 * midnight after it is allowed. `undefined` for anything else.
 */
export function parseDayCell(cell: string): DayNumber | undefined {
  const text = cell.trim().replace(/[ T]0?0:00(:00)?$/, '');
  const match = americanDate.exec(text);
  if (!match) return parseDay(text);
  const [, month = '', day = '', year = ''] = match;
  return parseDay(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

/** The day in America/Denver of an instant such as `2026-02-11T01:15:00+00:00`; `undefined` for anything else. */
export function parseInstantDay(text: string): DayNumber | undefined {
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? undefined : dayNumber(todayInDenver(instant));
}
