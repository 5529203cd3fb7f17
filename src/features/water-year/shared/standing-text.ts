import type { StandingRecord } from '#contract/water-year.ts';
import type { Measure } from '#domain/measure.ts';
import { describeQuantity } from '#domain/quantity.ts';
import type { YearKind } from '#domain/season.ts';
import { describeStatisticYears, statisticYearsOf } from '#domain/statistic-label.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { dateFormats, formatWallTime } from '#lib/calendar-text.ts';
import { formatPercent } from '#lib/format-number.ts';
import { countOf, formatOrdinal } from './labels.ts';

type Latest = NonNullable<StandingRecord['latest']>;
type StandingFields = Pick<StandingRecord, 'parameter_ndx' | 'units_name' | 'latest'>;

type StandingOptions = {
  readonly measure: Measure;
  readonly year: YearKind;
  /** The day in the basin, `YYYY-MM-DD`: dates of its year are written without the year. */
  readonly today: string;
};

/** The phrases that say where the latest value stands. One that would say nothing, or repeat another, is undefined. */
export type StandingPhrases = {
  /** `1,540 cfs` */
  readonly value: string;
  /** `11/19`, or `11/19/2025` of another year than today's. */
  readonly date: string;
  /** What the value rests on, such as `provisional`. */
  readonly remarks: readonly string[];
  /** `below normal for the date` */
  readonly class: string | undefined;
  /** `83 % of the median of 30 years, 1991–2020` */
  readonly distance: string | undefined;
  /** `12th lowest of 47 years on record`, with the date if the class does not name it. */
  readonly rank: string;
};

const firstDays: Readonly<Record<YearKind, string>> = { water: 'October 1', irrigation: 'November 1' };

/**
 * Describes the latest value: its date, its class among the years on record for that day or month, how far it is from the
 * median, and its rank. A depth to water is described by its water level, which is high where the depth is small. `lead` is
 * the value, which is shown larger, and `rest` continues the sentence.
 * @example { lead: '1,540 cfs', rest: ' on 11/19, provisional · below normal for the date · 83 % of the median of 30 years,
 * 1991–2020 · 12th lowest of 47 years on record' }
 */
export function describeStanding(
  standing: StandingFields,
  options: StandingOptions,
): { readonly lead: string; readonly rest: string } {
  const phrases = standingPhrases(standing, options);
  if (!phrases) return { lead: '', rest: 'This record has no values yet.' };
  const { value, date, remarks, class: className, distance, rank } = phrases;
  const when = options.measure === 'volume' ? `from ${firstDays[options.year]} to ${date}` : `on ${date}`;
  const facts = className === undefined ? [rank, distance] : [className, distance, rank];
  return { lead: value, rest: ` ${[[when, ...remarks].join(', '), ...facts].filter(Boolean).join(' · ')}` };
}

/** Finds the phrases of a standing. Undefined without a value. */
export function standingPhrases(
  { parameter_ndx, units_name, latest }: StandingFields,
  { measure, today }: Pick<StandingOptions, 'measure' | 'today'>,
): StandingPhrases | undefined {
  if (!latest) return undefined;
  const { rdate, value, approval, estimated_days: estimated } = latest;
  const isDepth = parameter_ndx === parameterNdx.depthToWater;
  const place = placeOf(latest, measure);
  const className = describeClass(latest, place, isDepth);
  const date = formatUsDate(rdate);
  return {
    value: describeQuantity(value, units_name),
    date: rdate.slice(0, 4) === today.slice(0, 4) ? date.slice(0, 5) : date,
    remarks: [
      ...(estimated !== null && estimated > 0 ? [`${countOf(estimated, 'day')} estimated`] : []),
      ...(approval === 'P' ? ['provisional'] : []),
    ],
    class: className,
    distance: describeDistance(latest, units_name, isDepth),
    rank: describeRank(latest, className === undefined ? ` ${place}` : '', isDepth),
  };
}

function placeOf(latest: Latest, measure: Measure): string {
  if (measure === 'volume') return 'to that date';
  return latest.period === 'month' ? `for ${monthOf(latest)}` : 'for the date';
}

/** The class, unless the rank says the same. */
function describeClass({ class: name }: Latest, place: string, isDepth: boolean): string | undefined {
  if (name === null || name.endsWith(' on record')) return undefined;
  return `${isDepth ? 'water level ' : ''}${name} ${place}`;
}

function describeRank({ rank, low_rank, years }: Latest, place: string, isDepth: boolean): string {
  if (years === 1) return `the only year on record${place}`;
  const noun = isDepth ? ' water level' : '';
  const equal = years - rank - low_rank + 1;
  const isHigh = rank <= low_rank;
  const nearer = isHigh ? rank : low_rank;
  const position = nearer === 1 ? 'the' : formatOrdinal(nearer);
  const end = isHigh ? 'highest' : 'lowest';
  const shared = equal > 0 ? `, the same as in ${countOf(equal, 'other year')}` : '';
  return `${position} ${end}${noun} of ${years} years on record${place}${shared}`;
}

function monthOf({ rdate }: Latest): string {
  return formatWallTime(rdate, dateFormats.monthName);
}

/** The percentage of the median or, where a ratio means nothing, the difference. Undefined without a median. */
function describeDistance(latest: Latest, unit: string, isDepth: boolean): string | undefined {
  const { median, percent_of_median: percent, difference } = latest;
  const name = describeMedian(latest);
  if (name === undefined || median === null || difference === null) return undefined;
  if (percent !== null) return `${formatPercent(percent)} of ${name}`;
  const size = describeQuantity(Math.abs(difference), unit);
  const medianText = describeQuantity(median, unit);
  if (size === describeQuantity(0, unit)) return `equal to ${name}`;
  const isAbove = isDepth ? difference < 0 : difference > 0;
  return isDepth
    ? `water level ${size} ${isAbove ? 'above' : 'below'} ${name}, a depth of ${medianText}`
    : `${size} ${isAbove ? 'above' : 'below'} ${name}, ${medianText}`;
}

/** `the median of 30 years, 1991–2020`, of a month `the median for November of 30 years, 1991–2020`. */
function describeMedian(latest: Latest): string | undefined {
  const years = statisticYearsOf([latest]);
  if (!years) return undefined;
  return `the median${years.isMonthly ? ` for ${monthOf(latest)}` : ''} of ${describeStatisticYears(years)}`;
}
