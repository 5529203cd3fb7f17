import type { Outlook, OutlookForecast, OutlookPredictor } from '#contract/outlook.ts';
import { normalPeriod } from '#domain/statistics.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { formatPercent } from '#lib/format-number.ts';
import { describePart, describeRange, describeVolume } from '../season/volume-text.ts';
import { countOf } from '../shared/labels.ts';

export const normalYears = `${normalPeriod.from}–${normalPeriod.to}`;

/** A fact beside the headline. */
export type Fact = { readonly term: string; readonly text: string };

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

export function describeMethod({ model }: Pick<OutlookForecast, 'model'>): string {
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

/** The facts beside the headline, in order. */
export function outlookFacts(outlook: Outlook): readonly Fact[] {
  const { issued, median_af, median_years, observed, forecast, provisional, period } = outlook;
  return [
    { term: 'Issue day', text: formatUsDate(issued) },
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
export function skillFacts({ skill }: Pick<OutlookForecast, 'skill'>): readonly Fact[] {
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
