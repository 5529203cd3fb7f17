import type { Outlook } from '#contract/outlook.ts';
import { describeSource, type Origin, originOf } from '#domain/demonstration.ts';
import { dateFormats, formatMonthDay, formatWallTime } from '#lib/calendar-text.ts';
import { countOf } from '#lib/count-text.ts';
import { originsOfRecords } from './brief-share.ts';

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
    `Values: ${describeSource(originsOfRecords([flow, ...predictors]))}`,
    ...(agencies.length === 0 ? [] : [`Official forecasts: ${agencies.join(', ')}`]),
  ].join('. ');
}

/** How much of what an outlook rests on is synthetic. */
export function outlookOrigin({ flow, predictors }: Pick<Outlook, 'flow' | 'predictors'>): Origin {
  return originOf([flow, ...predictors]);
}
