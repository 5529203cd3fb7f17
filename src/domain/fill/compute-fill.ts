import { acreFeetPerCfsDay } from '../cumulative-volume.ts';
import { exceedances } from '../exceedances.ts';
import { minYearsForMedian, weibullPercentile } from '../statistics.ts';
import { fitChance } from './chance-model.ts';
import {
  type FillChanceFigures,
  type FillInput,
  type FillReason,
  type FillResult,
  minForecastYears,
} from './fill-result.ts';
import { climatologyPeaks, fillSkillOf, leaveOneOut, refuseSkill } from './fill-skill.ts';
import { type ForecastYear, fitPeaks, forecastPeaks, peaksAt, shareAtTarget } from './peak-model.ts';

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
      peak_af: quantilesOf(all),
      ...common,
      coefficients: null,
    };
  };
  if (outlook_af === undefined) return climatology({ code: 'no-outlook' });
  if (withForecast.length < minForecastYears) {
    return climatology({ code: 'few-forecasts', years: withForecast.length });
  }
  const [peakFit, chanceFit] = [fitPeaks(withForecast), fitChance(withForecast, input)];
  if (!peakFit || !chanceFit || !skill) return climatology({ code: 'no-skill' });
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

/** The peaks at the chances of exceedance, in AF. */
function quantilesOf(peaks: readonly number[]): number[] {
  const sorted = peaks.toSorted((one, other) => one - other);
  return exceedances.map((percent) => weibullPercentile(sorted, 100 - percent) ?? Number.NaN);
}
