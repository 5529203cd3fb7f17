import { todayInBasin } from '#lib/basin-clock.ts';
import { parseDay } from '#lib/calendar.ts';

/** Days, `YYYY-MM-DD`, both included. A missing one means that the interval has no end on that side. */
export type DayInterval = { readonly first?: string | undefined; readonly last?: string | undefined };

/**
 * Parses the `datetime` of OGC APIs: a day, an instant of RFC 3339, or an interval of two, one of which may be `..` or
 * empty. An instant stands for its day in the basin's time zone: `2020-09-30T04:00:00Z` is in Boise still
 * `2020-09-29`. Undefined for anything else, also for an interval that ends before it begins.
 */
export function parseDayInterval(text: string): DayInterval | undefined {
  const parts = text.split('/');
  if (parts.length === 1) {
    const day = parseMoment(text)?.day;
    return day === undefined ? undefined : { first: day, last: day };
  }
  const [from = '', to = ''] = parts;
  const [isOpenStart, isOpenEnd] = [isOpen(from), isOpen(to)];
  if (parts.length > 2 || (isOpenStart && isOpenEnd)) return undefined;
  const [start, end] = [parseMoment(from), parseMoment(to)];
  if (isOpenStart) return end && { last: end.day };
  if (isOpenEnd) return start && { first: start.day };
  return start && end && isInOrder(start, end) ? { first: start.day, last: end.day } : undefined;
}

/** Whether two intervals have a day in common. */
export function daysIntersect(one: DayInterval, other: DayInterval): boolean {
  return isBefore(one.first, other.last) && isBefore(other.first, one.last);
}

function isBefore(day: string | undefined, other: string | undefined): boolean {
  return day === undefined || other === undefined || day <= other;
}

function isOpen(bound: string): boolean {
  return bound === '' || bound === '..';
}

/** `instant` is missing for a day. */
type Moment = { readonly day: string; readonly instant?: number };

function isInOrder(start: Moment, end: Moment): boolean {
  if (start.instant !== undefined && end.instant !== undefined) return start.instant <= end.instant;
  return start.day <= end.day;
}

// RFC 3339, 5.6, and without seconds, as the examples of EDR have it. A leap second is none of JavaScript's times.
const instantPattern =
  /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d(?::(?:[0-5]\d|60)(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;

function parseMoment(text: string): Moment | undefined {
  if (parseDay(text) !== undefined) return { day: text };
  const [, day] = instantPattern.exec(text) ?? [];
  if (day === undefined || parseDay(day) === undefined) return undefined;
  const instant = Date.parse(text.toUpperCase().replace(/(:\d\d):60(?=[.Z+-])/, '$1:59'));
  if (Number.isNaN(instant)) return undefined;
  // Intl writes years of other than four digits in other ways, and no record has such days.
  const isUsual = day > '1000' && day < '9999-12-31';
  return { day: isUsual ? todayInBasin(new Date(instant)) : day, instant };
}
