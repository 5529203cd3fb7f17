import { type DayNumber, dayParts } from '#lib/calendar.ts';
import { median } from '../statistics.ts';
import { type DayValues, weekMean } from './day-values.ts';
import { sameDates } from './same-date.ts';

/**
 * The mean gain of seven days in cfs, and the means of the same seven days of the `years` earlier years that have all of
 * them: their median, and the lowest with its year. Undefined without any such year.
 */
export type ReachComparison = {
  readonly mean: number;
  readonly median: number | undefined;
  readonly lowest: number | undefined;
  readonly lowestYear: number | undefined;
  readonly years: number;
};

/**
 * The last days of the weeks that are compared with the week up to a day, of earlier years. The week up to February 29 is
 * compared with that up to February 28 where a year has no other.
 */
export function weeksBefore(day: DayNumber, firstYear: number): DayNumber[] {
  const { year, month, day: ofMonth } = dayParts(day);
  if (month !== 2 || ofMonth !== 29) return sameDates(day, firstYear, year - 1);
  const years = sameDates(day - 1, firstYear, year - 1);
  return years.map((each) => (dayParts(each + 1).month === 2 ? each + 1 : each));
}

/** Compares the week up to a day. Undefined unless all of its days have a value. Of equal years, the first is the lowest. */
export function reachComparison(
  record: Pick<DayValues, 'values'>,
  day: DayNumber,
  firstYear: number,
): ReachComparison | undefined {
  const mean = weekMean(record, day);
  if (mean === undefined) return undefined;
  const means = weeksBefore(day, firstYear).flatMap((each) => {
    const value = weekMean(record, each);
    return value === undefined ? [] : [{ year: dayParts(each).year, value }];
  });
  const [first] = means.toSorted((one, other) => one.value - other.value || one.year - other.year);
  return {
    mean,
    median: first && median(means.map(({ value }) => value)),
    lowest: first?.value,
    lowestYear: first?.year,
    years: means.length,
  };
}
