import { acreFeetPerCfsDay } from '#domain/season/cumulative-volume.ts';
import { type DayNumber, formatDay } from '#lib/calendar.ts';
import type { FillHistoryYear } from './fill-result.ts';

/** The share of the days from the issue day to the date that need a total. */
const minShareOfDays = 0.9;

/**
 * What a past year's storage did from the issue day, `first`, to the date: `storage` has the total of all members of each of
 * these days in AF, undefined where a member lacks it. Undefined without the issue day or with less than 90 % of the days;
 * the gain is that to the highest storage, over the days to the date, so that a year with the needed gain fills.
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
  if (start === undefined || storage.length < 2) return undefined;
  if (days.length < minShareOfDays * storage.length) return undefined;
  const peak = days.reduce((highest, { value }) => Math.max(highest, value), start);
  const reached = days.find(({ value }) => value >= target_af);
  return {
    year,
    storage_af: start,
    forecast_af,
    peak_af: peak,
    reached_on: reached ? formatDay(first + reached.at) : null,
    gain_cfs: (peak - start) / (storage.length - 1) / acreFeetPerCfsDay,
  };
}
