import { type DayNumber, dayFromParts, dayParts } from '#lib/calendar.ts';
import { monthNames } from '#lib/calendar-names.ts';

/**
 * The kinds of years. Year N of either kind ends in the calendar year N. A water year runs from October 1 to
 * September 30. An irrigation year, which Idaho uses to administer water, runs from November 1 to October 31.
 */
export const yearKinds = ['water', 'irrigation'] as const;
export type YearKind = (typeof yearKinds)[number];

/** The first month of a year, 1 to 12. */
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

/** The day order of February 29: 152 in a water year, 121 in an irrigation year. Only leap years have it. */
export function leapDayOrder(kind: YearKind): number {
  return dayFromParts(2000, 2, 29) - firstDayOf(2000, kind) + 1;
}

/**
 * The order of a day in its year, 1 to 366. February 29 has its own order, so that March 1 has the same in every year.
 */
export function dayOrderOf(day: DayNumber, kind: YearKind): number {
  const first = firstDayOf(yearOf(day, kind), kind);
  const order = day - first + 1;
  const isLeap = lastDayOf(yearOf(day, kind), kind) - first + 1 === 366;
  return !isLeap && order >= leapDayOrder(kind) ? order + 1 : order;
}

/** The day with an order, the inverse of `dayOrderOf`. In a year without February 29, its order gives February 28. */
export function dayOfOrder(order: number, year: number, kind: YearKind): DayNumber {
  const first = firstDayOf(year, kind);
  const isLeap = lastDayOf(year, kind) - first + 1 === 366;
  return first + order - (isLeap || order < leapDayOrder(kind) ? 1 : 2);
}

const months = monthNames.map((name) => name.slice(0, 3));

/** Formats a day order as `MMM DD`. */
export function formatDayOrder(order: number, kind: YearKind): string {
  const { month, day } = dayParts(firstDayOf(2000, kind) + order - 1);
  return `${months[month - 1]} ${String(day).padStart(2, '0')}`;
}

/** The months of a year in order, as `MMM`. */
export function monthsOf(kind: YearKind): readonly string[] {
  const first = firstMonthOf[kind] - 1;
  return [...months.slice(first), ...months.slice(0, first)];
}

/** The day orders of a month, 1 to 12, as a leap year has them. */
export function dayOrdersOfMonth(month: number, kind: YearKind): readonly number[] {
  const year = month >= firstMonthOf[kind] ? 1999 : 2000;
  const first = dayFromParts(year, month, 1);
  const length = dayFromParts(year, month + 1, 1) - first;
  const order = dayOrderOf(first, kind);
  return Array.from({ length }, (_, at) => order + at);
}

/** The months whose gains are summed beside those of the year: May to September. */
export const totalMonths = { first: 5, last: 9 } as const;

/** Their first and last day order in a year. */
export function totalMonthsOrders(kind: YearKind): { readonly from: number; readonly to: number } {
  const { first, last } = totalMonths;
  return { from: dayOrdersOfMonth(first, kind)[0] ?? 0, to: dayOrdersOfMonth(last, kind).at(-1) ?? 0 };
}

/** The year and the day order of each day. Faster than `yearOf` and `dayOrderOf` for days that ascend. */
export function seasonPlaces(
  days: readonly DayNumber[],
  kind: YearKind,
): { readonly years: Int16Array; readonly orders: Int16Array } {
  const years = new Int16Array(days.length);
  const orders = new Int16Array(days.length);
  const leap = leapDayOrder(kind);
  let year = 0;
  let first = 0;
  let last = -1;
  for (let at = 0; at < days.length; at += 1) {
    const day = days[at] ?? 0;
    if (day > last || day < first) {
      year = yearOf(day, kind);
      first = firstDayOf(year, kind);
      last = lastDayOf(year, kind);
    }
    const order = day - first + 1;
    years[at] = year;
    orders[at] = order >= leap && last - first < 365 ? order + 1 : order;
  }
  return { years, orders };
}

/** Whether a series is that of a year; the others are statistics. */
export function isYear(series = ''): boolean {
  return /^\d{4}$/.test(series);
}
