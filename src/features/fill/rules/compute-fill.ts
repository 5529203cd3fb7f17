import { acreFeetPerCfsDay } from '#domain/season/cumulative-volume.ts';
import { isSkilled, minForecastYears, skillScoreOf } from '#domain/season/skill-score.ts';
import { exceedances, exceededValues } from '#domain/statistics/exceedances.ts';
import { median, minYearsForMedian } from '#domain/statistics/statistics.ts';
import { mean } from '#lib/moments.ts';
import type {
  FillChanceFigures,
  FillHistoryYear,
  FillInput,
  FillReason,
  FillResult,
  FillSkill,
  ReliabilityBin,
} from './fill-result.ts';
import {
  type ForecastYear,
  fitChance,
  fitPeaks,
  forecastPeaks,
  type Peaks,
  peaksAt,
  shareAtTarget,
} from './peak-model.ts';

/**
 * What it takes to fill from the storage of an issue day, and the chance that it comes. The regressions of past years' fill
 * and peak on their storage and leave-one-out forecast are used where `refuseSkill` has nothing against what they say of past
 * years, otherwise climatology, with the reason. Years whose target was already reached on the issue day count.
 */
export function computeFill(input: FillInput): FillResult {
  const { years, storage_af, target_af, days } = input;
  const withForecast = years.filter((each): each is ForecastYear => each.forecast_af !== null);
  const areEnough = withForecast.length >= minForecastYears;
  const leftOut = areEnough ? leaveOneOut(withForecast, input) : [];
  const skill = leftOut.length > 0 ? fillSkillOf(withForecast, leftOut, input) : null;
  const space = storage_af === undefined ? null : Math.max(target_af - storage_af, 0);
  const required = space === null ? null : space / days / acreFeetPerCfsDay;
  const reasons: FillReason[] = [];
  if (storage_af === undefined) reasons.push({ code: 'no-storage' });
  if (years.length < minYearsForMedian) reasons.push({ code: 'few-years', years: years.length });
  return {
    space_af: space,
    required_cfs: required,
    years_with_gain: required === null ? null : years.filter(({ gain_cfs }) => gain_cfs >= required).length,
    years: years.map((each) => {
      const said = leftOut.find(({ year }) => year === each.year);
      return {
        ...each,
        is_reached: each.peak_af >= target_af,
        predicted_peak_af: said?.peak_af ?? null,
        predicted_chance: said?.chance ?? null,
      };
    }),
    chance:
      storage_af === undefined || reasons.length > 0
        ? null
        : chanceFrom(input, storage_af, withForecast, skill),
    skill,
    reasons,
  };
}

function chanceFrom(
  input: FillInput,
  storage_af: number,
  withForecast: readonly ForecastYear[],
  skill: FillResult['skill'],
): FillChanceFigures {
  const { years, outlook_af, target_af } = input;
  const reached = years.flatMap(({ reached_on }) => (reached_on ? [reached_on.slice(5)] : [])).toSorted();
  const common = {
    median_day: reached[Math.ceil(reached.length / 2) - 1] ?? null,
    years_reached: reached.length,
    outlook_af: outlook_af ?? null,
  };
  const climatology = (reason: FillReason): FillChanceFigures => {
    const { all } = climatologyPeaks(years, storage_af);
    return {
      method: 'climatology',
      reason,
      chance: shareAtTarget(all, target_af),
      peak_af: exceededValues(all),
      ...common,
      coefficients: null,
    };
  };
  if (outlook_af === undefined) return climatology({ code: 'no-outlook' });
  if (withForecast.length < minForecastYears) {
    return climatology({ code: 'few-forecasts', years: withForecast.length });
  }
  const [peakFit, chanceFit] = [fitPeaks(withForecast), fitChance(withForecast, input)];
  if (!peakFit || !chanceFit || !skill) return climatology({ code: 'no-skill', isBetter: false });
  const refusal = refuseSkill(skill);
  if (refusal) return climatology(refusal);
  const start = { storage_af, forecast_af: outlook_af };
  const chance = chanceFit.chanceOf(start);
  const { all: usual } = climatologyPeaks(years, storage_af);
  const [b0 = 0, b1 = 0, b2 = 0] = chanceFit.coefficients;
  return {
    method: 'forecast',
    reason: null,
    chance,
    peak_af: peaksAt(exceedances, forecastPeaks(peakFit, start, input).all, { usual, target_af, chance }),
    ...common,
    coefficients: { b0, b1, b2 },
  };
}

type Limits = Pick<FillInput, 'capacity_af' | 'target_af'>;
/** What a method says of a year without that year. */
type LeftOut = { readonly year: number; readonly peak_af: number; readonly chance: number };

/** The peaks of past years: the climatology of the date. None is below the storage that is there. */
function climatologyPeaks(years: readonly Pick<FillHistoryYear, 'peak_af'>[], storage_af: number): Peaks {
  const all = years.map(({ peak_af }) => Math.max(storage_af, peak_af));
  return { middle: median(all), all };
}

/** What the models say of each year, fitted to all others. Years whose others cannot be fitted are left out. */
function leaveOneOut(years: readonly ForecastYear[], limits: Limits): LeftOut[] {
  return years.flatMap((own, at) => {
    const others = years.toSpliced(at, 1);
    const [fit, chances] = [fitPeaks(others), fitChance(others, limits)];
    if (!fit || !chances) return [];
    const { middle } = forecastPeaks(fit, own, limits);
    return [{ year: own.year, peak_af: middle, chance: chances.chanceOf(own) }];
  });
}

/** A chance that was said of a year, and whether the target was reached, 1 or 0. */
type Said = { readonly chance: number; readonly came: number };

/**
 * Compares what was said of each year with what came, and with the climatology of the other years. Brier scores are the mean
 * squared differences between the chance and what came, 1 or 0.
 */
function fillSkillOf(
  years: readonly ForecastYear[],
  leftOut: readonly LeftOut[],
  { target_af }: Limits,
): FillSkill {
  const scores = years.flatMap((own, at) => {
    const said = leftOut.find(({ year }) => year === own.year);
    if (!said) return [];
    const usual = climatologyPeaks(years.toSpliced(at, 1), own.storage_af);
    const came = own.peak_af >= target_af ? 1 : 0;
    return [
      {
        chance: said.chance,
        came,
        miss: Math.abs(said.peak_af - own.peak_af),
        usualMiss: Math.abs(usual.middle - own.peak_af),
        brier: (said.chance - came) ** 2,
        usualBrier: (shareAtTarget(usual.all, target_af) - came) ** 2,
      },
    ];
  });
  const [briers, usualBriers] = [
    scores.map((each) => each.brier),
    scores.map(({ usualBrier }) => usualBrier),
  ];
  const score = skillScoreOf(briers, usualBriers);
  return {
    years: scores.length,
    mae_af: mean(scores.map(({ miss }) => miss)),
    climatology_mae_af: mean(scores.map(({ usualMiss }) => usualMiss)),
    brier: mean(briers),
    climatology_brier: mean(usualBriers),
    brier_skill: score?.skill ?? null,
    brier_skill_low: score?.low ?? null,
    ...comparisonOf(scores),
    bins: binsOf(scores),
  };
}

/** The number that was expected and the one that came. Its deviation is that of Poisson's binomial distribution. */
function comparisonOf(scores: readonly Said[]) {
  return {
    expected: scores.reduce((sum, { chance }) => sum + chance, 0),
    reached: scores.reduce((sum, { came }) => sum + came, 0),
    deviation: Math.sqrt(scores.reduce((sum, { chance }) => sum + chance * (1 - chance), 0)),
  };
}

/** The tenths of the chances that have a year, ascending. */
export function binsOf(scores: readonly Said[]): ReliabilityBin[] {
  return Array.from({ length: 10 }, (_, tenth) => {
    const own = scores.filter(({ chance }) => Math.min(Math.floor(chance * 10), 9) === tenth);
    return { from: tenth / 10, years: own.length, ...comparisonOf(own) };
  }).filter((bin) => bin.years > 0);
}

/** How far what came may be from what was expected, in standard deviations. */
const maxDeviations = 2;
/** One or two years of a tenth are off by more than that too often to say something. */
const minYearsOfTenth = 5;
/** Chances of 1 that came leave a rounding error and no deviation. */
const rounding = 1e-9;

/** Whether what came is within 2 standard deviations of what the chances say. */
export function isReliable({
  expected,
  reached,
  deviation,
}: Omit<ReliabilityBin, 'from' | 'years'>): boolean {
  return Math.abs(expected - reached) <= maxDeviations * deviation + rounding;
}

/**
 * Why the method may not be shown, if so: its peak and its chance have to be better than climatology's, the chance by 0.05
 * and not by luck, and what came has to be within 2 standard deviations of what was said, in all and in each tenth of 5 or more years.
 */
export function refuseSkill(skill: FillSkill): FillReason | null {
  const { mae_af, climatology_mae_af, brier_skill, brier_skill_low, expected, reached, bins } = skill;
  const score =
    brier_skill === null || brier_skill_low === null ? null : { skill: brier_skill, low: brier_skill_low };
  const isPeakBetter = mae_af < climatology_mae_af;
  if (!isPeakBetter || !isSkilled(score)) {
    return { code: 'no-skill', isBetter: isPeakBetter && (score?.skill ?? 0) > 0 };
  }
  const tenths = bins.filter((bin) => bin.years >= minYearsOfTenth);
  return [skill, ...tenths].every(isReliable) ? null : { code: 'unreliable', expected, reached };
}
