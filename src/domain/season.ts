import { type DayNumber, dayFromParts, dayParts } from '#lib/calendar.ts';

/**
 * How a year is counted. Year N of either kind ends in the calendar year N: a water year runs from 1 October to
 * 30 September, an irrigation year, by which Idaho administers water, from 1 November to 31 October.
 */
export const yearKinds = ['water', 'irrigation'] as const;
export type YearKind = (typeof yearKinds)[number];

/** The month, 1 to 12, with which a year of a kind begins. */
export const firstMonthOf: Record<YearKind, number> = { water: 10, irrigation: 11 };

/** The year of a day. */
export function yearOf(day: DayNumber, kind: YearKind): number {
  const { year, month } = dayParts(day);
  return month >= firstMonthOf[kind] ? year + 1 : year;
}

export function firstDayOf(year: number, kind: YearKind): DayNumber {
  return dayFromParts(year - 1, firstMonthOf[kind], 1);
}

export function lastDayOf(year: number, kind: YearKind): DayNumber {
  return firstDayOf(year + 1, kind) - 1;
}

/** The place of 29 February, which only leap years fill: 152 of a water year, 121 of an irrigation year. */
export function leapDayOrder(kind: YearKind): number {
  return dayFromParts(2000, 2, 29) - firstDayOf(2000, kind) + 1;
}

/**
 * The place of a day in its year, 1 to 366. 29 February has its own place, so that 1 March has the same one in
 * every year.
 */
export function dayOrderOf(day: DayNumber, kind: YearKind): number {
  const first = firstDayOf(yearOf(day, kind), kind);
  const order = day - first + 1;
  const isLeap = lastDayOf(yearOf(day, kind), kind) - first + 1 === 366;
  return !isLeap && order >= leapDayOrder(kind) ? order + 1 : order;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `MMM DD` of a place in the year. */
export function formatDayOrder(order: number, kind: YearKind): string {
  const { month, day } = dayParts(firstDayOf(2000, kind) + order - 1);
  return `${months[month - 1]} ${String(day).padStart(2, '0')}`;
}

/** The months of a year of a kind in their order, as `MMM`. */
export function monthsOf(kind: YearKind): readonly string[] {
  const first = firstMonthOf[kind] - 1;
  return [...months.slice(first), ...months.slice(0, first)];
}
