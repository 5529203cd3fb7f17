import { standardDeviation, sumOfSquares } from '#lib/moments.ts';
import { isSkilled } from '../skill-score.ts';
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
import { exceededVolume, forecastOf, hindcast, rangeBasis, rootOfVolume, skillOf } from './hindcast.ts';
import {
  type AnalogYear,
  chancesOfExceedance,
  type ExceedanceVolumes,
  type OutlookModel,
  type OutlookResult,
  type PredictorFigures,
} from './outlook-result.ts';
import { checkTraining, type OutlookCurrent, type OutlookTraining, yearsBefore } from './training.ts';
import { maxLateWeight, minTrainingYears, type OutlookReason } from './withheld-reason.ts';

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
function analogsOf(past: OutlookTraining, fit: Fit, row: PredictorRow): AnalogYear[] {
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
