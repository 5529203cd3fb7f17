import type { ReachGainRecord, ReachGainToDate } from '#contract/season/water-year.ts';
import { whyNoPercent } from '#domain/season/gain-units.ts';
import {
  daysOfPeriod,
  type GainPeriod,
  type GainStatistic,
  type GainSum,
  gainStatistics,
  monthPeriods,
  periodsToDate,
  rankGain,
  sumGains,
  totalPeriods,
} from '#domain/season/reach-gains.ts';
import { type YearKind, yearOf } from '#domain/season/season.ts';
import type { SeriesColumns } from '#domain/series-columns.ts';
import { formatDay } from '#lib/calendar.ts';
import { tidyNumber } from '#lib/format-number.ts';
import { statisticValues } from './comparison.ts';

/** The daily mean gains of a reach in cfs. */
type ReachRecord = SeriesColumns & {
  readonly loc_name: string;
  readonly parameter_name: string;
  /** Statistics leave out sums with values that may still be revised. */
  readonly approvedOnly?: boolean;
};

type GainsOptions = {
  /** Years and statistics in the order wanted; by default the statistics and all years, newest first. */
  readonly wanted?: readonly string[];
  readonly hasTotals: boolean;
};

/** Lists the gains of each month, and with totals of each May to September and year. */
export function gainsOf(
  record: ReachRecord,
  kind: YearKind,
  { wanted, hasTotals }: GainsOptions,
): ReachGainRecord[] {
  const periods = [...monthPeriods(kind), ...(hasTotals ? totalPeriods(kind) : [])];
  return toRecords(record, periods, sumGains(record, periods, kind), wanted);
}

/** Compares the latest year to date with the same dates of other years. A record without values has no such date. */
export function gainsToDateOf(record: ReachRecord, kind: YearKind): ReachGainToDate[] {
  const lastDay = record.days.at(-1);
  if (lastDay === undefined) return [];
  const latestYear = yearOf(lastDay, kind);
  return periodsToDate(lastDay, kind).flatMap((period): ReachGainToDate[] => {
    const sums = sumGains(record, [period], kind);
    const latest = sums.find(({ year }) => year === latestYear);
    if (!latest) return [];
    const complete = sums.filter(({ daysMissing }) => daysMissing === 0).map(({ sum }) => sum);
    const [statistic] = gainStatistics(sums, record.approvedOnly);
    const isComplete = latest.daysMissing === 0;
    const { first, last } = daysOfPeriod(period, latestYear, kind);
    const hasPercent = isComplete && whyNoPercent(statistic, last - first + 1) === undefined;
    return [
      {
        month_abbrev: period.name,
        year_num: String(latestYear),
        from: formatDay(first),
        through: formatDay(last),
        rank: isComplete ? rankGain(latest.sum, complete) : null,
        years: complete.length,
        percent_of_median: hasPercent && statistic ? tidyNumber((100 * latest.sum) / statistic.median) : null,
        gains: toRecords(record, [period], sums, undefined),
      },
    ];
  });
}

/** Lists the sums of the wanted years and statistics, each in the order of the periods. */
function toRecords(
  { loc_name, parameter_name, approvedOnly }: ReachRecord,
  periods: readonly GainPeriod[],
  sums: readonly GainSum[],
  wanted: readonly string[] | undefined,
): ReachGainRecord[] {
  const byYear = Map.groupBy(sums, ({ year }) => String(year));
  const statistics = gainStatistics(sums, approvedOnly);
  const recordsOf = (name: string) => {
    const statisticValue = statisticValues.get(name);
    if (!statisticValue) return (byYear.get(name) ?? []).map(yearRecord);
    return statistics.flatMap((each) => {
      const value = statisticValue(each);
      return value === undefined ? [] : statisticRecord(each, value);
    });
  };
  const order = new Map(periods.map(({ name }, at) => [name, at]));
  return (wanted ?? ['Median', 'Minimum', 'Maximum', ...[...byYear.keys()].toReversed()]).flatMap((name) =>
    recordsOf(name)
      .toSorted((one, other) => (order.get(one.month_abbrev) ?? 0) - (order.get(other.month_abbrev) ?? 0))
      .map((each) => ({ year_num: name, ...each, loc_name, parameter_name })),
  );
}

const noBasis = { count: null, first_year: null, last_year: null, provisional: null };

function yearRecord({ period, sum, daysMissing, daysEstimated, isProvisional }: GainSum) {
  return {
    month_abbrev: period,
    reach_gain_cfs: tidyNumber(sum),
    complete: daysMissing === 0,
    days_missing: daysMissing,
    days_estimated: daysEstimated,
    approval: isProvisional ? 'P' : 'A',
    ...noBasis,
  };
}

function statisticRecord({ period, count, firstYear, lastYear, provisional }: GainStatistic, value: number) {
  return {
    month_abbrev: period,
    reach_gain_cfs: tidyNumber(value),
    complete: true,
    days_missing: 0,
    days_estimated: 0,
    approval: null,
    count,
    first_year: firstYear,
    last_year: lastYear,
    provisional,
  };
}
