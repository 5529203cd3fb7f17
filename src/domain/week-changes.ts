import { seasonPlaces } from './season/season.ts';
import type { SeriesColumns } from './series-columns.ts';
import {
  countBits,
  isInNormalPeriod,
  minYearsForMedian,
  normalPeriod,
  weibullPercentile,
} from './statistics/statistics.ts';

/** A change is that from the value of so many days before. */
export const changeDays = 7;

/** The days on either side of a day of the year whose changes are those of its season. */
const windowDays = 7;

/** Fewer changes say nothing about what is usual. */
const minChanges = 100;

/** The order of a day's last place in a year; February 29 has a place of its own. */
const lastOrder = 366;

/**
 * The usual change of a week at a day of the year, in the unit of the record: the median and the interquartile range of
 * `count` changes. `order` is the day's position in the water year, 1 to 366.
 */
export type WeekChangeStatistic = {
  readonly order: number;
  readonly count: number;
  readonly median: number;
  readonly spread: number;
};

type ChangeSample = { readonly changes: number[]; yearBits: number };

/**
 * Computes what change over seven days is usual at each day of the year: over the changes that end on one of the 15 places
 * around that day in the water years 1991–2020. The year is a circle of 366 places, so that September 30 is next to
 * October 1. A change needs a value on both of its days; a day of the year needs 100 changes in 10 years.
 */
export function weekChangeStatistics({ days, values }: SeriesColumns): WeekChangeStatistic[] {
  const samples = changesByOrder({ days, values }).map(({ changes, yearBits }) => ({
    changes: Float64Array.from(changes).sort(),
    yearBits,
  }));
  const sampleAt = (order: number) => samples[(order - 1 + lastOrder) % lastOrder] ?? noChanges;
  const found: WeekChangeStatistic[] = [];
  let sorted = new Float64Array();
  for (let order = 1 - windowDays; order < 1 + windowDays; order += 1) {
    sorted = replaceSorted(sorted, noChanges.changes, sampleAt(order).changes);
  }
  let leaving = noChanges.changes;
  for (let order = 1; order <= lastOrder; order += 1) {
    // The window moves by a day, and is not sorted again.
    sorted = replaceSorted(sorted, leaving, sampleAt(order + windowDays).changes);
    leaving = sampleAt(order - windowDays).changes;
    let yearBits = 0;
    for (let shift = -windowDays; shift <= windowDays; shift += 1)
      yearBits |= sampleAt(order + shift).yearBits;
    if (sorted.length < minChanges || countBits(yearBits) < minYearsForMedian) continue;
    const [lower, middle, upper] = [25, 50, 75].map((percent) => weibullPercentile(sorted, percent));
    if (lower === undefined || middle === undefined || upper === undefined) continue;
    found.push({ order, count: sorted.length, median: middle, spread: upper - lower });
  }
  return found;
}

const noChanges = { changes: new Float64Array(), yearBits: 0 };

/** Removes the values of `leaving`, which are among the sorted ones, and adds those of `coming`. All are sorted. */
function replaceSorted(
  sorted: Float64Array<ArrayBuffer>,
  leaving: Float64Array<ArrayBuffer>,
  coming: Float64Array<ArrayBuffer>,
): Float64Array<ArrayBuffer> {
  const result = new Float64Array(sorted.length - leaving.length + coming.length);
  let left = 0;
  let added = 0;
  let to = 0;
  for (const value of sorted) {
    if (value === leaving[left]) {
      left += 1;
      continue;
    }
    while (added < coming.length && (coming[added] ?? 0) <= value) {
      result[to] = coming[added] ?? 0;
      added += 1;
      to += 1;
    }
    result[to] = value;
    to += 1;
  }
  result.set(coming.subarray(added), to);
  return result;
}

function changesByOrder({ days, values }: SeriesColumns): ChangeSample[] {
  const samples = Array.from({ length: lastOrder }, (): ChangeSample => ({ changes: [], yearBits: 0 }));
  const { years, orders } = seasonPlaces(days, 'water');
  let before = 0;
  for (const [at, day] of days.entries()) {
    while ((days[before] ?? day) < day - changeDays) before += 1;
    const year = years[at] ?? 0;
    if (days[before] !== day - changeDays || !isInNormalPeriod(year)) continue;
    const sample = samples[(orders[at] ?? 0) - 1];
    if (!sample) continue;
    sample.changes.push((values[at] ?? 0) - (values[before] ?? 0));
    sample.yearBits |= 1 << (year - normalPeriod.from);
  }
  return samples;
}
