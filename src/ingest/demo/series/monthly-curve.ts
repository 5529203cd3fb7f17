import { type DayNumber, dayFromParts } from '#lib/calendar.ts';

/** Months since the start of year 0; October 1980 is 1980 × 12 + 9. */
export type MonthNumber = number;

/** Draws a smooth curve through one value per month, at mid-month. It is continuous from year to year. */
export function monthlyCurve(knot: (month: MonthNumber) => number): (day: DayNumber) => number {
  const knots = new Map<MonthNumber, number>();
  const at = (month: MonthNumber) => {
    let value = knots.get(month);
    if (value === undefined) {
      value = knot(month);
      knots.set(month, value);
    }
    return value;
  };
  let month = 0;
  let start = Number.POSITIVE_INFINITY;
  let end = start;
  let values = [0, 0, 0, 0] as [number, number, number, number];
  return (day) => {
    if (day < start || day >= end) {
      month = monthWithMiddleBefore(day);
      start = middleOf(month);
      end = middleOf(month + 1);
      values = [at(month - 1), at(month), at(month + 1), at(month + 2)];
    }
    const t = (day - start) / (end - start);
    return monotone(values, t);
  };
}

/** A cubic that stays between the two values it joins (Fritsch and Butland's slopes). */
function monotone([a, b, c, d]: [number, number, number, number], t: number): number {
  const m0 = slope(b - a, c - b);
  const m1 = slope(c - b, d - c);
  const t2 = t * t;
  const t3 = t2 * t;
  return (2 * t3 - 3 * t2 + 1) * b + (t3 - 2 * t2 + t) * m0 + (3 * t2 - 2 * t3) * c + (t3 - t2) * m1;
}

function slope(left: number, right: number) {
  return left * right <= 0 ? 0 : (2 * left * right) / (left + right);
}

function monthWithMiddleBefore(day: DayNumber): MonthNumber {
  const date = new Date(day * 86_400_000);
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth();
  return day >= middleOf(month) ? month : month - 1;
}

function middleOf(month: MonthNumber): DayNumber {
  return dayFromParts(Math.floor(month / 12), (month % 12) + 1, 15);
}

/** Finds the water year of a month. */
export function waterYearOfMonth(month: MonthNumber): number {
  return Math.floor((month + 3) / 12);
}

/** 0 for October to 11 for September. */
export function monthOfWaterYear(month: MonthNumber): number {
  return (month + 3) % 12;
}
