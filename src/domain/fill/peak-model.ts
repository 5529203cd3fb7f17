import { type Regression, regress } from '#lib/linear-regression.ts';
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
export function chanceOf({ all }: Peaks, { target_af }: Limits): number {
  return all.filter((peak) => peak >= target_af).length / all.length;
}
