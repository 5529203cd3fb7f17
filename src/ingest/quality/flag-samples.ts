import type { DayNumber } from '#domain/calendar.ts';
import type { Flag } from '#domain/flags.ts';

/**
 * What a value of a series may be, in the units of its parameter; a rule that is not there is not applied.
 * `low` and `high` bound it. Storage stands at most `overCapacityShare` above `capacityAf`, as floods do. `spike` is
 * the largest jump that may be undone within three days, `rate` the largest change in a day, and `flatDays` the number
 * of days in a row from which the same value, other than 0, means that the instrument is stuck.
 */
export type QualityRules = {
  low?: number;
  high?: number;
  capacityAf?: number;
  overCapacityShare?: number;
  spike?: number;
  rate?: number;
  flatDays?: number;
};

/** A value to be judged. */
export type Sample = {
  readonly day: DayNumber;
  readonly value: number;
  /** The agency itself doubts it. */
  readonly isSuspect?: boolean | undefined;
};

/** So many days an excursion may last and still count as a spike. */
const maxSpikeDays = 3;
/** Values farther apart than this are no neighbors. */
const maxGapDays = 2;

/**
 * The rule that each value fails, in the order of the samples, which are sorted by day. Changes are judged between
 * values that pass the rules before: one that is out of range spoils none of its neighbors.
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

function flagSingleValue({ value, isSuspect }: Sample, rules: QualityRules): Flag | undefined {
  const { low = -Infinity, high = Infinity, capacityAf = Infinity, overCapacityShare = 0 } = rules;
  if (isSuspect) return 'agency';
  if (value < low || value > high) return 'range';
  return value > capacityAf * (1 + overCapacityShare) ? 'capacity' : undefined;
}

type IndexedSample = Sample & { readonly at: number };

/** Values far from the one before them, all to the same side, until one comes that is near it again. */
function* spikes(values: readonly IndexedSample[], maxJump: number): Generator<number> {
  for (let start = 1; start < values.length - 1; start += 1) {
    const length = spikeLengthAt(values, start, maxJump);
    for (let at = start; at < start + length; at += 1) yield values[at]?.at ?? 0;
    // The value that it came back to is what the next ones are judged beside.
    start += length;
  }
}

/** How many values from `start` are a spike; 0 for none. */
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

/** Values that no instrument of a real water could reach since the last one that passed. */
function* rapidChanges(values: readonly IndexedSample[], maxRate: number): Generator<number> {
  let [last] = values;
  for (const here of values.slice(1)) {
    if (last && Math.abs(here.value - last.value) > maxRate * (here.day - last.day)) yield here.at;
    else last = here;
  }
}

/** All but the first value of a run of the same on consecutive days. */
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
