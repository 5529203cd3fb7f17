import type { ParameterNdx } from '#domain/vocabulary.ts';
import { daysInWaterYear, firstDayOfWaterYear } from '#domain/water-year.ts';
import { type DayNumber, dayFromParts } from '#lib/calendar.ts';

/** Values of one water year, one per day from October 1; NaN if missing. */
type YearOfValues = Float64Array;

/**
 * One series of a station. `year` always returns the same values, independent of earlier calls, so that a record can be
 * extended without reading the stored values.
 */
export type Series = {
  readonly parameter: ParameterNdx;
  /** First and last possible day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly until?: string;
  /** Recorded by an instrument, which can fail; not read by hand. */
  readonly continuous: boolean;
  year(waterYear: number): YearOfValues;
};

export const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high));

/** Rounds discharge as USGS does: three significant figures, two decimals below 1 cfs. */
export function roundToThreeFigures(value: number): number {
  if (value < 1) return Math.round(value * 100) / 100;
  if (value < 10) return Math.round(value * 100) / 100;
  if (value < 100) return Math.round(value * 10) / 10;
  if (value < 1000) return Math.round(value);
  const unit = 10 ** (Math.floor(Math.log10(value)) - 2);
  return Math.round(value / unit) * unit;
}

export function roundTo(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  // Adding 0 turns -0 into 0.
  return Math.round(value * scale) / scale + 0;
}

/** Creates a series with a value on every day; `i` counts from 0 on October 1. */
export function dailySeries(
  ndx: ParameterNdx,
  from: string,
  value: (year: number, i: number, day: DayNumber) => number,
): Series {
  return {
    parameter: ndx,
    from,
    continuous: true,
    year: (year) => {
      const first = firstDayOfWaterYear(year);
      const values = new Float64Array(daysInWaterYear(year));
      for (let i = 0; i < values.length; i++) values[i] = value(year, i, first + i);
      return values;
    },
  };
}

/** Months since the start of year 0; October 1980 is 1980 × 12 + 9. */
type MonthNumber = number;

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
