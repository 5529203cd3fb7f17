import { type DayNumber, dayParts, formatDay } from '#lib/calendar.ts';
import { yearOf } from '../season/season.ts';
import { normalPeriod, statisticOf, type YearValue } from '../statistics/statistics.ts';
import { parameterNdx } from '../vocabulary.ts';
import { type DayValues, weekMean } from './day-values.ts';
import { placeOf, yearBeforeOf } from './place.ts';
import { sameDates } from './same-date.ts';
import type { SumStanding } from './total.ts';

/** The mean gain of seven days in cfs, and where it stands among the means of the same seven days of other years. */
export type ReachComparison = SumStanding & { readonly mean: number };

/**
 * The last days of the weeks that are compared with the week up to a day: of the years up to its own, and of 1991–2020. The
 * week up to February 29 is compared with that up to February 28 where a year has no other.
 */
export function comparedWeeks(day: DayNumber, firstYear: number): DayNumber[] {
  const { year, month, day: ofMonth } = dayParts(day);
  const lastYear = Math.max(year, normalPeriod.to);
  if (month !== 2 || ofMonth !== 29) return sameDates(day, firstYear, lastYear);
  const years = sameDates(day - 1, firstYear, lastYear);
  return years.map((each) => (dayParts(each + 1).month === 2 ? each + 1 : each));
}

/** Compares the week up to a day. Undefined unless all of its days have a value. */
export function reachComparison(
  record: Pick<DayValues, 'values'>,
  day: DayNumber,
  firstYear: number,
): ReachComparison | undefined {
  const mean = weekMean(record, day);
  if (mean === undefined) return undefined;
  const means = comparedWeeks(day, firstYear).flatMap((each): (YearValue & { day: DayNumber })[] => {
    const value = weekMean(record, each);
    return value === undefined ? [] : [{ day: each, year: yearOf(each, 'water'), value }];
  });
  const statistic = statisticOf(means);
  const peers = means.filter((each) => each.day <= day);
  const before = peers.find((each) => each.year === yearOf(day, 'water') - 1);
  const parameter = parameterNdx.reachGain;
  return {
    mean,
    ...placeOf(mean, { statistic, peers, parameter }),
    year_before: yearBeforeOf(
      before && { rdate: formatDay(before.day), value: before.value },
      statistic,
      parameter,
    ),
  };
}
