import { mean } from '#lib/moments.ts';
import { type Regression, regress } from '#lib/regression.ts';
import type { CarryOverModel, CarryOverReason, CarryOverSkill, CarryOverYear } from './carry-over-result.ts';
import { exceededValues, medianPlace } from './exceedances.ts';
import { minForecastYears } from './fill/fill-result.ts';
import { isSkilled, skillScoreOf } from './skill-score.ts';
import { median, minYearsForMedian } from './statistics.ts';

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
 * range has the leave-one-out errors of past years. Withheld unless leave-one-out errors are smaller than climatology's by
 * 5 %, and not by luck.
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
    fit?.years.map((year, at) => [
      year,
      limit((fit.values[at] ?? 0) - (fit.regression.leaveOneOutResiduals[at] ?? 0)),
    ]),
  );
  const skill = fit ? skillOf(fit.values, [...predictions.values()]) : null;
  const reasons = reasonsOf(storage_af, winters.length, skill);
  const quantiles = (at: number, storage: number) => {
    const day = fitDay(method, at);
    if (!day) return undefined;
    const expected = day.regression.predict(method.rowOf({ storage_af: storage, flow_af: input.flow_af }));
    return exceededValues(day.regression.leaveOneOutResiduals.map((error) => limit(expected + error)));
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

function skillOf(carried: readonly number[], predicted: readonly number[]): CarryOverSkill {
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

function reasonsOf(storage: number | null, years: number, skill: CarryOverSkill | null): CarryOverReason[] {
  const reasons: CarryOverReason[] = storage === null ? [{ code: 'no-storage' }] : [];
  if (years < minForecastYears) return [...reasons, { code: 'few-years', years }];
  const score = skill && { skill: skill.skill ?? 0, low: skill.skill_low ?? 0 };
  if (isSkilled(score)) return reasons;
  return [...reasons, { code: 'no-skill', skill: score?.skill ?? 0, low: score?.low ?? 0 }];
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
