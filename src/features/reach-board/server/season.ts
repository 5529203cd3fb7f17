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
import type { SeriesColumns } from '#domain/series-columns.ts';
import { formatDay } from '#lib/calendar.ts';
import { tidyNumber } from '#lib/format-number.ts';
import type { GainCurveRecord, ReachGainSeason } from '../contract.ts';
import { type SeasonGain, type SeasonSum, seasonGainOf } from '../rules/season-gain.ts';

/** The daily mean gains of a reach in cfs. */
type ReachRecord = SeriesColumns & {
  readonly loc_name: string;
  readonly parameter_name: string;
  /** Statistics leave out sums with values that may still be revised. */
  readonly approvedOnly?: boolean;
};

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
