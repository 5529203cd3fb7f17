import type { WaterYearRecord } from '#contract/water-year.ts';
import { type DayStatistic, dailyStatistics } from '#domain/daily-statistics.ts';
import { isNormal, normalsBeside } from '#domain/normals.ts';
import { daysOfStatistics } from '#domain/record-statistics.ts';
import type { SeasonRecords } from '#domain/season-content.ts';
import { firstDayOfWaterYear, lastDayOfWaterYear, waterYear } from '#domain/water-year.ts';
import type { DayNumber } from '#lib/calendar.ts';
import type { DayRange, PartColumns } from '../../db/daily-columns.ts';
import { mergeRanges, readDayRanges } from '../../db/day-ranges.ts';
import type { Queryable } from '../../db/queryable.ts';
import type { SeriesKey } from '../../db/record-summary.ts';
import { comparisonOf } from '../water-year/comparison.ts';

type Names = Pick<WaterYearRecord, 'parameter_name' | 'loc_name' | 'units_name'>;

/** The days of the water year of a day and of the one before. */
export function daysOfBothYears(day: DayNumber): DayRange {
  const year = waterYear(day);
  return [firstDayOfWaterYear(year - 1), lastDayOfWaterYear(year)];
}

/** Reads the sum of records on the days on which all of them have a value; a sum without one of them would be wrong. */
export async function readSum(
  from: Queryable,
  records: readonly SeriesKey[],
  ranges: readonly DayRange[],
): Promise<PartColumns> {
  const merged = mergeRanges(ranges);
  const parts = records.map(({ loc_ndx, parameter_ndx }) => ({ loc_ndx, parameter_ndx, ranges: merged }));
  return sumColumns(await readDayRanges(from, parts));
}

/** Sums columns on the days that all of them have. A sum is provisional if one of its values is. */
export function sumColumns(all: readonly PartColumns[]): PartColumns {
  const sums = new Map<DayNumber, { value: number; count: number; approval: string }>();
  for (const { days, values, approval } of all) {
    for (const [at, day] of days.entries()) {
      const before = sums.get(day) ?? { value: 0, count: 0, approval: 'A' };
      sums.set(day, {
        value: before.value + (values[at] ?? 0),
        count: before.count + 1,
        approval: approval[at] === 'P' ? 'P' : before.approval,
      });
    }
  }
  const complete = [...sums]
    .filter(([, { count }]) => count === all.length)
    .toSorted(([one], [other]) => one - other);
  return {
    days: complete.map(([day]) => day),
    values: complete.map(([, { value }]) => value),
    approval: complete.map(([, { approval }]) => approval).join(''),
  };
}

/** The days that the season of a sum needs, with its statistics. */
export function daysOfSummedSeason(day: DayNumber): readonly DayRange[] {
  return [daysOfStatistics, daysOfBothYears(day)];
}

/** The water year of a day and the one before, over the statistics of the sums, or over `medians` only. */
export function seasonOfSum(
  sum: PartColumns,
  day: DayNumber,
  names: Names,
  medians?: readonly DayStatistic[],
): SeasonRecords {
  const statistics = medians ?? dailyStatistics(sum, 'water');
  const record = { ...sum, ...names, statistics, qualifiers: new Map(), estimatedDays: undefined };
  const year = waterYear(day);
  const years = [String(year), String(year - 1)];
  const all = comparisonOf(record, [...years, ...(medians ? ['Median'] : normalsBeside([]))], 'water');
  return {
    records: all.filter((each) => !isNormal(each)),
    normals: all.filter(isNormal),
  };
}
