import type { DayNumber } from '#lib/calendar.ts';
import type { AlertState } from '../contract.ts';
import { type LevelLimits, stepLevel } from './machine.ts';

/**
 * A reading, or the value of a day. `at` is in milliseconds since 1970: the time of the reading, or the start of the day, so that a
 * value of today is not ahead of its readings.
 */
export type Observation = {
  readonly at: number;
  /** In the unit of the record. */
  readonly value: number;
  readonly approval: 'A' | 'P';
  /** What is compared with a level; undefined where the rule has no measure of it. */
  readonly measured: number | undefined;
};

/** What is known of a rule: `since` is the time of the observation that led to its state. */
export type RuleState = {
  readonly state: AlertState;
  readonly since: number | undefined;
  /** The time of the newest observation that has been seen; undefined before the first one. */
  readonly seenThrough: number | undefined;
};

export type RuleEvent<Kind> = { readonly kind: Kind; readonly observation: Observation };

/** Readings, and days that ended, fire only while they are younger than so many of the usual intervals. */
export const freshIntervals = 3;

type Evaluation = {
  readonly limits: LevelLimits;
  /** Only observations that are younger fire, in milliseconds. */
  readonly freshMs: number;
  readonly now: number;
};

/**
 * Runs a level through the observations, which ascend, that are newer than the last evaluation and young enough. The first evaluation of a record begins silently, so that an import of its whole past fires nothing.
 */
export function evaluateLevel(
  before: RuleState,
  observations: readonly Observation[],
  { limits, freshMs, now }: Evaluation,
): { readonly after: RuleState; readonly events: readonly RuleEvent<'fired' | 'cleared'>[] } {
  const { seenThrough } = before;
  const newest = observations.at(-1)?.at;
  if (newest === undefined) return { after: before, events: [] };
  let { state, since } = withoutWithdrawn(before, observations, limits);
  const events: RuleEvent<'fired' | 'cleared'>[] = [];
  for (const observation of observations) {
    const { at, measured } = observation;
    const isNew = at > (seenThrough ?? Number.NEGATIVE_INFINITY);
    if (measured === undefined || !isNew || now - at >= freshMs) continue;
    const step = stepLevel(state, measured, limits);
    if (step.state !== state) since = at;
    state = step.state;
    if (step.kind && seenThrough !== undefined) events.push({ kind: step.kind, observation });
  }
  return { after: { state, since, seenThrough: Math.max(newest, seenThrough ?? newest) }, events };
}

/** Takes back `pending` and `clearing` where the one observation that they rest on was withdrawn, flagged or revised. */
function withoutWithdrawn(
  before: RuleState,
  observations: readonly Observation[],
  limits: LevelLimits,
): RuleState {
  const { state, since } = before;
  const isHalf = state === 'pending' || state === 'clearing';
  if (!isHalf || since === undefined || since < (observations[0]?.at ?? since)) return before;
  const measured = observations.find(({ at }) => at === since)?.measured;
  const from = state === 'pending' ? 'ok' : 'firing';
  const isStill = measured !== undefined && stepLevel(from, measured, limits).state === state;
  return isStill ? before : { ...before, state: from };
}

/** The states of a rule over all days of a record, whatever their age. */
export function replayLevel<Seen extends Observation>(observations: readonly Seen[], limits: LevelLimits) {
  const fired: Seen[] = [];
  let state: AlertState = 'ok';
  let since: number | undefined;
  for (const observation of observations) {
    if (observation.measured === undefined) continue;
    const step = stepLevel(state, observation.measured, limits);
    if (step.state !== state) since = observation.at;
    state = step.state;
    if (step.kind === 'fired') fired.push(observation);
  }
  return { fired, state, since };
}

/**
 * The gaps of a record that a rule of silence reports: `gap` days from the day of a value to that of the next one, or of the
 * last value to today.
 */
export function findSilences(days: readonly DayNumber[], maxGap: number, today: DayNumber) {
  const nexts = [...days.slice(1), today];
  return days.map((day, at) => ({ day, gap: (nexts[at] ?? day) - day })).filter(({ gap }) => gap > maxGap);
}
