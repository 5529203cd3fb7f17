import type { StandingRecord, WaterYearRecord } from '#contract/season/water-year.ts';
import { standingOf } from '#domain/finding/place.ts';
import { usualInterval } from '#domain/freshness.ts';
import { dayOrderOf, formatDayOrder, seasonPlaces, type YearKind } from '#domain/season/season.ts';
import type { DayStatistic, RankedDayStatistic } from '#domain/statistics/daily-statistics.ts';
import { latestOf } from '#domain/statistics/percentile-class.ts';
import { percents, type Statistic, secondHalfFrom } from '#domain/statistics/statistics.ts';
import { tidyNumber } from '#lib/format-number.ts';
import type { MeasuredRecord } from './measured-record.ts';

/** The value of a statistic that a series is named after. A percentile that the years cannot bear is undefined. */
export const statisticValues = new Map<string, (statistic: Statistic) => number | undefined>([
  ['Minimum', (each) => each.minimum],
  ['Median', (each) => each.median],
  ['Maximum', (each) => each.maximum],
  ...percents.map((percent) => [`P${percent}`, (each: Statistic) => each.percentiles[percent]] as const),
]);

/** What the notes of files say of them. */
export const normalsRemark = 'Statistics are those of 1991 to 2020.';

const noBasis = { count: null, first_year: null, last_year: null, provisional: null, period: null };

function toBasis({ count, firstYear, lastYear, provisional, period }: DayStatistic) {
  return { count, first_year: firstYear, last_year: lastYear, provisional, period };
}

/** What a comparison needs of a record. */
type ComparedRecord = Pick<
  MeasuredRecord,
  | 'parameter_name'
  | 'loc_name'
  | 'units_name'
  | 'days'
  | 'values'
  | 'approval'
  | 'qualifiers'
  | 'estimatedDays'
  | 'statistics'
>;

/** Lists the wanted series in that order, each by the day of the year. A series without data is absent. */
export function comparisonOf(
  record: ComparedRecord,
  wanted: readonly string[],
  kind: YearKind,
): WaterYearRecord[] {
  const { parameter_name, loc_name, units_name, days, values, approval, qualifiers, estimatedDays } = record;
  const common = { parameter_name, loc_name, units_name };
  const descriptions = Array.from({ length: 367 }, (_, order) => formatDayOrder(order, kind));
  const { years, orders } = seasonPlaces(days, kind);
  const byYear = Map.groupBy(days.keys(), (at) => String(years[at]));
  return wanted.flatMap((series_desc): WaterYearRecord[] => {
    const statisticValue = statisticValues.get(series_desc);
    if (statisticValue) {
      return record.statistics.flatMap((each) => {
        const value = statisticValue(each);
        if (value === undefined) return [];
        return {
          series_desc,
          day_desc: descriptions[each.order] ?? '',
          day_order: each.order,
          rvalue: tidyNumber(value),
          ...common,
          approval: null,
          qualifier: null,
          ...toBasis(each),
          estimated_days: each.estimated,
        };
      });
    }
    return (byYear.get(series_desc) ?? []).map((at) => {
      const day = days[at] ?? 0;
      const order = orders[at] ?? 0;
      return {
        series_desc,
        day_desc: descriptions[order] ?? '',
        day_order: order,
        rvalue: tidyNumber(values[at] ?? 0),
        ...common,
        approval: approval[at] ?? null,
        qualifier: qualifiers.get(day) ?? null,
        ...noBasis,
        estimated_days: estimatedDays?.[at] ?? null,
      };
    });
  });
}

export function standingRecordOf(
  record: MeasuredRecord<RankedDayStatistic>,
  finding: StandingRecord['finding'],
  kind: YearKind,
): StandingRecord {
  const { loc_ndx, loc_name, parameter_ndx, parameter_name, units_name } = record;
  return {
    loc_ndx,
    loc_name,
    parameter_ndx,
    parameter_name,
    units_name,
    normal_years: record.years.length,
    later_normal_years: record.years.filter((year) => year >= secondHalfFrom).length,
    flagged: record.flagged,
    provisional: record.provisional,
    source: record.source,
    latest: latestRecordOf(record, kind),
    finding,
  };
}

function latestRecordOf(
  record: MeasuredRecord<RankedDayStatistic>,
  kind: YearKind,
): StandingRecord['latest'] {
  const { statistics, parameter_ndx } = record;
  const period = statistics[0]?.period ?? 'day';
  const latest = latestOf(record, kind, period);
  if (!latest) return null;
  const order = dayOrderOf(latest.day, kind);
  const statistic = statistics.find((each) => each.order === order);
  return {
    ...standingOf(latest, { statistic, parameter: parameter_ndx }),
    approval: record.approval.at(-1) ?? '',
    interval_days: usualInterval(record),
    ...(statistic ? toBasis(statistic) : { ...noBasis, period }),
    estimated_days: record.estimatedDays?.at(-1) ?? null,
  };
}
