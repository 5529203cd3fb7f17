import type { SiteRecord, SiteStatistics } from '#contract/site-page.ts';
import { describeInterval } from '#domain/freshness.ts';
import { formatQuantity } from '#domain/quantity.ts';
import { describeStatisticYears } from '#domain/statistic-label.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { dateFormats, formatWallTime } from '#lib/calendar-text.ts';
import { countOf } from '#lib/count-text.ts';
import { formatPercent } from '#lib/format-number.ts';

/** `[term, text]` of a description list. */
export type Fact = readonly [term: string, text: string];

/** What a record rests on: its period, its values and their origin. */
export function recordFacts(record: SiteRecord): readonly Fact[] {
  const { por_start, por_end, total_samples, interval_days, source, flagged, provisional } = record;
  return [
    ...(por_start !== null && por_end !== null
      ? [['Period of record', `${formatUsDate(por_start)} to ${formatUsDate(por_end)}`] as const]
      : []),
    ['Values', `${total_samples.toLocaleString('en-US')}, usually ${describeInterval(interval_days)}`],
    ...(source === null || record.is_demonstration ? [] : [['Imported from', source.toUpperCase()] as const]),
    ['Provisional', provisional === 0 ? 'No values' : countOf(provisional, 'value')],
    ['Flagged', flagged === 0 ? 'No values' : `${countOf(flagged, 'value')}, in no line and no statistic`],
  ];
}

/** The class of a value in words: `below normal`, of a depth to water `water level below normal`. */
export function classText(name: string, parameter: number): string {
  const text = parameter === parameterNdx.depthToWater ? `water level ${name}` : name;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A percentage above this one says less than the class. */
const maxPercent = 1000;

/** `83 % of the median for the date`, or what the class compares with where a ratio means nothing. */
export function comparisonText({ latest }: SiteRecord): string | undefined {
  if (!latest || latest.class === null) return undefined;
  const place = latest.period === 'month' ? `for ${monthOf(latest.rdate)}` : 'for the date';
  const percent = latest.percent_of_median;
  if (percent === null || percent > maxPercent) return place;
  return `${formatPercent(percent)} of the median ${place}`;
}

/** `Statistics for Nov 21` */
export function statisticsTitle({ period }: SiteStatistics, day: string): string {
  return `Statistics for ${period === 'month' ? monthOf(day) : formatWallTime(day, dateFormats.monthAndDayNumber)}`;
}

/** `30 years, 1991–2020`, with the share of provisional values. */
export function statisticsBasis(statistics: SiteStatistics): string {
  const { count, first_year, last_year, period, provisional } = statistics;
  const years = describeStatisticYears({
    min: count,
    max: count,
    firstYear: first_year,
    lastYear: last_year,
    isMonthly: period === 'month',
  });
  return provisional === 0 ? years : `${years}; ${countOf(provisional, 'value')} provisional`;
}

/** The rows of the table of statistics, from the highest to the lowest, in the unit of the record. */
export function statisticsRows(statistics: SiteStatistics, unit: string): readonly Fact[] {
  const { maximum, p95, p90, p75, median, p25, p10, p5, minimum } = statistics;
  const rows: readonly (readonly [string, number | null])[] = [
    ['Maximum', maximum],
    ['95th percentile', p95],
    ['90th percentile', p90],
    ['75th percentile', p75],
    ['Median', median],
    ['25th percentile', p25],
    ['10th percentile', p10],
    ['5th percentile', p5],
    ['Minimum', minimum],
  ];
  return rows.map(([name, value]) => [
    name,
    value === null ? 'too few years' : `${formatQuantity(value, unit)} ${unit}`,
  ]);
}

function monthOf(day: string): string {
  return formatWallTime(day, dateFormats.monthName);
}
