import type { Outlook, OutlookForecast, OutlookPredictor } from '#contract/outlook.ts';
import { formatUsDate } from '#lib/calendar.ts';
import type { ExportTable, FileNotes } from '../season/export-file.ts';
import { outlookTitle, sourceOf } from './outlook-text.ts';

const predictorKinds = { snow: 'Snow', 'winter-flow': 'Winter flow' } as const;

/** The name of a predictor in a column: the site and its parameter. */
function columnName({ loc_name, parameter_name, units_name }: OutlookPredictor): string {
  return `${loc_name}, ${parameter_name} (${units_name})`;
}

/** The predictors on the issue day: values, the training years that they are compared with, weights and effects. */
export function predictorTable(predictors: readonly OutlookPredictor[]): ExportTable {
  return {
    header: [
      'Kind',
      'Group',
      'Site',
      'Site ID',
      'Parameter',
      'Unit',
      'Date',
      'Value',
      'Mean of the training years',
      'Standard deviation',
      'Training years',
      'z',
      'Weight (0 to 1)',
      'Effect (√AF)',
      'Late',
      'Approval',
      'Origin',
    ],
    rows: predictors.map((each) => [
      predictorKinds[each.kind],
      each.group,
      each.loc_name,
      each.loc_id,
      each.parameter_name,
      each.units_name,
      each.rdate && formatUsDate(each.rdate),
      each.value,
      each.mean,
      each.deviation,
      each.years,
      each.z,
      each.weight,
      each.effect,
      each.is_late ? 'late' : '',
      each.value === null ? '' : each.is_provisional ? 'Provisional' : 'Approved',
      each.is_demonstration ? 'Demonstration' : 'Measured',
    ]),
  };
}

/** The fitted coefficients: the intercept, then a row for each predictor with its loading on each component. */
export function coefficientTable(
  predictors: readonly OutlookPredictor[],
  { model }: Pick<OutlookForecast, 'model'>,
): ExportTable {
  const { components, coefficients, intercept } = model;
  return {
    header: [
      'Predictor',
      'Coefficient of z (√AF)',
      ...components.map((_, at) => `Loading on component ${at + 1}`),
    ],
    rows: [
      ['Intercept', intercept, ...components.map(() => null)],
      ...components.map(({ coefficient }, at) => [
        `Component ${at + 1}`,
        coefficient,
        ...components.map(() => null),
      ]),
      ...predictors.map((each, at) => [
        columnName(each),
        coefficients[at] ?? null,
        ...components.map(({ loadings }) => loadings[at] ?? null),
      ]),
    ],
  };
}

/** The training data: a row for each year with its predictors and the volume that followed. */
export function trainingTable(
  predictors: readonly OutlookPredictor[],
  { model }: Pick<OutlookForecast, 'model'>,
): ExportTable {
  return {
    header: [
      'Year',
      ...predictors.map(columnName),
      'Volume from the issue day to the end of the period (AF)',
    ],
    rows: model.years.map((year, at) => [
      String(year),
      ...predictors.map((_, index) => model.predictors[at]?.[index] ?? null),
      model.volumes[at] ?? null,
    ]),
  };
}

/** What the files of an outlook say of themselves. */
export function outlookNotes(
  outlook: Outlook,
  what: string,
  { address, exportedAt }: Pick<FileNotes, 'address' | 'exportedAt'>,
): FileNotes {
  return {
    title: `${what}: ${outlookTitle(outlook)}`,
    notes: [
      `Issue day: ${formatUsDate(outlook.issued)}`,
      'Volumes are in acre-feet (AF), 1 cfs-day = 1.983471 AF.',
    ],
    source: sourceOf(outlook),
    isDemonstration: outlook.is_demonstration,
    address,
    exportedAt,
  };
}
