import type { DayNumber } from '#lib/calendar.ts';
import type { SeriesColumns } from './series-columns.ts';

/** A gap of up to this many days is bridged by a straight line; a longer one stays a gap. */
export const maxBridgedDays = 7;

/** The value of a day, such as a discharge or gain in cfs. */
export type DailyFlow = {
  readonly day: DayNumber;
  readonly flow: number;
  readonly isProvisional: boolean;
  readonly isEstimated: boolean;
};

/** The letter of a day that bridges a gap, beside the `A` and `P` of values. */
export const estimatedLetter = 'E';

/** Lists the days of a record, and between them those of the gaps that are short enough to bridge. */
export function* bridgedFlows({ days, values, approval }: SeriesColumns): Generator<DailyFlow> {
  for (const [at, day] of days.entries()) {
    const flow = values[at] ?? 0;
    const before = days[at - 1] ?? Number.NaN;
    const flowBefore = values[at - 1] ?? 0;
    const missing = day - before - 1;
    if (missing > 0 && missing <= maxBridgedDays) {
      for (let step = 1; step <= missing; step += 1) {
        const share = step / (missing + 1);
        yield {
          day: before + step,
          flow: flowBefore + (flow - flowBefore) * share,
          isProvisional: false,
          isEstimated: true,
        };
      }
    }
    // A sum has the estimated days of its members.
    const letter = approval?.[at];
    yield { day, flow, isProvisional: letter === 'P', isEstimated: letter === estimatedLetter };
  }
}

/** Adds the days of the gaps that are short enough to bridge; their letter is `E`. */
export function bridgeGaps<Columns extends SeriesColumns>(record: Columns): Columns & { approval: string } {
  const all = [...bridgedFlows(record)];
  return {
    ...record,
    days: all.map(({ day }) => day),
    values: all.map(({ flow }) => flow),
    approval: all
      .map(({ isEstimated, isProvisional }) => (isEstimated ? estimatedLetter : isProvisional ? 'P' : 'A'))
      .join(''),
  };
}

/**
 * Sums records on the days that all of them have; a sum without one of them would be wrong. It is estimated or, without an
 * estimated value, provisional if one of its values is.
 */
export function sumRecords(all: readonly SeriesColumns[]): Required<SeriesColumns> {
  const sums = new Map<DayNumber, { value: number; count: number; approval: string }>();
  for (const { days, values, approval } of all) {
    for (const [at, day] of days.entries()) {
      const letter = approval?.[at] ?? 'A';
      const before = sums.get(day) ?? { value: 0, count: 0, approval: 'A' };
      sums.set(day, {
        value: before.value + (values[at] ?? 0),
        count: before.count + 1,
        approval: letter === 'A' || before.approval === estimatedLetter ? before.approval : letter,
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

/**
 * The value of a day, or within a gap that is bridged, that on the straight line between its neighbors. Undefined where
 * neither is known.
 */
export function bridgedValueOn(values: ReadonlyMap<DayNumber, number>, day: DayNumber): number | undefined {
  const known = values.get(day);
  if (known !== undefined) return known;
  let before = day - 1;
  while (!values.has(before) && day - before <= maxBridgedDays) before -= 1;
  let after = day + 1;
  while (!values.has(after) && after - before <= maxBridgedDays) after += 1;
  const [from, to] = [values.get(before), values.get(after)];
  if (from === undefined || to === undefined) return undefined;
  return from + (to - from) * ((day - before) / (after - before));
}

/** Readings up to this many usual steps apart are connected. */
const gapFactor = 3;

/**
 * The maximum number of days between two values that a line connects: 1 for a daily record, where a day without a
 * value is a gap, and three usual steps for a less frequent record, so that monthly readings are a line and a year
 * without a reading is a gap. `days` are in ascending order.
 */
export function maxGapOf(days: ArrayLike<number>): number {
  const usual = usualStepOf(days);
  return usual <= 1 ? 1 : usual * gapFactor;
}

/** The median number of days from a value to the next; 1 without two values. `days` are in ascending order. */
export function usualStepOf(days: ArrayLike<number>): number {
  if (days.length < 2) return 1;
  const steps = new Float64Array(days.length - 1);
  for (let at = 0; at < steps.length; at += 1) steps[at] = (days[at + 1] ?? 0) - (days[at] ?? 0);
  return steps.sort()[(steps.length - 1) >> 1] ?? 1;
}
