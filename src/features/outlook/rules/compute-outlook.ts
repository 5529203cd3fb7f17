import { isSkilled, skillScoreOf } from '#domain/season/skill-score.ts';
import { mean, squaredDeviations, standardDeviation, sumOfSquares } from '#lib/moments.ts';
import { studentTQuantile } from '#lib/regression.ts';
import {
  type Fit,
  fitComponents,
  fitIndex,
  type PredictorRow,
  type Sample,
  type Standard,
  scoresOf,
  standardsOf,
  zScoresOf,
} from './fit.ts';
import {
  chancesOfExceedance,
  type ExceedanceVolumes,
  type HindcastYear,
  maxLateWeight,
  minTrainingYears,
  type OutlookAnalog,
  type OutlookModel,
  type OutlookReason,
  type OutlookResult,
  type OutlookSkill,
  type PredictorFigures,
} from './outlook-result.ts';
import { checkTraining, type OutlookCurrent, type OutlookTraining, yearsBefore } from './training.ts';

const maxAnalogs = 5;

/**
 * Forecasts the volume of a period as of an issue day, or says why there is no forecast. Only training years before the
 * asked year count: nothing that came later is in the model of a day in the past, its range or its record. While a predictor that the model has is late, Z-score regression
 * takes the place of the principal components, in the record too.
 * @throws RangeError for training data whose rows do not fit each other
 */
export function computeOutlook(training: OutlookTraining, current: OutlookCurrent): OutlookResult {
  checkTraining(training, current);
  const past = yearsBefore(training, current.year);
  const sample: Sample = { rows: past.predictors, roots: past.volumes.map(rootOfVolume) };
  const count = past.years.length;
  if (count < minTrainingYears) {
    const standards = standardsOf(count > 0 ? past.predictors : [current.values.map(() => undefined)]);
    const predictors = figuresOf(standards, current.values);
    return { kind: 'withheld', predictors, reasons: [{ code: 'few-years', years: count }] };
  }
  const components = fitComponents(sample);
  const full = figuresOf(components.standards, current.values, components);
  const late = full.filter(({ is_late, weight }) => is_late && weight !== null);
  const method = late.length > 0 ? fitIndex : fitComponents;
  const fit = late.length > 0 ? fitIndex(sample) : components;
  const reasons: OutlookReason[] = [];
  const weight = late.reduce((sum, each) => sum + (each.weight ?? 0), 0);
  if (weight > maxLateWeight) {
    reasons.push({ code: 'late-predictors', late: late.length, predictors: full.length, weight });
  }
  if (!components.isSignificant || !fit.isSignificant) reasons.push({ code: 'no-relation', years: count });
  if (reasons.length > 0) return { kind: 'withheld', predictors: full, reasons };

  const { rows, pastErrors } = hindcast(past, sample, method);
  const skill = skillOf(rows, past.volumes);
  if (!isSkilled({ skill: skill.nse, low: skill.nse_low })) {
    const noSkill: OutlookReason = { code: 'no-skill', nse: skill.nse, low: skill.nse_low };
    return { kind: 'withheld', predictors: full, reasons: [noSkill] };
  }
  const range = rangeBasis(pastErrors);
  const forecast = forecastOf(fit, current.values);
  const volumes = (before: number) =>
    Object.fromEntries(
      chancesOfExceedance.map((percent) => [
        percent,
        before + exceededVolume(forecast, range.factor, percent),
      ]),
    ) as ExceedanceVolumes;
  return {
    kind: 'issued',
    predictors: late.length > 0 ? figuresOf(fit.standards, current.values, fit) : full,
    model: modelOf(past, current.values, fit, range, late.length > 0),
    volumes: volumes(current.before),
    remaining: volumes(0),
    hindcast: rows,
    skill,
    analogs: analogsOf(past, fit, current.values),
  };
}

/** What one standard deviation of each predictor of a row adds to the root of the volume, in √AF. */
function coefficientsOf({ regression, ...reduction }: Fit, row: PredictorRow): number[] {
  const loadings = reduction.loadingsOf(row);
  return row.map((_, at) =>
    loadings.reduce(
      (sum, each, score) => sum + (each[at] ?? 0) * (regression.coefficients[score + 1] ?? 0),
      0,
    ),
  );
}

function figuresOf(standards: readonly Standard[], row: PredictorRow, fit?: Fit): PredictorFigures[] {
  const coefficients = fit?.isSignificant ? coefficientsOf(fit, row) : [];
  const total = coefficients.reduce((sum, each) => sum + Math.abs(each), 0);
  const z = zScoresOf(row, standards);
  return standards.map((standard, at) => {
    const coefficient = standard.isUsed && total > 0 ? coefficients[at] : undefined;
    const own = z[at];
    return {
      mean: Number.isNaN(standard.mean) ? null : standard.mean,
      deviation: Number.isNaN(standard.deviation) ? null : standard.deviation,
      years: standard.years,
      z: own ?? null,
      weight: coefficient === undefined ? null : Math.abs(coefficient) / total,
      effect: coefficient === undefined || own === undefined ? null : coefficient * own,
      is_late: row[at] === undefined,
    };
  });
}

function modelOf(
  past: OutlookTraining,
  row: PredictorRow,
  fit: Fit,
  range: OutlookModel['range'],
  isIndex: boolean,
): OutlookModel {
  const { coefficients, standardError, degreesOfFreedom } = fit.regression;
  return {
    method: isIndex ? 'z-scores' : 'principal-components',
    intercept: coefficients[0] ?? 0,
    components: fit.loadingsOf(row).map((loadings, at) => ({
      coefficient: coefficients[at + 1] ?? 0,
      loadings: [...loadings],
    })),
    coefficients: coefficientsOf(fit, row),
    standard_error: standardError,
    degrees_of_freedom: degreesOfFreedom,
    range,
    years: [...past.years],
    predictors: past.predictors.map((each) => each.map((value) => value ?? null)),
    volumes: [...past.volumes],
  };
}

/** The past years whose standardized scores are nearest. */
function analogsOf(past: OutlookTraining, fit: Fit, row: PredictorRow): OutlookAnalog[] {
  const scores = past.predictors.map((each) => scoresOf(fit, each));
  const deviations = scoresOf(fit, row).map((_, score) =>
    standardDeviation(scores.map((each) => each[score] ?? 0)),
  );
  const own = scoresOf(fit, row);
  return past.years
    .map((year, at) => ({
      year,
      distance: Math.sqrt(
        sumOfSquares(own.map((score, each) => (score - (scores[at]?.[each] ?? 0)) / (deviations[each] ?? 1))),
      ),
      volume_af: (past.before[at] ?? 0) + (past.volumes[at] ?? 0),
    }))
    .toSorted((one, other) => one.distance - other.distance || other.year - one.year)
    .slice(0, maxAnalogs);
}

type FitMethod = (sample: Sample) => Fit;
/** A forecast of the root of the volume, its standard error of prediction, in √AF, and the degrees of freedom. */
type RootForecast = {
  readonly root: number;
  readonly error: number;
  readonly degreesOfFreedom: number;
};

type RangeBasis = OutlookModel['range'];

/** Fewer past errors than this say too little about how wide a range has to be. */
const minPastErrors = 8;
const defaultFactor = 1.25;

function forecastOf(fit: Fit, row: PredictorRow): RootForecast {
  const scores = scoresOf(fit, row);
  const { regression } = fit;
  return {
    root: regression.predict(scores),
    error: regression.predictionError(scores),
    degreesOfFreedom: regression.degreesOfFreedom,
  };
}

/** The volume of a root, in AF; what is below zero is zero. */
function volumeOfRoot(root: number): number {
  return Math.max(root, 0) ** 2;
}

/** The root of a volume. Unregulated flow can be below zero by noise; its volume then counts as zero. */
export function rootOfVolume(volume: number): number {
  return Math.sqrt(Math.max(volume, 0));
}

/** The volume, in AF, that is exceeded with a chance in percent. */
function exceededVolume(forecast: RootForecast, factor: number, percent: number): number {
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
