import { fitLogistic } from '#lib/regression.ts';
import type { FillInput } from './fill-result.ts';
import type { ForecastYear, Start } from './peak-model.ts';

/**
 * The share of years in which neither storage nor forecast decides: water is released before a flood that does not come, or
 * held back after a dry spring. Of 0.1 to 0.25, tried on seven reservoirs and ten issue days of 1982 to 2020, it has the
 * most reliable chances.
 */
const contamination = 0.2;

/** The chance of the target by storage and forecast; `coefficients` are those of the log odds, per AF. */
export type ChanceModel = {
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
