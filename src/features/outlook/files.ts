import { deliveriesOfRecords, describeDeliverers } from '#domain/deliverer.ts';
import type { AnswerFiles } from '#domain/season/answer-files.ts';
import { exceedances } from '#domain/statistics/exceedances.ts';
import { dateFormats, formatMonthDay, formatWallTime } from '#lib/calendar-text.ts';
import { countOf } from '#lib/count-text.ts';
import { type CsvColumn, type CsvTable, toCsvTable } from '#lib/csv.ts';
import { tidyNumber } from '#lib/format-number.ts';
import type { IssuedOutlook, Outlook, OutlookFile, OutlookForecast, OutlookPredictor } from './contract.ts';

export const outlookAnswer: AnswerFiles<Outlook, OutlookFile> = {
  titleOf: outlookTitle,
  sourceOf: outlookSource,
  files: {
    volumes: ['Volumes by exceedance', ofForecast(volumeTable)],
    season: ['Season', seasonTable],
    predictors: ['Predictors', predictorTable],
    coefficients: ['Coefficients', ofForecast(coefficientTable)],
    residuals: ['Residuals', ofForecast(hindcastTable)],
    training: ['Training data', ofForecast(trainingTable)],
    issues: ['What was issued', issueTable],
  },
};

function ofForecast(rowsOf: (forecast: OutlookForecast, outlook: Outlook) => CsvTable) {
  return (outlook: Outlook) => (outlook.forecast ? rowsOf(outlook.forecast, outlook) : undefined);
}

/** The volumes of the whole period. */
function volumeTable({ volumes_af, percents_of_median }: OutlookForecast): CsvTable {
  return toCsvTable(exceedances, [
    ['Chance of exceedance (%)', (percent) => percent],
    ['Volume (AF)', (_, at) => volumes_af[at] ?? null],
    ['Percent of the median', (_, at) => percents_of_median?.[at] ?? null],
  ]);
}

/** The volume since the start of the period by the end of each day: what came, and from the issue day the fan. */
function seasonTable({ observed: { curve }, forecast }: Outlook): CsvTable {
  const fan = forecast?.fan;
  const came = new Map(curve.days.map((day, at) => [day, curve.values[at] ?? null]));
  const places = new Map(fan?.days.map((day, at) => [day, at]));
  const lines = fan
    ? ([90, 75, 50, 25, 10] as const).map((percent) => ({ percent, values: fan[`p${percent}`] }))
    : [];
  return {
    header: ['Date', 'Came (AF)', ...lines.map(({ percent }) => `Exceeded in ${percent} % (AF)`)],
    rows: [...new Set([...came.keys(), ...places.keys()])].toSorted().map((day) => {
      const at = places.get(day);
      return [
        day,
        came.get(day) ?? null,
        ...lines.map(({ values }) => (at === undefined ? null : (values[at] ?? null))),
      ];
    }),
  };
}

const predictorKinds = { snow: 'Snow', 'winter-flow': 'Winter flow' } as const;

/** The name of a predictor in a column: the site and its parameter. */
function columnName({ loc_name, parameter_name, units_name }: OutlookPredictor): string {
  return `${loc_name}, ${parameter_name} (${units_name})`;
}

/** The predictors on the issue day: values, the training years that they are compared with, weights and effects. */
function predictorTable({ predictors }: Outlook): CsvTable {
  return toCsvTable(predictors, [
    ['Kind', ({ kind }) => predictorKinds[kind]],
    ['Group', ({ group }) => group],
    ['Site', (each) => each.loc_name],
    ['Site ID', (each) => each.loc_id],
    ['Parameter', (each) => each.parameter_name],
    ['Unit', (each) => each.units_name],
    ['Date', (each) => each.rdate],
    ['Value', ({ value }) => value],
    ['Mean of the training years', ({ mean }) => mean],
    ['Standard deviation', ({ deviation }) => deviation],
    ['Training years', ({ years }) => years],
    ['z', ({ z }) => z],
    ['Weight (0 to 1)', ({ weight }) => weight],
    ['Effect (√AF)', ({ effect }) => effect],
    ['Late', (each) => (each.is_late ? 'late' : '')],
    ['Approval', (each) => (each.value === null ? '' : each.is_provisional ? 'Provisional' : 'Approved')],
  ]);
}

/** The fitted coefficients: the intercept, then a row for each predictor with its loading on each component. */
function coefficientTable({ model }: OutlookForecast, { predictors }: Outlook): CsvTable {
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
function trainingTable({ model }: OutlookForecast, { predictors }: Outlook): CsvTable {
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

/** What was issued in the year up to the issue day, with empty cells where it was withheld. */
function issueTable({ issues }: Pick<Outlook, 'issues'>): CsvTable {
  const volumes = exceedances.map(
    (percent, at): CsvColumn<IssuedOutlook> => [
      `Exceeded in ${percent} % (AF)`,
      ({ volumes_af }) => volumes_af?.[at] ?? null,
    ],
  );
  return toCsvTable(issues, [
    ['Issue day', ({ issued }) => issued],
    ['Computed at (UTC)', (each) => each.computed_at],
    ...volumes,
    ['Withheld because', ({ reasons }) => reasons.join(' ')],
  ]);
}

/** The record as a table, in AF. */
export function hindcastTable({ hindcast }: Pick<OutlookForecast, 'hindcast'>): CsvTable {
  return toCsvTable(hindcast, [
    ['Year', ({ year }) => String(year)],
    ['Came (AF)', (each) => each.observed_af],
    ['Leave-one-out (AF)', (each) => each.leave_one_out_af],
    ['Residual (AF)', (each) => tidyNumber(each.observed_af - each.leave_one_out_af)],
    ['Forward (AF)', (each) => each.forward_af],
    ['Forward, 90 % exceedance (AF)', (each) => each.forward_low_af],
    ['Forward, 10 % exceedance (AF)', (each) => each.forward_high_af],
    ['Range held', ({ is_held }) => (is_held === null ? '' : is_held ? 'yes' : 'no')],
  ]);
}

/** `April–July volume, Snake River near Heise` */
export function outlookTitle({ period, label }: Pick<Outlook, 'period' | 'label'>): string {
  return `${describePeriod(period)} volume, ${label}`;
}

/** `April–July` of whole months, `April 15–July 31` of others. Days are `YYYY-MM-DD`. */
export function describePeriod({ from, to }: { readonly from: string; readonly to: string }): string {
  const month = (day: string) => formatWallTime(day, dateFormats.monthName);
  const isWhole = from.endsWith('-01') && isLastOfMonth(to);
  return isWhole
    ? `${month(from)}–${month(to)}`
    : `${formatMonthDay(from.slice(5))}–${formatMonthDay(to.slice(5))}`;
}

function isLastOfMonth(day: string): boolean {
  const [year = 0, month = 0, last] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).getUTCDate() === last;
}

/** What the numbers of an outlook rest on. */
export function outlookSource({
  flow,
  predictors,
  official,
}: Pick<Outlook, 'flow' | 'predictors' | 'official'>): string {
  const snow = predictors.filter(({ kind }) => kind === 'snow').length;
  const agencies = [...new Set(official.map(({ agency }) => agency))];
  return [
    `Computed by this portal from ${flow.parameter_name} at ${flow.loc_name} (${flow.loc_id}) and ${countOf(snow, 'snow record')}`,
    `Values: ${describeDeliverers(deliveriesOfRecords([flow, ...predictors]))}`,
    ...(agencies.length === 0 ? [] : [`Official forecasts: ${agencies.join(', ')}`]),
  ].join('. ');
}
