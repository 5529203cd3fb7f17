import type { ParameterNdx } from '#domain/vocabulary.ts';
import { daysInWaterYear, firstDayOfWaterYear } from '#domain/water-year.ts';
import type { DayNumber } from '#lib/calendar.ts';

/** Values of one water year, one per day from October 1; NaN if missing. */
export type YearOfValues = Float64Array;

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
