import type { DayNumber } from '#lib/calendar.ts';
import type { DayValues } from '../finding/day-values.ts';
import { latestTotal, type Total } from '../finding/total.ts';

/** A value counts on an issue day if it is at most so many days old. */
export const maxAgeDays = 3;

/** Why reservoirs have no total on an issue day. */
export const noTotal = `A reservoir has no storage on this day or the ${maxAgeDays} days before it, so there is no total.`;

/** The total of the last day, at most 3 days before `on`, on which every reservoir has a value. Undefined without one. */
export function recentTotal(
  reservoirs: readonly { readonly storage: DayValues }[],
  on: DayNumber,
): Total | undefined {
  const found = latestTotal(
    reservoirs.map(({ storage }) => storage),
    on,
  );
  return found && found.day >= on - maxAgeDays ? found : undefined;
}
