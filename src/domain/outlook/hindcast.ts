import { mean, squaredDeviations, standardDeviation, sumOfSquares } from '#lib/moments.ts';
import { studentTQuantile } from '#lib/student-t.ts';
import { skillScoreOf } from '../skill-score.ts';
import { type Fit, type PredictorRow, type Sample, scoresOf } from './fit.ts';
import type { HindcastYear, OutlookModel, OutlookSkill } from './outlook-result.ts';
import type { OutlookTraining } from './training.ts';
import { minTrainingYears } from './withheld-reason.ts';

export type FitMethod = (sample: Sample) => Fit;
/** A forecast of the root of the volume, its standard error of prediction, in √AF, and the degrees of freedom. */
export type RootForecast = {
  readonly root: number;
  readonly error: number;
  readonly degreesOfFreedom: number;
};

type RangeBasis = OutlookModel['range'];

/** Fewer past errors than this say too little about how wide a range has to be. */
const minPastErrors = 8;
const defaultFactor = 1.25;

export function forecastOf(fit: Fit, row: PredictorRow): RootForecast {
  const scores = scoresOf(fit, row);
  const { regression } = fit;
  return {
    root: regression.predict(scores),
    error: regression.predictionError(scores),
    degreesOfFreedom: regression.degreesOfFreedom,
  };
}

/** The volume of a root, in AF; what is below zero is zero. */
export function volumeOfRoot(root: number): number {
  return Math.max(root, 0) ** 2;
}

/** The root of a volume. Unregulated flow can be below zero by noise; its volume then counts as zero. */
export function rootOfVolume(volume: number): number {
  return Math.sqrt(Math.max(volume, 0));
}

/** The volume, in AF, that is exceeded with a chance in percent. */
export function exceededVolume(forecast: RootForecast, factor: number, percent: number): number {
  const t = studentTQuantile(1 - percent / 100, forecast.degreesOfFreedom);
  return volumeOfRoot(forecast.root + t * forecast.error * factor);
}

/**
 * How far ranges have to be widened: by the root mean square of the standardized errors of past forward forecasts. A range
 * from the errors of the fit, or from leave-one-out errors, is too narrow when it is used forward. None is narrower than the
 * prediction interval of the regression: a few lucky years are no reason to promise more than theory does.
 */
export function rangeBasis(pastErrors: readonly number[]): RangeBasis {
  const count = pastErrors.length;
  if (count < minPastErrors) return { kind: 'student-t', count, factor: defaultFactor };
  return { kind: 'past-errors', count, factor: Math.max(1, Math.sqrt(sumOfSquares(pastErrors) / count)) };
}

/**
 * What the method would have said of each training year: once fitted to all other years, and from the 21st year on fitted to
 * earlier years only, with the range that the earlier forward errors give. Everything is fitted again each time.
 */
export function hindcast(
  training: OutlookTraining,
  sample: Sample,
  fitMethod: FitMethod,
): { readonly rows: HindcastYear[]; readonly pastErrors: readonly number[] } {
  const pastErrors: number[] = [];
  const rows = training.years.map((year, at): HindcastYear => {
    const before = training.before[at] ?? 0;
    const row = sample.rows[at] ?? [];
    const others = <T>(all: readonly T[]) => all.toSpliced(at, 1);
    const leftOut = forecastOf(fitMethod({ rows: others(sample.rows), roots: others(sample.roots) }), row);
    const past = {
      year,
      observed_af: before + (training.volumes[at] ?? 0),
      leave_one_out_af: before + volumeOfRoot(leftOut.root),
    };
    if (at < minTrainingYears) {
      return { ...past, forward_af: null, forward_low_af: null, forward_high_af: null, is_held: null };
    }
    const forward = forecastOf(
      fitMethod({ rows: sample.rows.slice(0, at), roots: sample.roots.slice(0, at) }),
      row,
    );
    const { factor } = rangeBasis(pastErrors);
    const [low, high] = [exceededVolume(forward, factor, 90), exceededVolume(forward, factor, 10)];
    const missed = (sample.roots[at] ?? 0) - forward.root;
    pastErrors.push(forward.error > 0 ? missed / forward.error : 0);
    const came = Math.max(training.volumes[at] ?? 0, 0);
    return {
      ...past,
      forward_af: before + volumeOfRoot(forward.root),
      forward_low_af: before + low,
      forward_high_af: before + high,
      is_held: low <= came && came <= high,
    };
  });
  return { rows, pastErrors };
}

/** The errors of the leave-one-out forecasts beside those of the mean of the other years. */
export function skillOf(rows: readonly HindcastYear[], volumes: readonly number[]): OutlookSkill {
  const errors = rows.map(({ leave_one_out_af, observed_af }) => leave_one_out_af - observed_af);
  const count = rows.length;
  const spread = squaredDeviations(volumes);
  const middle = mean(volumes);
  const score = skillScoreOf(
    errors.map((error) => error ** 2),
    volumes.map((volume) => (volume - middle) ** 2),
  );
  const percents = rows.flatMap(({ observed_af }, at) =>
    observed_af > 0 ? [((errors[at] ?? 0) / observed_af) * 100] : [],
  );
  const forward = rows.filter(({ is_held }) => is_held !== null);
  return {
    years: count,
    nse: score?.skill ?? Number.NEGATIVE_INFINITY,
    nse_low: score?.low ?? Number.NEGATIVE_INFINITY,
    rmse_af: Math.sqrt(sumOfSquares(errors) / count),
    mae_af: mean(errors.map(Math.abs)),
    // The mean of the others misses a year by n ÷ (n − 1) times its distance from the mean of all.
    climatology_rmse_af: Math.sqrt(spread / count) * (count / (count - 1)),
    percent_error_sd: standardDeviation(percents),
    held: forward.filter(({ is_held }) => is_held).length,
    tried: forward.length,
  };
}
