import { type DayNumber, dayParts } from '#lib/calendar.ts';
import { yearOf } from '../season.ts';
import { normalPeriod, statisticOf, type YearValue } from '../statistics.ts';
import type { DayValues } from './day-values.ts';
import { medianDates, sameDateLastYear, sameDates } from './same-date.ts';

/** An older total would say nothing about the state of the basin. */
export const totalDays = 30;

/** The sum over all members on a day. Undefined where one of them has no value: a sum without it would be wrong. */
export function sumOn(members: readonly DayValues[], day: DayNumber): number | undefined {
  let sum = 0;
  for (const { values } of members) {
    const value = values.get(day);
    if (value === undefined) return undefined;
    sum += value;
  }
  return members.length > 0 ? sum : undefined;
}

/** A total on a day. `provisional` is the share, 0 to 1, of the members' values that may still be revised. */
export type Total = { readonly day: DayNumber; readonly value: number; readonly provisional: number };

/** Sums the members on the last day, at most 30 days before `through`, on which every one of them has a value. */
export function latestTotal(members: readonly DayValues[], through: DayNumber): Total | undefined {
  for (let day = through; day >= through - totalDays; day -= 1) {
    const value = sumOn(members, day);
    if (value === undefined) continue;
    const provisional = members.filter((each) => each.provisional.has(day)).length / members.length;
    return { day, value, provisional };
  }
  return undefined;
}

/** The change of the sum from that of so many days before. Undefined where a member has no value. */
export function totalChange(
  members: readonly DayValues[],
  day: DayNumber,
  daysBefore: number,
): number | undefined {
  const [value, before] = [sumOn(members, day), sumOn(members, day - daysBefore)];
  return value === undefined || before === undefined ? undefined : value - before;
}

/**
 * Where a sum stands. `rank` is 1 for the highest sum of this date in the `years` years up to its own, `lowRank` 1 for the
 * lowest; equal sums share a rank. `median` is that of the sums of this date in `medianYears` of the water years
 * 1991–2020, if they are enough for a statistic.
 */
export type TotalStanding = {
  readonly lastYear: number | undefined;
  readonly median: number | undefined;
  readonly medianYears: number;
  readonly rank: number;
  readonly lowRank: number;
  readonly years: number;
};

/** The days whose sums `totalStanding` compares, of records that begin in `firstYear`, in ascending order. */
export function totalStandingDays(day: DayNumber, firstYear: number): DayNumber[] {
  const days = [
    sameDateLastYear(day),
    ...sameDates(day, firstYear, dayParts(day).year),
    ...medianDates(day, normalPeriod.from - 1, normalPeriod.to),
  ];
  return [...new Set(days)].toSorted((one, other) => one - other);
}

/** Ranks the sum of a day among those of the same date, and finds their median. Undefined without a sum. */
export function totalStanding(
  members: readonly DayValues[],
  day: DayNumber,
  firstYear: number,
): TotalStanding | undefined {
  const value = sumOn(members, day);
  if (value === undefined) return undefined;
  const sumsOf = (days: readonly DayNumber[]) => days.flatMap((each) => sumOn(members, each) ?? []);
  const peers = sumsOf(sameDates(day, firstYear, dayParts(day).year));
  const normals = medianDates(day, normalPeriod.from - 1, normalPeriod.to).flatMap((each): YearValue[] => {
    const sum = sumOn(members, each);
    return sum === undefined ? [] : [{ year: yearOf(each, 'water'), value: sum }];
  });
  const statistic = statisticOf(normals);
  return {
    lastYear: sumOn(members, sameDateLastYear(day)),
    median: statistic?.median,
    medianYears: statistic?.count ?? 0,
    rank: peers.filter((each) => each > value).length + 1,
    lowRank: peers.filter((each) => each < value).length + 1,
    years: peers.length,
  };
}

/** The last day on which any member has a value. */
export function newestDay(members: readonly DayValues[]): DayNumber | undefined {
  const days = members.flatMap(({ values }) => [...values.keys()]);
  return days.length > 0 ? Math.max(...days) : undefined;
}
