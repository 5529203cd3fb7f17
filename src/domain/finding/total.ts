import { type DayNumber, dayParts, formatDay } from '#lib/calendar.ts';
import { tidyNumber } from '#lib/format-number.ts';
import { bridgedValueOn } from '../bridge-gaps.ts';
import { yearOf } from '../season/season.ts';
import { isInNormalPeriod, normalPeriod, statisticOf, type YearValue } from '../statistics/statistics.ts';
import type { DayValues } from './day-values.ts';
import type { Finding } from './finding.ts';
import { type FindingPlace, placeOf, yearBeforeOf } from './place.ts';
import { medianDates, sameDateLastYear, sameDates } from './same-date.ts';

/** An older total would say nothing about the state of the basin. */
export const totalDays = 30;

/** The sum over all members on a day. Undefined where one of them has no value: a sum without it would be wrong. */
export function sumOn(members: readonly DayValues[], day: DayNumber): number | undefined {
  return sumOf(members.map(({ values }) => values.get(day)));
}

/** Without the noise of floating-point numbers, so that equal sums of decimals are equal. */
function sumOf(values: readonly (number | undefined)[]): number | undefined {
  let sum = 0;
  for (const value of values) {
    if (value === undefined) return undefined;
    sum += value;
  }
  return values.length > 0 ? tidyNumber(sum) : undefined;
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

/** Where a sum stands, with the sum of the same date of the year before. */
export type SumStanding = FindingPlace & Pick<Finding, 'year_before'>;

/** The days whose sums `sumStanding` compares, of records that begin in `firstYear`, in ascending order. */
export function sumStandingDays(day: DayNumber, firstYear: number): DayNumber[] {
  const days = [sameDateLastYear(day), ...sameDates(day, firstYear, dayParts(day).year), ...normalDates(day)];
  return [...new Set(days)].toSorted((one, other) => one - other);
}

/** The days of the normal period whose sums `sumStanding` compares. */
export function normalDates(day: DayNumber): DayNumber[] {
  const dates = medianDates(day, normalPeriod.from - 1, normalPeriod.to);
  return dates.filter((each) => isInNormalPeriod(yearOf(each, 'water')));
}

/**
 * Ranks the sum of a day among those of the same date up to its year, and compares it with those of 1991–2020, bridging
 * short gaps. Undefined without a sum of the day.
 */
export function sumStanding(
  members: readonly DayValues[],
  day: DayNumber,
  { firstYear, parameter }: SumBasis,
): SumStanding | undefined {
  const value = sumOn(members, day);
  if (value === undefined) return undefined;
  const peers = sameDates(day, firstYear, dayParts(day).year).flatMap((each): YearValue[] => {
    const sum = sumOn(members, each);
    return sum === undefined ? [] : [{ year: dayParts(each).year, value: sum }];
  });
  const normals = normalDates(day).flatMap((each): YearValue[] => {
    const sum = sumOf(members.map(({ values }) => bridgedValueOn(values, each)));
    return sum === undefined ? [] : [{ year: yearOf(each, 'water'), value: sum }];
  });
  const statistic = statisticOf(normals);
  const lastYear = sameDateLastYear(day);
  const before = sumOn(members, lastYear);
  return {
    ...placeOf(value, { statistic, peers, parameter }),
    year_before: yearBeforeOf(
      before === undefined ? undefined : { rdate: formatDay(lastYear), value: before },
      statistic,
      parameter,
    ),
  };
}

type SumBasis = {
  /** That in which the last of the members begins. */
  readonly firstYear: number;
  readonly parameter: number;
};
