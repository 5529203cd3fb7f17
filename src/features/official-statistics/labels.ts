import type { OfficialComparison, OfficialStatistics } from '#contract/official-statistics.ts';
import { agreementPercent } from '#domain/official-statistics.ts';
import { dayOrderOf, formatDayOrder } from '#domain/season.ts';
import { dayNumber } from '#lib/calendar.ts';
import { formatFixed, withMinus } from '#lib/format-number.ts';

/** Formats a value by its size: `1,022,585`, `315.5`, `8.75`. */
export function formatNumber(value: number): string {
  const size = Math.abs(value);
  const digits = size >= 1000 ? 0 : size >= 100 ? 1 : 2;
  return withMinus(Number(value.toFixed(digits)).toLocaleString('en-US'));
}

/** Formats a percentage with one digit; it would often be 0 without. */
export function formatPercent(value: number): string {
  return formatFixed(value, 1);
}

/** @example formatMonthDay('04-01') // 'Apr 01' */
export function formatMonthDay(monthDay: string): string {
  return formatDayOrder(dayOrderOf(dayNumber(`2000-${monthDay}`), 'water'), 'water');
}

/** What the table shows: `Medians of Apr 01` or `Median peaks of snow water equivalent`. */
export function describeStatistic({ statistic, day }: Pick<OfficialStatistics, 'statistic' | 'day'>): string {
  return statistic === 'peak'
    ? 'Median peaks of snow water equivalent'
    : `Medians of ${formatMonthDay(day.slice(5))}`;
}

/** Says how many agree, and what the summary leaves out. */
export function describeSummary({ summary }: Pick<OfficialStatistics, 'summary'>): string {
  const { compared, agreeing, without_percent, demonstration } = summary;
  const sentences = [`${agreeing} of ${compared} agree within ${agreementPercent} percent.`];
  if (without_percent > 0) {
    sentences.push(`${without_percent} ${without_percent === 1 ? 'has' : 'have'} no percentage.`);
  }
  if (demonstration > 0) {
    const noun =
      demonstration === 1 ? 'series with demonstration values is' : 'series with demonstration values are';
    sentences.push(`${demonstration} ${noun} not counted.`);
  }
  return sentences.join(' ');
}

/** `Snake River near Heise, Streamflow: 149.5 cfs instead of 100 cfs (+49.5 %)` */
export function describeDifference(row: OfficialComparison): string {
  const percent = row.difference_percent ?? 0;
  const sign = percent > 0 ? '+' : '−';
  const value = (of: number) => `${formatNumber(of)} ${row.units_name}`;
  return `${row.loc_name}, ${row.parameter_name}: ${value(row.our_value ?? 0)} instead of ${value(row.agency_value)} (${sign}${formatPercent(Math.abs(percent))} %)`;
}
