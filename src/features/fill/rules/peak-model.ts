import { fitLogistic, type Regression, regress } from '#lib/regression.ts';
import type { FillHistoryYear, FillInput } from './fill-result.ts';

/** A year whose peak is asked: its storage on the issue day, and the volume forecast; in AF. */
type Start = { readonly storage_af: number; readonly forecast_af: number };
/** A past year with a forecast. */
export type ForecastYear = FillHistoryYear & { readonly forecast_af: number };
/** Peaks that are equally likely, in AF, and the one in the middle of them. */
export type Peaks = { readonly middle: number; readonly all: readonly number[] };

type Limits = Pick<FillInput, 'capacity_af' | 'target_af'>;

/**
 * Fits peak = b₀ + b₁ · storage + b₂ · forecast volume. Undefined where storage or forecast do not vary enough to tell one
 * from the other.
 */
export function fitPeaks(years: readonly ForecastYear[]): Regression | undefined {
  return regress(
    years.map(({ storage_af, forecast_af }) => [storage_af, forecast_af]),
    years.map(({ peak_af }) => peak_af),
  );
}

/** The fitted peak, and one for each leave-one-out error. None is above the capacity or below the storage that is there. */
export function forecastPeaks(fit: Regression, start: Start, { capacity_af }: Limits): Peaks {
  const expected = fit.predict([start.storage_af, start.forecast_af]);
  const limit = (peak: number) => Math.max(start.storage_af, Math.min(capacity_af, peak));
  return { middle: limit(expected), all: fit.leaveOneOutResiduals.map((error) => limit(expected + error)) };
}

/** The share of peaks at the target. */
export function shareAtTarget(peaks: readonly number[], target_af: number): number {
  return peaks.filter((peak) => peak >= target_af).length / peaks.length;
}

/**
 * The peaks that are exceeded with chances in percent, of which the target is reached with the given chance: the peaks at the
 * target have this weight together, the others the rest. Where there are none on one side, those of `usual` take their place.
 */
export function peaksAt(
  percents: readonly number[],
  peaks: readonly number[],
  { usual, target_af, chance }: { usual: readonly number[]; target_af: number; chance: number },
): number[] {
  const sides = [true, false].map((isReached) => {
    const sideOf = (all: readonly number[]) => all.filter((peak) => peak >= target_af === isReached);
    const own = sideOf(peaks);
    return (own.length > 0 ? own : sideOf(usual)).toSorted((one, other) => other - one);
  });
  const weighted = sides.flatMap((side, at) => {
    const weight = (at === 0 ? chance : 1 - chance) / side.length;
    return weight > 0 ? side.map((peak) => ({ peak, weight })) : [];
  });
  return percents.map((percent) => {
    let exceeded = 0;
    const found = weighted.find(({ weight }) => {
      exceeded += weight;
      return exceeded >= percent / 100 - 1e-9;
    });
    return (found ?? weighted.at(-1))?.peak ?? Number.NaN;
  });
}

/**
 * The share of years in which neither storage nor forecast decides: water is released before a flood that does not come, or
 * held back after a dry spring. Of 0.1 to 0.25, tried on seven reservoirs and ten issue days of 1982 to 2020, it has the
 * most reliable chances.
 */
const contamination = 0.2;

/** The chance of the target by storage and forecast; `coefficients` are those of the log odds, per AF. */
type ChanceModel = {
  readonly coefficients: readonly number[];
  chanceOf(start: Start): number;
};

/**
 * Fits the chance that the target is reached to whether past years reached it. How far a peak is above or below the target
 * does not count: peaks pile up at the capacity, and a line through them would be too flat. Where all years agree, so does
 * the chance. Undefined where storage or forecast do not vary enough to distinguish them.
 */
export function fitChance(
  years: readonly ForecastYear[],
  { target_af }: Pick<FillInput, 'target_af'>,
): ChanceModel | undefined {
  const events = years.map(({ peak_af }) => peak_af >= target_af);
  const [common] = events;
  const chanceFrom =
    (chanceOf: ChanceModel['chanceOf']): ChanceModel['chanceOf'] =>
    (start) =>
      start.storage_af >= target_af ? 1 : chanceOf(start);
  if (common !== undefined && events.every((each) => each === common)) {
    return { coefficients: [], chanceOf: chanceFrom(() => (common ? 1 : 0)) };
  }
  const rows = years.map(({ storage_af, forecast_af }) => [storage_af, forecast_af]);
  const model = fitLogistic(rows, events, contamination);
  return (
    model && {
      coefficients: model.coefficients,
      chanceOf: chanceFrom(({ storage_af, forecast_af }) => model.predict([storage_af, forecast_af])),
    }
  );
}
