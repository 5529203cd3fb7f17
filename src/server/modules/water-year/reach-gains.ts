import type { GainCurveRecord, ReachGainSeason } from '#contract/season/reach-gain-season.ts';
import type { ReachGainRecord, ReachGainToDate } from '#contract/season/water-year.ts';
import { reportedAcreFeetPerCfsDay } from '#domain/season/cumulative-volume.ts';
import {
  type GainCurve,
  type GainDayStatistic,
  gainAt,
  placeOfDay,
  type Reference,
  type ReferenceChoice,
  type SeasonStart,
} from '#domain/season/gain-season.ts';
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
import { type SeasonGain, type SeasonSum, seasonGainOf } from '#domain/season/season-gain.ts';
import type { DailyRecordColumns } from '#domain/statistics/daily-statistics.ts';
import { formatDay } from '#lib/calendar.ts';
import { tidyNumber } from '#lib/format-number.ts';
import { statisticValues } from './comparison.ts';

/** The daily mean gains of a reach in cfs. */
type ReachRecord = DailyRecordColumns & {
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

/** Compares the latest season of a reach with the same days of other years. Null for a record without values. */
export function gainSeasonOf(
  { loc_name, parameter_name, approvedOnly = false, ...record }: ReachRecord,
  start: SeasonStart,
  choice: ReferenceChoice,
): ReachGainSeason | null {
  const season = seasonGainOf(record, start, { choice, approvedOnly });
  if (!season) return null;
  const { sum, statistics } = season;
  return {
    loc_name,
    parameter_name,
    start,
    year_num: String(season.year),
    from: formatDay(season.first),
    ends: formatDay(season.last),
    latest: formatDay(season.latest),
    days_missing: season.daysMissing,
    reference: referenceRecord(season.reference),
    sum: sum ? sumRecord(sum, start) : null,
    pace: sum?.pace ? paceRecord(sum.pace) : null,
    ground: statistics.length === 0 ? null : groundOf(statistics),
    curves: curvesOf(sum).map((curve) => curveRecord(curve, start)),
  };
}

function referenceRecord({ from, to, curves }: Reference): ReachGainSeason['reference'] {
  return {
    from,
    to,
    count: curves.length,
    first_year: curves[0]?.year ?? null,
    last_year: curves.at(-1)?.year ?? null,
    provisional: curves.filter(({ hasProvisional }) => hasProvisional).length,
  };
}

function sumRecord(sum: SeasonSum, start: SeasonStart): NonNullable<ReachGainSeason['sum']> {
  const { curve, place, gain, statistic, lowest, before } = sum;
  const beforeGain = before && gainAt(before, place, start);
  const lowestGain = lowest && gainAt(lowest, place, start);
  return {
    through: formatDay(sum.through),
    gain: toWhole(gain),
    approval: curve.hasProvisional ? 'P' : 'A',
    days_measured: sum.daysMeasured,
    days_estimated: sum.daysEstimated,
    rank: sum.rank,
    low_rank: sum.lowRank,
    years: sum.years,
    median: statistic ? toWhole(statistic.median) : null,
    minimum: lowestGain === undefined ? null : toWhole(lowestGain),
    lowest_year: lowest ? String(lowest.year) : null,
    last_year: before ? String(before.year) : null,
    last_year_gain: beforeGain === undefined ? null : toWhole(beforeGain),
    percent_of_median: percentOf(gain, statistic, curve.values.length),
  };
}

/** `days` are those of the sum; the smallest median with a percentage is one in cfs. */
function percentOf(gain: number, statistic: GainDayStatistic | undefined, days: number): number | null {
  if (!statistic) return null;
  const { minimum, median, maximum } = statistic;
  const [low = 0, middle = 0, high = 0] = [minimum, median, maximum].map(
    (each) => each / reportedAcreFeetPerCfsDay,
  );
  const withheld = whyNoPercent({ minimum: low, median: middle, maximum: high }, days);
  return withheld === undefined ? tidyNumber((100 * gain) / median) : null;
}

function paceRecord(pace: NonNullable<SeasonSum['pace']>): ReachGainSeason['pace'] {
  return {
    median_at_end: toWhole(pace.medianAtEnd),
    days_left: pace.daysLeft,
    acre_feet_per_day: tidyNumber(pace.acreFeetPerDay),
    cfs: tidyNumber(pace.cfs),
    usual_cfs: tidyNumber(pace.usualCfs),
  };
}

function groundOf(statistics: SeasonGain['statistics']): NonNullable<ReachGainSeason['ground']> {
  const column = (read: (each: GainDayStatistic) => number | undefined) =>
    statistics.map((each) => toWhole(read(each) ?? Number.NaN));
  return {
    minimum: column((each) => each.minimum),
    p10: column(({ percentiles }) => percentiles[10]),
    p25: column(({ percentiles }) => percentiles[25]),
    median: column((each) => each.median),
    p75: column(({ percentiles }) => percentiles[75]),
    p90: column(({ percentiles }) => percentiles[90]),
    maximum: column((each) => each.maximum),
  };
}

/** The running season, the one before and the lowest, each once. */
function curvesOf(sum: SeasonSum | undefined): readonly GainCurve[] {
  if (!sum) return [];
  return [...new Set([sum.curve, sum.before, sum.lowest])].filter((each) => each !== undefined);
}

function curveRecord(curve: GainCurve, start: SeasonStart): GainCurveRecord {
  const { year, first, values, estimatedDays, revisableFrom } = curve;
  const places = values.map((_, at) => placeOfDay(first + at, start));
  return {
    year_num: String(year),
    places,
    values: values.map(toWhole),
    estimated_days: [...estimatedDays],
    revisable_from: revisableFrom === undefined ? null : (places[revisableFrom] ?? null),
  };
}

/** A sum is rounded once, as the portal's other gains are; without a minus before zero. */
function toWhole(acreFeet: number): number {
  return Math.round(acreFeet) || 0;
}
