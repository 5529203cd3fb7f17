import { acreFeetPerCfsDay } from '#domain/season/cumulative-volume.ts';
import { addDays } from '#lib/calendar.ts';

type DayValue = { readonly rdate: string | null; readonly value: number | null };

/** A reservoir's storage in AF, with the value before it. */
export type HeldWater = DayValue & {
  readonly loc_name: string;
  readonly previous: { readonly rdate: string; readonly value: number } | null;
};

/** What a gage may be off by, as a share of its flow. */
const gageError = 0.05;

/**
 * Names the reservoir that explains why a river runs otherwise than it would: the one that stores, or releases, most of the
 * difference between natural and measured flow, in cfs, on the day of both. `change` is that of its storage over the day, in
 * AF. Undefined unless every reservoir above the gage has values of that day and the one before, and together they took what
 * the river lacks, within the errors of the two flows.
 * @example storingAbove({ actual, natural, above }) // { name: 'Palisades', change: 1790 }
 */
export function storingAbove({
  actual,
  natural,
  above,
}: {
  readonly actual: DayValue;
  readonly natural: DayValue;
  readonly above: readonly HeldWater[];
}): { readonly name: string; readonly change: number } | undefined {
  const { rdate } = actual;
  if (rdate === null || natural.rdate !== rdate || actual.value === null || natural.value === null)
    return undefined;
  const dayBefore = addDays(rdate, -1);
  const changes = above.flatMap(({ loc_name, previous, value, ...of }) =>
    of.rdate === rdate && value !== null && previous?.rdate === dayBefore
      ? [{ name: loc_name.replace(/ Reservoir$/, ''), change: value - previous.value }]
      : [],
  );
  if (changes.length < above.length) return undefined;
  const lacking = (natural.value - actual.value) * acreFeetPerCfsDay;
  const stored = changes.reduce((sum, { change }) => sum + change, 0);
  const error = gageError * Math.hypot(actual.value, natural.value) * acreFeetPerCfsDay;
  if (Math.abs(lacking) <= error || Math.abs(lacking - stored) > error) return undefined;
  return changes.find(({ change }) => change / lacking > 0.5);
}
