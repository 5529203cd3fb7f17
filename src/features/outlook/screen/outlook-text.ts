import { dataAddress } from '#domain/page-paths.ts';
import { acreFeetPerCfsDay } from '#domain/season/cumulative-volume.ts';
import { normalPeriod } from '#domain/statistics/statistics.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { countOf } from '#lib/count-text.ts';
import { formatPercent } from '#lib/format-number.ts';
import { downloadOf, type SeasonDownload } from '#season/issue-day/SeasonTool.tsx';
import type { SeasonFact } from '#season/SeasonTable.tsx';
import { describePart, describeRange, describeVolume } from '#season/volume-text.ts';
import type { Computation } from '#season/years/computation.ts';
import type { Outlook, OutlookFile, OutlookForecast, OutlookPredictor } from '../contract.ts';
import { outlookAnswer, outlookSource } from '../files.ts';

export const normalYears = `${normalPeriod.from}–${normalPeriod.to}`;

/** The five volumes of a forecast by their names. */
export function volumesOf({ volumes_af }: Pick<OutlookForecast, 'volumes_af'>) {
  const [p90 = 0, p70 = 0, p50 = 0, p30 = 0, p10 = 0] = volumes_af;
  return { p90, p70, p50, p30, p10 };
}

/** `3,420 KAF, 96 % of median; 8 in 10 chance between 2,700 and 4,230 KAF` */
export function describeForecast(
  forecast: Pick<OutlookForecast, 'volumes_af' | 'percents_of_median'>,
): string {
  const { p90, p50, p10 } = volumesOf(forecast);
  const percent = forecast.percents_of_median?.[2];
  const ofMedian = percent === undefined ? '' : `, ${formatPercent(percent)} of median`;
  return `${describeVolume(p50)}${ofMedian}; 8 in 10 chance ${describeRange(p90, p10)}`;
}

const methodNames = {
  'principal-components': 'Principal components regression',
  'z-scores': 'Z-score regression, because a predictor is late',
} as const;

function describeMethod({ model }: Pick<OutlookForecast, 'model'>): string {
  const { method, components } = model;
  if (method === 'z-scores') return methodNames[method];
  return `${methodNames[method]}, ${countOf(components.length, 'component')}`;
}

function describeRangeBasis({ model: { range } }: Pick<OutlookForecast, 'model'>): string {
  return range.kind === 'past-errors'
    ? `From the errors of ${countOf(range.count, 'past forward forecast')}`
    : `From Student’s t, widened by ${range.factor}: there are too few past forward forecasts`;
}

/** Whether all of the period has come, which a past outlook shows beside what it said. */
export function isPeriodOver({ observed, period }: Pick<Outlook, 'observed' | 'period'>): boolean {
  return (observed.curve.days.at(-1) ?? '') >= period.to;
}

/** `It came to 2,320 KAF, 76 % of median.` Undefined before the end of the period. */
export function describeOutcome(outlook: Outlook): string | undefined {
  const { volume_af: volume } = outlook.observed;
  if (volume === null || !isPeriodOver(outlook)) return undefined;
  const { median_af: median } = outlook;
  const ofMedian =
    median !== null && median > 0 ? `, ${formatPercent((volume / median) * 100)} of median` : '';
  return `It came to ${describeVolume(volume)}${ofMedian}.`;
}

/** What of the period came before the issue day, in AF. */
export function volumeBefore({ observed: { curve }, issued }: Pick<Outlook, 'observed' | 'issued'>): number {
  return curve.values[curve.days.findLastIndex((day) => day < issued)] ?? 0;
}

const basisTexts = {
  today: 'As they are known today',
  'known-then': 'As they were known on the issue day: this is the outlook as it would have been issued then',
  hindcast:
    'As they are known now: a hindcast. The portal did not have all records on the issue day, and values may have been revised since',
} as const;

/** The facts beside the headline, in order. */
export function outlookFacts(outlook: Outlook): readonly SeasonFact[] {
  const { issued, median_af, median_years, observed, forecast, provisional, period } = outlook;
  return [
    { term: 'Issue day', text: formatUsDate(issued) },
    { term: 'Values', text: basisTexts[outlook.basis] },
    ...(forecast
      ? [
          { term: 'Method', text: describeMethod(forecast) },
          { term: 'Range', text: describeRangeBasis(forecast) },
        ]
      : []),
    {
      term: `Median of ${normalYears}`,
      text:
        median_af === null
          ? 'None: too few years'
          : `${describeVolume(median_af)} (${countOf(median_years, 'year')})`,
    },
    {
      term: isPeriodOver(outlook) ? 'Came in the period' : 'Came so far',
      text: describeObserved(observed, period, issued),
    },
    {
      term: 'Provisional',
      text:
        provisional === 0 ? 'No values' : `${describePart(provisional)} of the values may still be revised`,
    },
  ];
}

function describeObserved(
  { volume_af, days, missing_days: missing }: Outlook['observed'],
  { from }: Outlook['period'],
  issued: string,
): string {
  if (days === 0 || volume_af === null)
    return issued <= from ? `Nothing: the period begins on ${formatUsDate(from)}` : 'Unknown';
  const gaps = missing === 0 ? '' : `, ${missing} of them missing`;
  return `${describeVolume(volume_af)} in ${countOf(days, 'day')}${gaps}`;
}

/** How good the method was, in sentences of a term and a text. */
export function skillFacts({ skill }: Pick<OutlookForecast, 'skill'>): readonly SeasonFact[] {
  return [
    {
      term: 'Nash–Sutcliffe efficiency',
      text: `${skill.nse.toFixed(2)} leave-one-out, ${countOf(skill.years, 'year')}; 1 is perfect, 0 is no better than the mean`,
    },
    {
      term: 'Typical error (RMSE)',
      text: `${describeVolume(skill.rmse_af)}; the mean of the other years would have had ${describeVolume(skill.climatology_rmse_af)}`,
    },
    { term: 'Mean absolute error', text: describeVolume(skill.mae_af) },
    {
      term: 'Spread of the percent errors',
      text: `${formatPercent(skill.percent_error_sd)} of what came (standard deviation)`,
    },
  ];
}

/** `The 80 % range held 16 of 19 times.` */
export function describeHeld({ skill: { held, tried } }: Pick<OutlookForecast, 'skill'>): string {
  return tried === 0
    ? 'No past year has had a forward forecast yet.'
    : `The 80 % range held ${held} of ${countOf(tried, 'time')}.`;
}

/**
 * What a predictor adds to the median volume that is still to come, in AF: the model adds `effect` to its square root.
 * `remaining` is that volume. Null for a predictor that the model does not use.
 */
export function effectInAf({ effect }: Pick<OutlookPredictor, 'effect'>, remaining: number): number | null {
  if (effect === null) return null;
  const root = Math.sqrt(Math.max(0, remaining));
  return root ** 2 - Math.max(0, root - effect) ** 2;
}

const maxIssues = 10;

/** The newest of what was issued, oldest first. */
export function selectIssues<Issue>(issues: readonly Issue[]): readonly Issue[] {
  return issues.slice(-maxIssues);
}

const formulas = {
  'principal-components':
    'Principal components regression on the square root of the volume that is still to come (Garen 1992): √volume = intercept + Σ coefficient · z. One or two components, whichever has the smaller leave-one-out error.',
  'z-scores':
    'Z-score regression (Pagano and others 2009) on the square root of the volume that is still to come: the predictors that are there are averaged, each weighted by its squared correlation.',
} as const;

/** How an outlook was computed, with its own numbers. */
export function outlookComputation(outlook: Outlook): Computation {
  const { forecast } = outlook;
  return {
    section: 'supply-outlook',
    entries: [
      ...(forecast
        ? [
            { term: 'Method', text: describeMethod(forecast) },
            { term: 'Formula', text: formulas[forecast.model.method] },
            {
              term: 'Training years',
              text: `${countOf(forecast.model.years.length, 'year')}, ${forecast.model.years[0]} to ${forecast.model.years.at(-1)}`,
            },
            {
              term: 'Range',
              text: `Standard error of prediction × Student’s t with ${forecast.model.degrees_of_freedom} degrees of freedom × ${forecast.model.range.factor.toFixed(2)}`,
            },
          ]
        : []),
      {
        term: 'Volume',
        text: `The daily mean discharges in cfs, each times ${acreFeetPerCfsDay} acre-feet. What came before the issue day is known and added.`,
      },
      { term: 'Compared with', text: `The median volume of the period in ${normalYears}` },
      {
        term: 'Record',
        text: 'Leave-one-out: each year is forecast by all others. Forward: by earlier years only, from the values as they are now.',
      },
      { term: 'Source of the values', text: outlookSource(outlook) },
    ],
  };
}

/** Everything that an outlook rests on. */
export function outlookDownloads(outlook: Outlook): SeasonDownload {
  const { point, issued, forecast } = outlook;
  return downloadOf(outlookAnswer, outlook, {
    addressOf: (file) => outlookAddress(outlook, file),
    notes: [`Volumes are in acre-feet (AF), 1 cfs-day = ${acreFeetPerCfsDay} AF.`],
    model: forecast ? `/api/outlook/${point}?issued=${issued}` : undefined,
  });
}

/** The address of the rows of a file of this outlook. */
export function outlookAddress(
  { point, issued }: Pick<Outlook, 'point' | 'issued'>,
  file: OutlookFile,
): string {
  return dataAddress('outlook', { point, issued, of: file });
}
