import type { ReachGainRecord, ReachGainToDate } from '#contract/season/water-year.ts';
import { maxBridgedDays } from '#domain/bridge-gaps.ts';
import { describeQuantity } from '#domain/quantity.ts';
import { describeGainPlace, type GainUnit, percentNote } from '#domain/season/gain-units.ts';
import { cfsDaysToAcreFeet, daysOfPeriod, type GainPeriod, gainsToDate } from '#domain/season/reach-gains.ts';
import { isYear, type YearKind } from '#domain/season/season.ts';
import { describeStatisticYears, statisticYearsOf } from '#domain/statistics/statistic-label.ts';
import { dateFormats, formatWallTime } from '#lib/calendar-text.ts';
import { countOf } from '#lib/count-text.ts';
import { formatPercent } from '#lib/format-number.ts';

/** What statistics rest on: `28 to 30 years, 1991–2020`. Undefined for the sums of years. */
export function describeBasis(records: readonly ReachGainRecord[]): string | undefined {
  const years = statisticYearsOf(records.map((each) => ({ ...each, period: null })));
  return years && describeStatisticYears(years);
}

/**
 * The days that the sum of a year's period rests on. Undefined if it has a value on each.
 * @example '203 of 365 days, 3 days estimated'
 */
export function describeDays(
  { year_num, days_missing, days_estimated }: ReachGainRecord,
  period: GainPeriod,
  kind: YearKind,
): string | undefined {
  const { first, last } = daysOfPeriod(period, Number(year_num), kind);
  const days = last - first + 1;
  const notes = [
    days_missing > 0 && `${days - days_missing} of ${days} days`,
    days_estimated > 0 && `${countOf(days_estimated, 'day')} estimated`,
  ];
  return notes.filter(Boolean).join(', ') || undefined;
}

/** `May 1 – Aug 14` */
export function describeDates(
  period: Pick<ReachGainToDate, 'from' | 'through'> | undefined,
): string | undefined {
  if (!period) return undefined;
  const { from, through } = period;
  return [from, through].map((each) => formatWallTime(each, dateFormats.monthAndDayNumber)).join(' – ');
}

/** A gain to date in words. */
export type GainToDateText = {
  /** `May 1 – Aug 14, 2026` */
  readonly dates: string;
  readonly gain: string;
  /** Whether it is provisional, its rank and its median; if days are missing, how many. */
  readonly comparison: string;
};

/**
 * Describes the gain of the latest season or year to date, and where it stands among the same dates of other years.
 * @example // comparison:
 * '3rd highest of 41 years with all of these days; 92 % of the median of the same dates, 49,200 AF (1991–2020)'
 */
export function describeToDate(toDate: ReachGainToDate): GainToDateText {
  const { year_num, gains, through } = toDate;
  const latest = gains.find((each) => each.year_num === year_num);
  const median = gains.find((each) => each.year_num === 'Median');
  const gain = cfsDaysToAcreFeet(latest?.reach_gain_cfs ?? 0);
  const missing = latest?.days_missing ?? 0;
  const estimated = latest?.days_estimated ?? 0;
  const place =
    missing > 0
      ? `${countOf(missing, 'day')} missing, so it is neither ranked nor compared`
      : describeRank(toDate);
  return {
    dates: `${describeDates(toDate)}, ${through.slice(0, 4)}`,
    gain: describeQuantity(gain, 'AF'),
    comparison: [
      latest?.approval === 'P' && 'provisional',
      estimated > 0 && `${countOf(estimated, 'day')} estimated`,
      place,
      median && describeMedian(toDate, gain, median, missing === 0),
    ]
      .filter(Boolean)
      .join('; '),
  };
}

function describeRank({ rank, years, gains, year_num }: ReachGainToDate): string {
  const latest = gains.find((each) => each.year_num === year_num)?.reach_gain_cfs ?? 0;
  const smaller = gains.filter(
    (each) => isYear(each.year_num) && each.complete && each.reach_gain_cfs < latest,
  );
  return describeGainPlace(rank ?? 1, smaller.length + 1, rank === null ? 1 : years);
}

function describeMedian(
  { percent_of_median: percent }: ReachGainToDate,
  gain: number,
  record: ReachGainRecord,
  isCompared: boolean,
): string {
  const median = cfsDaysToAcreFeet(record.reach_gain_cfs);
  const name = 'the median of the same dates';
  const text = `${describeQuantity(median, 'AF')} (${describeBasis([record])})`;
  if (!isCompared) return `${name} is ${text}`;
  if (percent !== null) return `${formatPercent(percent)} of ${name}, ${text}`;
  const side = gain < median ? 'below' : 'above';
  return `${describeQuantity(Math.abs(gain - median), 'AF')} ${side} ${name}, ${text}`;
}

/** `November to date`, `May – September to date`, `Water year 2027 to date` */
export function nameToDate(
  { month_abbrev, year_num, through }: Pick<ReachGainToDate, 'month_abbrev' | 'year_num' | 'through'>,
  year: YearKind,
): string {
  if (month_abbrev === gainsToDate.season) return 'May – September to date';
  if (month_abbrev !== gainsToDate.annual) return `${formatWallTime(through, dateFormats.monthName)} to date`;
  return `${year === 'water' ? 'Water' : 'Irrigation'} year ${year_num} to date`;
}

export const shadesNote =
  'Shades run from each row’s minimum (brown) through its median to its maximum (blue), among complete sums. A month or total that is still running is shaded among the same days of other years.';
export const incompleteNote =
  'days are missing. The sum is not scaled up, and takes no part in ranks and statistics, nor in the shades of complete sums.';
export const estimatedNote = `days of gaps of up to ${maxBridgedDays} days are estimated by a straight line.`;
export const totalsNote =
  'Totals of Median, Minimum and Maximum are those of the complete years’ own totals, not sums of the months above. Rank 1 is the highest gain. A total is rounded once, so it may differ by a few acre-feet from the sum of its rounded months.';

/** The lines above a CSV of the table: the gains to date, and how to read the rows. */
export function gainsCsvComment(
  toDate: readonly ReachGainToDate[],
  year: YearKind,
  unit: GainUnit,
): readonly string[] {
  return [
    ...(unit === 'percent' ? [percentNote] : []),
    ...toDate.map((each) => {
      const { dates, gain, comparison } = describeToDate(each);
      return `${nameToDate(each, year)} (${dates}): ${gain}; ${comparison}`;
    }),
    `Rows "based on": the years of a statistic, the days of a year. Where not all days: ${incompleteNote} Where estimated: ${estimatedNote}`,
    totalsNote,
  ];
}
