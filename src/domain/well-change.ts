import type { DayNumber } from '#lib/calendar.ts';
import { countOf } from '#lib/count-text.ts';

/** The maximum distance, in days, of a comparison reading from the day one year earlier. */
export const yearToleranceDays = 20;

/** The day near which a reading is compared with one of `day`. */
export function oneYearBefore(day: DayNumber): DayNumber {
  return day - 365;
}

/**
 * The latest reading of a well, and `change`, its difference from the reading nearest to one year before, on `before`:
 * both undefined without such a reading. A depth to water that grows is a water level that falls.
 */
export type WellState = {
  readonly day: DayNumber;
  readonly value: number;
  readonly before: DayNumber | undefined;
  readonly change: number | undefined;
};

/** Finds the latest reading and its change over a year. Undefined for a record without values. */
export function wellState(days: readonly DayNumber[], values: readonly number[]): WellState | undefined {
  const day = days.at(-1);
  const value = values.at(-1);
  if (day === undefined || value === undefined) return undefined;
  const targetDay = oneYearBefore(day);
  let nearest: number | undefined;
  for (const [at, each] of days.entries()) {
    const distance = Math.abs(each - targetDay);
    if (
      distance <= yearToleranceDays &&
      (nearest === undefined || distance < Math.abs((days[nearest] ?? 0) - targetDay))
    )
      nearest = at;
  }
  const valueBefore = nearest === undefined ? undefined : values[nearest];
  return {
    day,
    value,
    before: nearest === undefined ? undefined : days[nearest],
    change: valueBefore === undefined ? undefined : value - valueBefore,
  };
}

/** A change in feet that is none in hundredths. */
const asBefore = 0.005;

/** Describes the change of a depth to water over a year as that of the water, in feet: `0.42 ft lower than a year ago`. */
export function describeWellChange(change: number | undefined): string {
  if (change === undefined) return 'no reading a year ago';
  if (Math.abs(change) < asBefore) return 'as a year ago';
  return `${Math.abs(change).toFixed(2)} ft ${change < 0 ? 'higher' : 'lower'} than a year ago`;
}

/**
 * Counts the changes of wells over a year, as a title.
 * @example describeWells([0.4, -1, undefined]) // '3 sentinel wells: 1 lower than a year ago, 1 higher than a year ago, 1 without a reading a year ago'
 */
export function describeWells(changes: readonly (number | undefined)[]): string {
  const count = (isMeant: (change: number | undefined) => boolean, text: string) => {
    const wells = changes.filter(isMeant).length;
    return wells === 0 ? [] : [`${wells} ${text}`];
  };
  const parts = [
    ...count((each = 0) => each >= asBefore, 'lower than a year ago'),
    ...count((each = 0) => each <= -asBefore, 'higher than a year ago'),
    ...count((each) => each !== undefined && Math.abs(each) < asBefore, 'as a year ago'),
    ...count((each) => each === undefined, 'without a reading a year ago'),
  ];
  return `${countOf(changes.length, 'sentinel well')}: ${parts.join(', ')}`;
}
