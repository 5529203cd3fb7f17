import { parametersWithoutRatio } from '#domain/vocabulary.ts';
import type { AlertMeasure, AlertState, LevelTerms } from '../contract.ts';

/** A level and where it is clear of it, both in what is compared. */
export type LevelLimits = Pick<LevelTerms, 'direction' | 'level'> & { readonly clear: number };

export type LevelStep = {
  readonly state: AlertState;
  readonly kind?: 'fired' | 'cleared';
};

/** So much of the level lies between it and its clear level. */
const clearShare = 0.05;

/** What is compared is within these: a clear level outside of them would never be reached. */
const rangeOf: Partial<Record<AlertMeasure, { readonly from: number; readonly to: number }>> = {
  percentile: { from: 1, to: 99 },
  percent_of_capacity: { from: 0, to: 100 },
};

/**
 * The limits of a rule. Without a clear level of its own, it is 5 % of the level inside of it, no further than what is compared
 * reaches; of values whose zero means nothing, such as elevations, it is the level itself.
 * @param capacity That of the reservoir in the unit of its storage, up to which values reach; null for other records.
 * @example limitsOf({ direction: 'below', level: 30, … }).clear // 31.5
 */
export function limitsOf(terms: LevelTerms, capacity: number | null = null): LevelLimits {
  const { direction, level, clear_level } = terms;
  return { direction, level, clear: clear_level ?? defaultClear(terms, capacity) };
}

/** Whether a share of a value means nothing, so that its clear level is by default its level. */
export function clearsAtLevel({ measure, parameter_ndx }: Pick<LevelTerms, 'measure' | 'parameter_ndx'>) {
  return measure === 'value' && parametersWithoutRatio.has(parameter_ndx);
}

function defaultClear(terms: LevelTerms, capacity: number | null): number {
  const { measure, direction, level } = terms;
  if (clearsAtLevel(terms)) return level;
  const highest = measure === 'value' && capacity !== null ? capacity : Number.POSITIVE_INFINITY;
  const { from, to } = rangeOf[measure] ?? { from: Number.NEGATIVE_INFINITY, to: highest };
  const gap = clearShare * Math.abs(level);
  // A level may be out of reach itself.
  return direction === 'below'
    ? Math.max(level, Math.min(to, level + gap))
    : Math.min(level, Math.max(from, level - gap));
}

function isBeyond(measured: number, { direction, level }: LevelLimits): boolean {
  return direction === 'above' ? measured > level : measured < level;
}

function isClear(measured: number, { direction, clear }: LevelLimits): boolean {
  return direction === 'above' ? measured <= clear : measured >= clear;
}

/**
 * What an observation makes of a state. A rule fires with the second observation in a row beyond its level, and has cleared
 * with the second in a row at or inside of its clear level: noise around either does not count.
 */
export function stepLevel(state: AlertState, measured: number, limits: LevelLimits): LevelStep {
  switch (state) {
    case 'ok':
      return { state: isBeyond(measured, limits) ? 'pending' : 'ok' };
    case 'pending':
      return isBeyond(measured, limits) ? { state: 'firing', kind: 'fired' } : { state: 'ok' };
    case 'firing':
      return { state: isClear(measured, limits) ? 'clearing' : 'firing' };
    case 'clearing':
      return isClear(measured, limits) ? { state: 'ok', kind: 'cleared' } : { state: 'firing' };
  }
}

export type SilenceStep = {
  readonly state: 'ok' | 'firing';
  readonly kind?: 'silent' | 'back';
};

/** What the time since the last value makes of a rule of silence: it fires once, and once when a value is back. */
export function stepSilence(state: AlertState, isSilent: boolean): SilenceStep {
  if (isSilent) return state === 'firing' ? { state } : { state: 'firing', kind: 'silent' };
  return state === 'firing' ? { state: 'ok', kind: 'back' } : { state: 'ok' };
}
