import { formatDay } from '#lib/calendar.ts';
import { tidyNumber, tidyOrNull } from '#lib/format-number.ts';
import { percentOf } from '../statistics/percent-of.ts';
import { classOf, isSnowFree, type Latest, percentileOf, rankOf } from '../statistics/percentile-class.ts';
import type { RankedStatistic, YearValue } from '../statistics/statistics.ts';
import { parameterNdx } from '../vocabulary.ts';
import type { Finding } from './finding.ts';

/**
 * Where a value stands among those of other years. Class, percentile and `of` are null without a statistic; class and
 * percentile also on a day without snow, as in most years.
 */
export type FindingPlace = Pick<Finding, 'class' | 'percentile' | 'of'> & {
  readonly rank: ReturnType<typeof rankOf>;
};

type PlaceBasis = {
  /** The years of 1991–2020; undefined if they are too few. */
  readonly statistic: RankedStatistic | undefined;
  /** All years on record up to that of the value, its own included. */
  readonly peers: readonly YearValue[];
  readonly parameter: number;
  readonly period?: 'day' | 'month';
};

/** Places a value among those of other years: class, percentile and statistic belong together. */
export function placeOf(
  value: number,
  { statistic, peers, parameter, period = 'day' }: PlaceBasis,
): FindingPlace {
  const isReversed = parameter === parameterNdx.depthToWater;
  const place = { rank: rankOf(value, peers, isReversed) };
  const name = statistic && classOf(value, statistic, peers, isReversed);
  const { 10: p10, 25: p25, 75: p75, 90: p90 } = statistic?.percentiles ?? {};
  if (
    !statistic ||
    !name ||
    p10 === undefined ||
    p25 === undefined ||
    p75 === undefined ||
    p90 === undefined
  ) {
    return { ...place, class: null, percentile: null, of: null };
  }
  const { count, firstYear, lastYear, median } = statistic;
  const percent = percentOf(value, median, parameter);
  const hasClass = !isSnowFree(value, median, parameter);
  return {
    ...place,
    class: hasClass ? name : null,
    percentile: hasClass ? (percentileOf(value, statistic.sorted, isReversed) ?? null) : null,
    of: {
      period,
      count,
      first_year: firstYear,
      last_year: lastYear,
      p10: tidyNumber(p10),
      p25: tidyNumber(p25),
      median: tidyNumber(median),
      p75: tidyNumber(p75),
      p90: tidyNumber(p90),
      percent: percent === undefined ? null : tidyNumber(percent),
    },
  };
}

/**
 * Where the latest value of a record stands, in the unit of the record. `percent_of_median` is null where a ratio means
 * nothing, as of a temperature, and without a median above zero.
 */
export function standingOf(
  { day, value, peers }: Latest,
  { statistic, parameter }: Pick<PlaceBasis, 'statistic' | 'parameter'>,
) {
  const { class: name, percentile, rank } = placeOf(value, { statistic, peers, parameter });
  const median = statistic?.median;
  return {
    rdate: formatDay(day),
    value: tidyNumber(value),
    ...rank,
    median: tidyOrNull(median),
    percent_of_median: tidyOrNull(percentOf(value, median, parameter)),
    difference: tidyOrNull(median === undefined ? undefined : value - median),
    class: name,
    percentile,
  };
}

/** The value of a year before, and where it stands among the same years. */
export function yearBeforeOf(
  before: { readonly rdate: string; readonly value: number } | undefined,
  statistic: RankedStatistic | undefined,
  parameter: number,
): Finding['year_before'] {
  if (!before) return null;
  const isReversed = parameter === parameterNdx.depthToWater;
  const percentile =
    statistic && !isSnowFree(before.value, statistic.median, parameter)
      ? percentileOf(before.value, statistic.sorted, isReversed)
      : undefined;
  return { rdate: before.rdate, value: tidyNumber(before.value), percentile: percentile ?? null };
}
