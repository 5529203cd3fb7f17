import { mean } from '#lib/moments.ts';
import { median } from '../statistics.ts';
import type { FillHistoryYear, FillInput, FillSkillFigures } from './fill-result.ts';
import { chanceOf, type ForecastYear, fitPeaks, forecastPeaks, type Peaks } from './peak-model.ts';

type Limits = Pick<FillInput, 'capacity_af' | 'target_af'>;
/** What a method says of a year without that year. */
export type LeftOut = { readonly year: number; readonly peak_af: number; readonly chance: number };

/** The peaks of past years: the climatology of the date. None is below the storage that is there. */
export function climatologyPeaks(
  years: readonly Pick<FillHistoryYear, 'peak_af'>[],
  storage_af: number,
): Peaks {
  const all = years.map(({ peak_af }) => Math.max(storage_af, peak_af));
  return { middle: median(all), all };
}

/** What the regression says of each year, fitted to all others. Years whose others cannot be fitted are left out. */
export function leaveOneOut(years: readonly ForecastYear[], limits: Limits): LeftOut[] {
  return years.flatMap((own, at) => {
    const fit = fitPeaks(years.toSpliced(at, 1));
    if (!fit) return [];
    const peaks = forecastPeaks(fit, own, limits);
    return [{ year: own.year, peak_af: peaks.middle, chance: chanceOf(peaks, limits) }];
  });
}

/**
 * Compares what was said of each year with what came, and with the climatology of the other years. Brier scores are the mean
 * squared differences between the chance and what came, 1 or 0.
 */
export function fillSkillOf(
  years: readonly ForecastYear[],
  leftOut: readonly LeftOut[],
  limits: Limits,
): FillSkillFigures {
  const scores = years.flatMap((own, at) => {
    const said = leftOut.find(({ year }) => year === own.year);
    if (!said) return [];
    const usual = climatologyPeaks(years.toSpliced(at, 1), own.storage_af);
    const came = own.peak_af >= limits.target_af ? 1 : 0;
    return [
      {
        miss: Math.abs(said.peak_af - own.peak_af),
        usualMiss: Math.abs(usual.middle - own.peak_af),
        brier: (said.chance - came) ** 2,
        usualBrier: (chanceOf(usual, limits) - came) ** 2,
      },
    ];
  });
  const brier = mean(scores.map((each) => each.brier));
  const climatology = mean(scores.map(({ usualBrier }) => usualBrier));
  return {
    years: scores.length,
    mae_af: mean(scores.map(({ miss }) => miss)),
    climatology_mae_af: mean(scores.map(({ usualMiss }) => usualMiss)),
    brier,
    climatology_brier: climatology,
    brier_skill: climatology > 0 ? 1 - brier / climatology : null,
  };
}

/** Whether the regression may be shown: both the peak and the chance have to be better than climatology's. */
export function hasSkill({ mae_af, climatology_mae_af, brier_skill }: FillSkillFigures): boolean {
  return mae_af < climatology_mae_af && brier_skill !== null && brier_skill > 0;
}
