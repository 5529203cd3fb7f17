import type { StandingRecord } from '#contract/water-year.ts';
import type { Measure } from '#domain/measure.ts';
import { describeQuantity } from '#domain/quantity.ts';
import type { YearKind } from '#domain/season.ts';
import { describeYears, minYearsForWholePeriod } from '#domain/statistics.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { dateFormats, formatWallTime } from '#lib/calendar-text.ts';
import { formatPercent } from '#lib/format-number.ts';
import { countOf, formatOrdinal } from './labels.ts';
import { toBasis } from './statistic-label.ts';

type Latest = NonNullable<StandingRecord['latest']>;
type StandingFields = Pick<StandingRecord, 'parameter_ndx' | 'units_name' | 'latest'>;

const firstDays: Readonly<Record<YearKind, string>> = { water: 'October 1', irrigation: 'November 1' };

/**
 * Describes the latest value: its date, its class and rank among the years on record for that day or month, and how far
 * it is from the median. A depth to water is described by its water level, which is high where the depth is small.
 * @example 'Latest: 1,540 cfs on 11/19/2026, provisional; below normal, 12th lowest of 47 years on record for that day;
 * 83 % of the 1991–2020 median.'
 */
export function describeStanding(
  { parameter_ndx, units_name, latest }: StandingFields,
  { measure, year }: { readonly measure: Measure; readonly year: YearKind },
): string {
  if (!latest) return 'This record has no values yet.';
  const isDepth = parameter_ndx === parameterNdx.depthToWater;
  const parts = [
    describeValue(latest, units_name, measure, year),
    [describeClass(latest), describeRank(latest, measure, isDepth)].filter(Boolean).join(', '),
    describeDistance(latest, units_name, isDepth),
  ];
  return `Latest: ${parts.filter(Boolean).join('; ')}.`;
}

function describeValue(
  { rdate, value, approval, estimated_days }: Latest,
  unit: string,
  measure: Measure,
  year: YearKind,
): string {
  const date = formatUsDate(rdate);
  const when = measure === 'volume' ? `from ${firstDays[year]} to ${date}` : `on ${date}`;
  const isEstimated = estimated_days !== null && estimated_days > 0;
  return [
    `${describeQuantity(value, unit)} ${when}`,
    ...(isEstimated ? [`${countOf(estimated_days, 'day')} estimated`] : []),
    ...(approval === 'P' ? ['provisional'] : []),
  ].join(', ');
}

/** The class, unless the rank says the same. */
function describeClass({ class: name }: Latest): string | undefined {
  return name === null || name.endsWith(' on record') ? undefined : name;
}

function describeRank(latest: Latest, measure: Measure, isDepth: boolean): string {
  const { rank, low_rank, years } = latest;
  const noun = isDepth ? ' water level' : '';
  const place = measure === 'volume' ? 'to that date' : `for ${periodOf(latest)}`;
  if (years === 1) return `the only year on record ${place}`;
  const ofYears = `of ${years} years on record ${place}`;
  const equal = years - rank - low_rank + 1;
  const isHigh = rank <= low_rank;
  const nearer = isHigh ? rank : low_rank;
  const position = nearer === 1 ? 'the' : formatOrdinal(nearer);
  const end = isHigh ? 'highest' : 'lowest';
  const shared = equal > 0 ? `, the same as in ${countOf(equal, 'other year')}` : '';
  return `${position} ${end}${noun} ${ofYears}${shared}`;
}

function periodOf({ rdate, period }: Latest): string {
  if (period !== 'month') return 'that day';
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
    ? `the water level is ${size} ${isAbove ? 'above' : 'below'} ${name}, a depth of ${medianText}`
    : `${size} ${isAbove ? 'above' : 'below'} ${name}, ${medianText}`;
}

/** `the 1991–2020 median`, or what the median rests on: `the median of 12 years, 2000–2020`. */
function describeMedian(latest: Latest): string | undefined {
  const [basis] = toBasis(latest);
  if (!basis) return undefined;
  const month = latest.period === 'month' ? ` for ${periodOf(latest)}` : '';
  return basis.count >= minYearsForWholePeriod
    ? `the ${describeYears(basis)} median${month}`
    : `the median${month} of ${describeYears(basis)}`;
}
