import { type DayNumber, formatDay } from '#lib/calendar.ts';
import { acreFeetPerCfsDay } from '../cumulative-volume.ts';
import type { FillHistoryYear } from './fill-result.ts';

/** The share of the days from the issue day to the date that need a total. */
const minShareOfDays = 0.9;

/**
 * What a past year's storage did from the issue day, `first`, to the date: `storage` has the total of all members of each of
 * these days in AF, undefined where a member lacks it. Undefined without the issue day or with less than 90 % of the days;
 * the gain runs to the last day that has a total.
 */
export function fillYearOf(
  year: number,
  first: DayNumber,
  storage: readonly (number | undefined)[],
  target_af: number,
  forecast_af: number | null,
): FillHistoryYear | undefined {
  const start = storage[0];
  const days = storage.flatMap((value, at) => (value === undefined ? [] : [{ at, value }]));
  const last = days.at(-1);
  if (start === undefined || !last || last.at === 0) return undefined;
  if (days.length < minShareOfDays * storage.length) return undefined;
  const reached = days.find(({ value }) => value >= target_af);
  return {
    year,
    storage_af: start,
    forecast_af,
    peak_af: days.reduce((peak, { value }) => Math.max(peak, value), start),
    reached_on: reached ? formatDay(first + reached.at) : null,
    gain_cfs: (last.value - start) / last.at / acreFeetPerCfsDay,
  };
}
