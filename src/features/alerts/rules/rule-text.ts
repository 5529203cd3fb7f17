import { maxLagOf } from '#domain/freshness.ts';
import { describeQuantity, isInKaf } from '#domain/quantity.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { countOf, formatOrdinal, inSentence } from '#lib/count-text.ts';
import { formatValue, tidyNumber, withMinus } from '#lib/format-number.ts';
import type {
  AlertFiring,
  AlertMeasure,
  AlertPreview,
  AlertState,
  AlertTerms,
  FiringKind,
  LevelTerms,
} from '../contract.ts';

type Named = {
  readonly loc_name: string;
  readonly parameter_ndx: number;
  readonly parameter_name: string;
  readonly units_name: string;
  /** The usual number of days between values. */
  readonly interval_days: number;
};

/**
 * Says when a rule fires.
 * @example 'Palisades below 30 % of capacity'
 * @example 'Snake River near Heise, streamflow above 12,000 cfs'
 */
export function describeTerms(terms: AlertTerms, named: Named): string {
  const { loc_name, parameter_ndx, parameter_name } = named;
  if (terms.kind === 'silence') {
    const days = countOf(maxLagOf(named.interval_days, terms.intervals), 'day');
    return `${loc_name}, no new ${inSentence(parameter_name)} for ${days}`;
  }
  const text = describeLevel(terms, named.units_name);
  if (terms.measure === 'percent_of_capacity') return `${loc_name} ${text}`;
  const isOfLevel = terms.measure === 'percentile' && parameter_ndx === parameterNdx.depthToWater;
  return `${loc_name}, ${isOfLevel ? 'water level' : inSentence(parameter_name)} ${text}`;
}

function describeLevel({ measure, direction, level }: LevelTerms, unit: string): string {
  if (measure === 'change_in_day' || measure === 'change_in_week') {
    const span = measure === 'change_in_day' ? 'a day' : 'a week';
    return `${direction === 'above' ? 'rises' : 'falls'} by more than ${describeMeasured(Math.abs(level), 'value', unit)} in ${span}`;
  }
  const end = { percent_of_capacity: ' of capacity', percent_of_median: ' of the median' };
  const of = measure === 'percent_of_capacity' || measure === 'percent_of_median' ? end[measure] : '';
  const the = measure === 'percentile' && Number.isInteger(level) ? 'the ' : '';
  return `${direction} ${the}${describeMeasured(level, measure, unit)}${of}`;
}

/** What is compared with a level, as exact as it is: `30 %`, `10th percentile`, `400 KAF`. */
export function describeMeasured(measured: number, measure: AlertMeasure, unit: string): string {
  if (measure === 'percentile')
    return Number.isInteger(measured)
      ? `${formatOrdinal(measured)} percentile`
      : `percentile ${formatExact(measured)}`;
  if (measure.startsWith('percent_of')) return `${formatExact(measured)} %`;
  if (unit === 'AF' && isInKaf(measured) && measured % 1000 === 0)
    return `${formatExact(measured / 1000)} KAF`;
  return `${formatExact(measured)} ${unit}`;
}

/** What was compared with a level, as exact as is read: `29.8 %`, `8th percentile`, `476 KAF`. */
export function describeObserved(measured: number, measure: AlertMeasure, unit: string): string {
  if (measure.startsWith('percent_of')) return `${formatValue(Math.round(measured * 10) / 10)} %`;
  return measure === 'percentile'
    ? describeMeasured(measured, measure, unit)
    : describeQuantity(measured, unit);
}

/** Without rounding, because a rule compares with the number itself. */
function formatExact(value: number): string {
  return withMinus(tidyNumber(value).toLocaleString('en-US', { maximumFractionDigits: 6 }));
}

/** `would have fired 12 times since 1981, last on May 3, 2018` */
export function describePast({ first_day, firings }: Pick<AlertPreview, 'first_day' | 'firings'>): string {
  if (first_day === null) return 'has no values yet to try it on';
  const since = `since ${first_day.slice(0, 4)}`;
  const last = firings.at(-1);
  return last
    ? `would have fired ${countOf(firings.length, 'time')} ${since}, last on ${formatUsDate(last.rdate)}`
    : `would not have fired ${since}`;
}

const stateTexts: Readonly<Record<AlertState, string>> = {
  ok: 'level not reached',
  pending: 'beyond its level once',
  firing: 'beyond its level',
  clearing: 'clear of its level once',
};

/** The state of a rule in a list. */
export function describeState(state: AlertState, { kind }: Pick<AlertTerms, 'kind'>): string {
  if (kind === 'silence') return state === 'firing' ? 'silent' : 'reporting';
  return stateTexts[state];
}

/** What can be compared, as a choice. */
export const measureLabels: Readonly<Record<AlertMeasure, string>> = {
  value: 'Value',
  percentile: 'Percentile of the date',
  percent_of_capacity: 'Percent of capacity',
  percent_of_median: 'Percent of the median',
  change_in_day: 'Change in a day',
  change_in_week: 'Change in a week',
};

/** Says of a rule that has fired and not cleared that it begins there; undefined of another one. */
export function describeNow(
  { is_firing, latest, clear_level, units_name: unit }: AlertPreview,
  terms: AlertTerms,
): string | undefined {
  if (!is_firing || !latest) return undefined;
  if (terms.kind === 'silence')
    return `It is silent now: the last value is of ${formatUsDate(latest.rdate)}. You hear when it is back.`;
  const clear = clear_level === null ? '' : ` at ${describeMeasured(clear_level, terms.measure, unit)}`;
  return `It has fired and not cleared yet: ${describeObserved(latest.measured, terms.measure, unit)} on ${formatUsDate(latest.rdate)}. You hear of it when it has cleared${clear} and fires again.`;
}

const firingTexts: Readonly<Record<FiringKind, string>> = {
  fired: 'fired',
  cleared: 'cleared',
  silent: 'silent since',
  back: 'is back',
};
const mailTexts: Readonly<Record<AlertFiring['mail'], string>> = {
  queued: 'mailed',
  muted: 'not mailed: muted',
  'one a day': 'not mailed: one mail a day',
  nobody: 'not mailed: no confirmed address',
  cleared: '',
};

/** `fired: 29 %, mailed. 476 of 1,200 KAF …` */
export function describeFiring({ kind, mail, facts }: AlertFiring, terms: AlertTerms): string {
  const measured =
    facts.measured === null || terms.kind === 'silence'
      ? ''
      : `: ${describeObserved(facts.measured, terms.measure, facts.units_name)}`;
  return [`${firingTexts[kind]}${measured}`, mailTexts[mail]].filter(Boolean).join(', ');
}

/** The unit of a level; empty of a percentile. */
export function unitOfMeasure(measure: AlertMeasure, unit: string): string {
  if (measure === 'percentile') return '';
  return measure.startsWith('percent_of') ? '%' : unit;
}
