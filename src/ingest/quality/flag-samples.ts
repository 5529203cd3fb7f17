import type { Flag } from '#domain/qualifiers.ts';
import type { DayNumber } from '#lib/calendar.ts';
import type { Reading } from '../source.ts';
import type { QualityRules } from './rules.ts';

export type Sample = {
  readonly day: DayNumber;
  readonly value: number;
  /** The agency doubts the value. */
  readonly isSuspect?: boolean | undefined;
  /** What a stored value has failed; of that, only the agency's doubt remains as it is. */
  readonly flag?: Flag | undefined;
};

const maxSpikeDays = 3;
/** Values farther apart than this are not compared. */
const maxGapDays = 2;

/**
 * Finds the first rule that each value fails. Samples are sorted by day; the flags are in the same order. Each rule
 * about changes compares only values that passed the rules before it, so that an outlier does not flag its neighbors.
 */
export function flagSamples(samples: readonly Sample[], rules: QualityRules): (Flag | undefined)[] {
  const flags = samples.map((sample) => flagSingleValue(sample, rules));
  const passing = () => samples.flatMap((sample, at) => (flags[at] === undefined ? [{ ...sample, at }] : []));
  const mark = (found: Iterable<number>, flag: Flag) => {
    for (const at of found) flags[at] = flag;
  };
  if (rules.spike !== undefined) mark(spikes(passing(), rules.spike), 'spike');
  if (rules.rate !== undefined) mark(rapidChanges(passing(), rules.rate), 'rate');
  if (rules.flatDays !== undefined) mark(flatRuns(passing(), rules.flatDays), 'flat');
  return flags;
}

function flagSingleValue({ value, isSuspect, flag }: Sample, rules: QualityRules): Flag | undefined {
  const { low = -Infinity, high = Infinity, capacityAf = Infinity, overCapacityShare = 0 } = rules;
  if (isSuspect || flag === 'agency') return 'agency';
  if (value < low || value > high) return 'range';
  return value > capacityAf * (1 + overCapacityShare) ? 'capacity' : undefined;
}

type IndexedSample = Sample & { readonly at: number };

/** Finds values that are far from the one before them, on the same side, until a value near it follows. */
export function* spikes(values: readonly IndexedSample[], maxJump: number): Generator<number> {
  for (let start = 1; start < values.length - 1; start += 1) {
    const length = spikeLengthAt(values, start, maxJump);
    for (let at = start; at < start + length; at += 1) yield values[at]?.at ?? 0;
    // Continue after the value that it returned to.
    start += length;
  }
}

/** Counts the values of the spike at `start`; 0 if there is none. */
function spikeLengthAt(values: readonly IndexedSample[], start: number, maxJump: number): number {
  const before = values[start - 1];
  if (!before) return 0;
  let smallest = Infinity;
  let side = 0;
  for (let at = start; at <= start + maxSpikeDays; at += 1) {
    const [here, last] = [values[at], values[at - 1]];
    if (!here || !last || here.day - last.day > maxGapDays) return 0;
    const change = here.value - before.value;
    const isBack = Math.abs(change) < smallest / 2;
    if (at > start && isBack) return Math.abs(last.value - here.value) > maxJump ? at - start : 0;
    if (Math.abs(change) <= maxJump || (side !== 0 && Math.sign(change) !== side)) return 0;
    side = Math.sign(change);
    smallest = Math.min(smallest, Math.abs(change));
  }
  return 0;
}

/** Finds values too far from the last passing one for the days between them. */
function* rapidChanges(values: readonly IndexedSample[], maxRate: number): Generator<number> {
  let [last] = values;
  for (const here of values.slice(1)) {
    if (last && Math.abs(here.value - last.value) > maxRate * (here.day - last.day)) yield here.at;
    else last = here;
  }
}

/** Finds all but the first of equal values on consecutive days. */
function* flatRuns(values: readonly IndexedSample[], days: number): Generator<number> {
  let run: IndexedSample[] = [];
  for (const here of [...values, undefined]) {
    const last = run.at(-1);
    if (here && last && here.value === last.value && here.day - last.day === 1) {
      run.push(here);
      continue;
    }
    if (run.length >= days && last?.value !== 0) for (const { at } of run.slice(1)) yield at;
    run = here ? [here] : [];
  }
}

/** New values can change the flags of stored ones up to this many days before and after them. */
const reviewedDays = 5;

/** A value as the database stores it. */
export type FlaggedValue = Omit<Reading, 'line'> & { readonly flag: Flag | undefined };

type SeriesContext = {
  readonly before: readonly FlaggedValue[];
  readonly readings: readonly Reading[];
  readonly after: readonly FlaggedValue[];
};

/** Flags the new values and the stored ones around them, in the order of days. */
export function flagSeries({ before, readings, after }: SeriesContext, rules: QualityRules): FlaggedValue[] {
  const all: readonly (Sample & Omit<FlaggedValue, 'flag'>)[] = [...before, ...readings, ...after];
  // Rounded like the database's `real`, so that new and stored values compare equal.
  const rounded = all.map(({ day, value, isSuspect, flag }) => {
    return { day, value: Math.fround(value), isSuspect, flag };
  });
  const flags = flagSamples(rounded, rules);
  return all.map(({ day, value, approval, qualifier }, at) => {
    return { day, value, approval, qualifier, flag: flags[at] };
  });
}

/** Divides flagged values into the new ones, and the stored ones near them whose flags change because of them. */
export function divideFlagged(all: readonly FlaggedValue[], { before, readings, after }: SeriesContext) {
  const from = (readings[0]?.day ?? 0) - reviewedDays;
  const to = (readings.at(-1)?.day ?? 0) + reviewedDays;
  const end = before.length + readings.length;
  const revised = (stored: readonly FlaggedValue[], offset: number) =>
    stored.flatMap((each, at): FlaggedValue[] => {
      const flag = all[offset + at]?.flag;
      return each.day >= from && each.day <= to && flag !== each.flag ? [{ ...each, flag }] : [];
    });
  return {
    values: all.slice(before.length, end),
    changed: [...revised(before, 0), ...revised(after, end)],
  };
}
