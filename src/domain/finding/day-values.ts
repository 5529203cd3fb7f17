import type { DayNumber } from '#lib/calendar.ts';
import { tidyNumber } from '#lib/format-number.ts';
import type { SeriesColumns } from '../series-columns.ts';

/** Values of a record by day, and the days whose value may still be revised. */
export type DayValues = {
  readonly values: ReadonlyMap<DayNumber, number>;
  readonly provisional: ReadonlySet<DayNumber>;
};

export function toDayValues({ days, values, approval }: SeriesColumns): DayValues {
  return {
    values: new Map(days.map((day, at) => [day, values[at] ?? 0])),
    provisional: new Set(days.filter((_, at) => approval?.[at] === 'P')),
  };
}

/** A value, its day, and whether it may still be revised. */
export type DayValue = { readonly value: number; readonly day: DayNumber; readonly isProvisional: boolean };

/** The last value up to a day that is at most so many days old. Undefined without one. */
export function latestValue(
  { values, provisional }: DayValues,
  on: DayNumber,
  maxAge: number,
): DayValue | undefined {
  for (let day = on; day >= on - maxAge; day -= 1) {
    const value = values.get(day);
    if (value !== undefined) return { value, day, isProvisional: provisional.has(day) };
  }
  return undefined;
}

/** The change of a value from a day before, in the unit of the record. Undefined unless both days have a value. */
export function changeFrom(
  { values }: Pick<DayValues, 'values'>,
  day: DayNumber,
  daysBefore: number,
): number | undefined {
  const [value, before] = [values.get(day), values.get(day - daysBefore)];
  return value === undefined || before === undefined ? undefined : value - before;
}

/** The days of the mean of a week. */
export const weekDays = 7;

/** The mean of the seven days up to a day, without the noise of floating-point numbers. Undefined unless all of them have a value. */
export function weekMean({ values }: Pick<DayValues, 'values'>, day: DayNumber): number | undefined {
  let sum = 0;
  for (let each = day - weekDays + 1; each <= day; each += 1) {
    const value = values.get(each);
    if (value === undefined) return undefined;
    sum += value;
  }
  return tidyNumber(sum / weekDays);
}
