import type { Flag } from '#domain/qualifiers.ts';
import type { DailyPoints } from '#domain/series-columns.ts';
import { type FlaggedValues, type ImportedDays, joinValues, placesBetween } from '../engine/daily-values.ts';
import type { QualityRules } from './site-limits.ts';

const maxSpikeDays = 3;
/** Values farther apart than this are not compared. */
const maxGapDays = 2;

/**
 * Finds the first rule that each value fails; the flags are in the same order. Each rule about changes compares only
 * values that passed the rules before it, so that an outlier does not flag its neighbors.
 */
export function flagSamples(
  samples: DailyPoints,
  rules: QualityRules,
  isSuspect: (at: number) => boolean | undefined = () => false,
): (Flag | undefined)[] {
  const { low = -Infinity, high = Infinity, capacityAf = Infinity, overCapacityShare = 0 } = rules;
  const largest = capacityAf * (1 + overCapacityShare);
  const flags = samples.values.map((value, at): Flag | undefined => {
    if (isSuspect(at)) return 'agency';
    if (value < low || value > high) return 'range';
    return value > largest ? 'capacity' : undefined;
  });
  const passing = () => placesBetween(0, flags.length, (at) => flags[at] === undefined);
  const mark = (found: Iterable<number>, flag: Flag) => {
    for (const at of found) flags[at] = flag;
  };
  if (rules.spike !== undefined) mark(spikes(samples, passing(), rules.spike), 'spike');
  if (rules.rate !== undefined) mark(rapidChanges(samples, passing(), rules.rate), 'rate');
  if (rules.flatDays !== undefined) mark(flatRuns(samples, passing(), rules.flatDays), 'flat');
  return flags;
}

/** Finds values, of those at `places`, that are far from the one before them, on the same side, until a value near it follows. */
export function* spikes(samples: DailyPoints, places: readonly number[], maxJump: number): Generator<number> {
  for (let start = 1; start < places.length - 1; start += 1) {
    const length = spikeLengthAt(samples, places, start, maxJump);
    for (let at = start; at < start + length; at += 1) yield places[at] ?? 0;
    // Continue after the value that it returned to.
    start += length;
  }
}

/** Counts the values of the spike at `start`; 0 if there is none. */
function spikeLengthAt(
  { days, values }: DailyPoints,
  places: readonly number[],
  start: number,
  maxJump: number,
): number {
  const dayAt = (at: number) => days[places[at] ?? -1] ?? Number.NaN;
  const valueAt = (at: number) => values[places[at] ?? -1] ?? Number.NaN;
  const before = valueAt(start - 1);
  let smallest = Infinity;
  let side = 0;
  for (let at = start; at <= start + maxSpikeDays; at += 1) {
    // Also false where the values end.
    if (!(dayAt(at) - dayAt(at - 1) <= maxGapDays)) return 0;
    const change = valueAt(at) - before;
    const isBack = Math.abs(change) < smallest / 2;
    if (at > start && isBack) return Math.abs(valueAt(at - 1) - valueAt(at)) > maxJump ? at - start : 0;
    if (Math.abs(change) <= maxJump || (side !== 0 && Math.sign(change) !== side)) return 0;
    side = Math.sign(change);
    smallest = Math.min(smallest, Math.abs(change));
  }
  return 0;
}

/** Finds values too far from the last passing one for the days between them. */
function* rapidChanges(
  { days, values }: DailyPoints,
  places: readonly number[],
  maxRate: number,
): Generator<number> {
  let last = places[0] ?? 0;
  for (const here of places) {
    const [change, apart] = [
      (values[here] ?? 0) - (values[last] ?? 0),
      (days[here] ?? 0) - (days[last] ?? 0),
    ];
    if (Math.abs(change) > maxRate * apart) yield here;
    else last = here;
  }
}

/** Finds all but the first of equal values on consecutive days. */
function* flatRuns(
  { days, values }: DailyPoints,
  places: readonly number[],
  minDays: number,
): Generator<number> {
  let run: number[] = [];
  for (const here of [...places, -1]) {
    const last = run.at(-1) ?? -1;
    if (values[here] === values[last] && (days[here] ?? 0) - (days[last] ?? 0) === 1) {
      run.push(here);
      continue;
    }
    if (run.length >= minDays && values[last] !== 0) yield* run.slice(1);
    run = [here];
  }
}

/** New values can change the flags of stored ones up to this many days before and after them. */
const reviewedDays = 5;

/** New values, and the stored ones around them. */
export type SeriesContext = {
  readonly before: FlaggedValues;
  readonly readings: ImportedDays;
  readonly after: FlaggedValues;
};

/** The flags that the values before and after the new ones have so far. */
function storedFlags({ before, readings, after }: SeriesContext) {
  const start = before.days.length;
  const end = start + readings.days.length;
  return (at: number) => (at < start ? before.flags[at] : at < end ? undefined : after.flags[at - end]);
}

/** Flags the new values and the stored ones around them, in the order of days. */
export function flagSeries(context: SeriesContext, rules: QualityRules): FlaggedValues {
  const { before, readings, after } = context;
  const all = joinValues([before, readings, after]);
  // Of what a stored value has failed, only the agency's doubt remains as it is.
  const flagBefore = storedFlags(context);
  const isSuspect = (at: number) => all.marks[at]?.isSuspect || flagBefore(at) === 'agency';
  // Rounded like the database's `real`, so that new and stored values compare equal.
  const samples = { days: all.days, values: all.values.map(Math.fround) };
  return { ...all, flags: flagSamples(samples, rules, isSuspect) };
}

/** The places of the new values among flagged ones, and of the stored ones near them whose flags change because of them. */
export function placesToWrite(
  { days, flags }: FlaggedValues,
  context: SeriesContext,
): { readonly added: readonly number[]; readonly changed: readonly number[] } {
  const start = context.before.days.length;
  const end = start + context.readings.days.length;
  const flagBefore = storedFlags(context);
  const from = (days[start] ?? 0) - reviewedDays;
  const to = (days[end - 1] ?? 0) + reviewedDays;
  const isChanged = (at: number) => {
    const day = days[at] ?? 0;
    return day >= from && day <= to && flags[at] !== flagBefore(at);
  };
  return {
    added: placesBetween(start, end),
    changed: [...placesBetween(0, start, isChanged), ...placesBetween(end, days.length, isChanged)],
  };
}
