import type { ReachGainRecord, StandingRecord, WaterYearRecord } from '#contract/water-year.ts';
import { cumulativeVolume } from '#domain/cumulative-volume.ts';
import { toMonthlyStatistics, toMonthlySums } from '#domain/reach-gains.ts';
import { dayOrderOf, formatDayOrder, type YearKind, yearOf } from '#domain/season.ts';
import { standingOf } from '#domain/standing.ts';
import { countYearsInNormalPeriod, dailyStatistics } from '#domain/statistics.ts';
import { HttpProblem } from '../../http/problems.ts';
import type { WholeRecord } from './whole-record.ts';

const statistics = { Minimum: 'minimum', Median: 'median', Maximum: 'maximum' } as const;
type StatisticName = keyof typeof statistics;

function isStatistic(name: string): name is StatisticName {
  return name in statistics;
}

/** Returns the record itself, or for `volume` a discharge's volume since the first day of the year. @throws HttpProblem 400 */
export function applyMeasure(record: WholeRecord, kind: YearKind, measure: 'value' | 'volume'): WholeRecord {
  if (measure === 'value') return record;
  if (record.units_name !== 'cfs') {
    throw new HttpProblem(
      400,
      `A volume needs a discharge in cfs; ${record.parameter_name} is in ${record.units_name}.`,
    );
  }
  const { days, values } = cumulativeVolume(record, kind);
  const approvalByDay = new Map(record.days.map((day, at) => [day, record.approval[at]]));
  return {
    ...record,
    parameter_name: `Cumulative ${record.parameter_name}`,
    units_name: 'AF',
    days,
    values,
    approval: days.map((day) => approvalByDay.get(day) ?? 'P').join(''),
    // Qualifiers apply to single days.
    qualifiers: new Map(),
  };
}

/** Lists the wanted series in that order, each by the day of the year. A series without data is absent. */
export function comparisonOf(
  record: WholeRecord,
  wanted: readonly string[],
  kind: YearKind,
): WaterYearRecord[] {
  const { parameter_name, loc_name, units_name, days, values, approval, qualifiers } = record;
  const common = { parameter_name, loc_name, units_name };
  const descriptions = Array.from({ length: 367 }, (_, order) => formatDayOrder(order, kind));
  const stats = wanted.some(isStatistic) ? dailyStatistics(record, kind) : [];
  const byYear = Map.groupBy(days.keys(), (at) => String(yearOf(days[at] ?? 0, kind)));
  return wanted.flatMap((series_desc): WaterYearRecord[] => {
    if (isStatistic(series_desc)) {
      return stats.map((each) => ({
        series_desc,
        day_desc: descriptions[each.order] ?? '',
        day_order: each.order,
        rvalue: each[statistics[series_desc]],
        ...common,
        approval: null,
        qualifier: null,
      }));
    }
    return (byYear.get(series_desc) ?? []).map((at) => {
      const day = days[at] ?? 0;
      const order = dayOrderOf(day, kind);
      return {
        series_desc,
        day_desc: descriptions[order] ?? '',
        day_order: order,
        rvalue: values[at] ?? 0,
        ...common,
        approval: approval[at] ?? null,
        qualifier: qualifiers.get(day) ?? null,
      };
    });
  });
}

export function standingRecordOf(record: WholeRecord, kind: YearKind): StandingRecord {
  const { loc_ndx, loc_name, parameter_name, units_name } = record;
  const standing = standingOf(record, kind);
  return {
    loc_ndx,
    loc_name,
    parameter_name,
    units_name,
    normal_years: countYearsInNormalPeriod(record, kind),
    flagged: record.flagged,
    source: record.source,
    is_demonstration: record.is_demonstration,
    latest: standing
      ? {
          rdate: standing.date,
          value: standing.value,
          approval: record.approval.at(-1) ?? '',
          rank: standing.rank,
          years: standing.years,
          percent_of_median: standing.percentOfMedian ?? null,
        }
      : null,
  };
}

/** Lists monthly gains: the wanted years and statistics in that order, or the statistics and all years, newest first. */
export function gainsOf(
  record: WholeRecord,
  kind: YearKind,
  wanted: readonly string[] | undefined,
): ReachGainRecord[] {
  const { loc_name, parameter_name } = record;
  const sums = toMonthlySums(record, kind);
  const rows = [
    ...toMonthlyStatistics(sums).map((each) => ({ ...each, year: each.name as string, complete: true })),
    ...sums.map((each) => ({ ...each, year: String(each.year) })),
  ];
  const byYear = Map.groupBy(rows, (row) => row.year);
  const years = [...new Set(sums.map((each) => String(each.year)))].toReversed();
  return (wanted ?? ['Median', 'Minimum', 'Maximum', ...years]).flatMap((year) =>
    (byYear.get(year) ?? [])
      .toSorted((one, other) => one.monthIndex - other.monthIndex)
      .map(({ month, sum, complete }) => ({
        year_num: year,
        month_abbrev: month,
        reach_gain_cfs: sum,
        complete,
        loc_name,
        parameter_name,
      })),
  );
}
