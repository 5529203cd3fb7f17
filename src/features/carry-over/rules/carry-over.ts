import { isSkilled, minForecastYears, skillScoreOf } from '#domain/season/skill-score.ts';
import { exceededValues, medianPlace } from '#domain/statistics/exceedances.ts';
import { median, minYearsForMedian, weibullPercentile } from '#domain/statistics/statistics.ts';
import { mean } from '#lib/moments.ts';
import { type Regression, regress } from '#lib/regression.ts';
import type { CarryOverModel, CarryOverReason, CarryOverSkill, CarryOverYear } from './carry-over-result.ts';

/** What reservoirs carry over to the season that begins with this day, `MM-DD`. */
export const carryOverDay = '04-01';

/** A past winter of reservoirs together, from the date of the issue day to April 1 of its `year`. */
export type Winter = {
  readonly year: number;
  /** On the issue day. */
  readonly storage_af: number;
  /** The natural flow of the water year up to the day before the issue day; null where the record lacks it. */
  readonly flow_af: number | null;
  /** The storage of each day after the issue day up to April 1, the carry-over; null without a value. All winters have the same days. */
  readonly path_af: readonly (number | null)[];
};

export type CarryOverInput = {
  readonly winters: readonly Winter[];
  readonly capacity_af: number;
  /** On the issue day. */
  readonly storage_af: number | null;
  readonly flow_af: number | null;
};

export type CarryOverResult = {
  readonly years: CarryOverYear[];
  /** Null where it is withheld, for the `reasons`. Volumes in the order of `exceedances`. */
  readonly forecast: {
    readonly volumes_af: number[];
    /** The storage that is exceeded with a chance of 90, 50 and 10 percent, so many `days` after the issue day. */
    readonly fan: { days: number[]; p90: number[]; p50: number[]; p10: number[] };
    readonly model: CarryOverModel;
  } | null;
  /** What past years carried over, in the order of `exceedances`; null of too few years. */
  readonly climatology_af: number[] | null;
  /** Of the method, even where it is withheld; null without enough years. */
  readonly skill: CarryOverSkill | null;
  readonly reasons: CarryOverReason[];
};

/**
 * Says what reservoirs carry over to April 1: the storage of the issue day and what past winters added to it, by regression
 * on that storage and the natural flow of the water year so far, or on the storage only where the flow is not known. The
 * range has the leave-one-out errors of past years, widened as far as past winters needed it that were foreseen from the
 * winters before them only. Withheld unless leave-one-out errors are smaller than climatology's by 5 %, and not by luck, and
 * unless the range held in 78 % of these winters, and of those in which it would have been given.
 * @throws RangeError for winters of different days
 */
export function computeCarryOver(input: CarryOverInput): CarryOverResult {
  const { storage_af, capacity_af } = input;
  if (new Set(input.winters.map(({ path_af }) => path_af.length)).size > 1) {
    throw new RangeError('all winters have the same days');
  }
  const winters = input.winters.filter(({ path_af }) => path_af.at(-1) != null);
  const last = (winters[0]?.path_af.length ?? 0) - 1;
  const method = chooseMethod(winters, input.flow_af);
  const fit = fitDay(method, last);
  const limit = (volume: number) => Math.max(0, Math.min(capacity_af, volume));
  const predictions = new Map(
    fit && leaveOneOut(fit, limit).map((predicted, at) => [fit.years[at] ?? 0, predicted]),
  );
  const skill = fit ? skillOf(fit, limit) : null;
  const tries = skill && isSkilled(scoreOf(skill)) ? triesOf(winters, last, limit) : [];
  const reasons = reasonsOf(storage_af, winters.length, skill, tries);
  const factor = wideningOf(tries);
  const quantiles = (at: number, storage: number) => {
    const day = fitDay(method, at);
    if (!day) return undefined;
    const expected = day.regression.predict(method.rowOf({ storage_af: storage, flow_af: input.flow_af }));
    const errors = exceededValues(day.regression.leaveOneOutResiduals);
    return errors.map((error) => limit(expected + factor * error));
  };
  const volumes = storage_af === null || reasons.length > 0 || !fit ? undefined : quantiles(last, storage_af);
  const carried = winters.map(({ path_af }) => path_af.at(-1) ?? 0);
  return {
    years: winters.map(({ path_af, ...each }) => ({
      ...each,
      carry_over_af: path_af.at(-1) ?? 0,
      predicted_af: predictions.get(each.year) ?? null,
    })),
    forecast:
      volumes && fit && storage_af !== null
        ? {
            volumes_af: volumes,
            fan: fanOf(storage_af, last, (at) => quantiles(at, storage_af)),
            model: modelOf(fit.regression),
          }
        : null,
    climatology_af: winters.length < minYearsForMedian ? null : exceededValues(carried),
    skill,
    reasons,
  };
}

type Start = Pick<Winter, 'storage_af' | 'flow_af'>;
/** The winters that a regression is fitted to, and what of them it rests on. */
type Method = { readonly winters: readonly Winter[]; rowOf(start: Start): readonly number[] };

/** With the flow where it is known, in enough winters too, and varies; else by the storage only. */
function chooseMethod(winters: readonly Winter[], flow: number | null): Method {
  const both: Method = {
    winters: winters.filter(({ flow_af }) => flow_af !== null),
    rowOf: ({ storage_af, flow_af }) => [storage_af, flow_af ?? 0],
  };
  const last = (winters[0]?.path_af.length ?? 0) - 1;
  return flow !== null && fitDay(both, last) ? both : { winters, rowOf: ({ storage_af }) => [storage_af] };
}

type DayFit = {
  readonly years: readonly number[];
  readonly values: readonly number[];
  readonly regression: Regression;
};

/** Fits the storage of a day after the issue day. Undefined for few winters, and where a predictor does not vary. */
function fitDay({ winters, rowOf }: Method, at: number): DayFit | undefined {
  const known = winters.filter(({ path_af }) => path_af[at] != null);
  if (known.length < minForecastYears) return undefined;
  const values = known.map(({ path_af }) => path_af[at] ?? 0);
  const regression = regress(known.map(rowOf), values);
  return regression && { years: known.map(({ year }) => year), values, regression };
}

type Limit = (volume: number) => number;

/** What each winter would have been said to carry over by all others. */
function leaveOneOut({ values, regression }: DayFit, limit: Limit): number[] {
  return values.map((value, at) => limit(value - (regression.leaveOneOutResiduals[at] ?? 0)));
}

function skillOf(fit: DayFit, limit: Limit): CarryOverSkill {
  const carried = fit.values;
  const predicted = leaveOneOut(fit, limit);
  const errors = carried.map((value, at) => Math.abs((predicted[at] ?? 0) - value));
  const usual = carried.map((value, at) => Math.abs(median(carried.toSpliced(at, 1)) - value));
  const score = skillScoreOf(errors, usual);
  return {
    years: carried.length,
    mae_af: mean(errors),
    climatology_mae_af: mean(usual),
    skill: score?.skill ?? null,
    skill_low: score?.low ?? null,
  };
}

/**
 * A past winter that was foreseen from those before it only. `needed` is how often its range would have held its error;
 * `isGiven` is whether the winters before it spoke for such a range.
 */
type Try = { readonly needed: number; readonly isHeld: boolean; readonly isGiven: boolean };

/** Foresees each winter from those before it, with the range that the tries before it give. */
function triesOf(winters: readonly Winter[], last: number, limit: Limit): Try[] {
  const tries: Try[] = [];
  const ascending = winters.toSorted((one, other) => one.year - other.year);
  for (const [at, winter] of ascending.entries()) {
    const method = chooseMethod(ascending.slice(0, at), winter.flow_af);
    const fit = fitDay(method, last);
    if (!fit) continue;
    const expected = fit.regression.predict(method.rowOf(winter));
    const errors = exceededValues(fit.regression.leaveOneOutResiduals);
    const [low, high] = [errors[0] ?? 0, errors.at(-1) ?? 0];
    const came = limit(winter.path_af.at(-1) ?? 0);
    const factor = wideningOf(tries);
    tries.push({
      isGiven: holds(tries) && isSkilled(scoreOf(skillOf(fit, limit))),
      needed: (came - expected) / (came > expected ? Math.max(high, rounding) : Math.min(low, -rounding)),
      isHeld:
        came >= limit(expected + factor * low) - rounding &&
        came <= limit(expected + factor * high) + rounding,
    });
  }
  return tries;
}

/** In AF. */
const rounding = 1e-6;
/** Fewer tries say too little. */
const minTries = 8;
/** The share of the tries, in percent, that the range is to hold, and the one below which it is withheld. */
const heldShare = { nominal: 80, min: 78 } as const;

/** How far a range of leave-one-out errors has to be widened to hold forward. None is narrower than they are. */
function wideningOf(tries: readonly Try[]): number {
  if (tries.length < minTries) return 1;
  const needed = tries.map((each) => each.needed).toSorted((one, other) => one - other);
  return Math.max(1, weibullPercentile(needed, heldShare.nominal) ?? 1);
}

const heldOf = (tries: readonly Try[]) => tries.filter(({ isHeld }) => isHeld).length;

/** Whether ranges held often enough; true of too few. */
function holds(tries: readonly Try[]): boolean {
  return tries.length < minTries || 100 * heldOf(tries) >= heldShare.min * tries.length;
}

const scoreOf = ({ skill, skill_low }: CarryOverSkill) => ({ skill: skill ?? 0, low: skill_low ?? 0 });

function reasonsOf(
  storage: number | null,
  years: number,
  skill: CarryOverSkill | null,
  tries: readonly Try[],
): CarryOverReason[] {
  const reasons: CarryOverReason[] = storage === null ? [{ code: 'no-storage' }] : [];
  if (years < minForecastYears) return [...reasons, { code: 'few-years', years }];
  const score = skill && scoreOf(skill);
  if (!isSkilled(score)) {
    return [...reasons, { code: 'no-skill', skill: score?.skill ?? 0, low: score?.low ?? 0 }];
  }
  const failed = [tries, tries.filter(({ isGiven }) => isGiven)].find((each) => !holds(each));
  return failed ? [...reasons, { code: 'unreliable', held: heldOf(failed), tried: failed.length }] : reasons;
}

/** The storage of the issue day, then that of each day that can be fitted. */
function fanOf(storage: number, last: number, quantiles: (at: number) => number[] | undefined) {
  const fan = { days: [0], p90: [storage], p50: [storage], p10: [storage] };
  for (let at = 0; at <= last; at += 1) {
    const volumes = quantiles(at);
    if (!volumes) continue;
    fan.days.push(at + 1);
    fan.p90.push(volumes[0] ?? 0);
    fan.p50.push(volumes[medianPlace] ?? 0);
    fan.p10.push(volumes.at(-1) ?? 0);
  }
  return fan;
}

function modelOf({ coefficients: [intercept = 0, storage = 0, flow] }: Regression): CarryOverModel {
  return { intercept, storage, flow: flow ?? null };
}
