import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { recordFields } from '#contract/record-fields.ts';
import { changeFrom, type DayValues, toDayValues } from '#domain/finding/day-values.ts';
import { usualInterval } from '#domain/freshness.ts';
import { dayOrderOf } from '#domain/season/season.ts';
import type { StoredSeries } from '#domain/series-columns.ts';
import { percentOf } from '#domain/statistics/percent-of.ts';
import { isSnowFree, percentileOf } from '#domain/statistics/percentile-class.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { startOfDayInBasin } from '#lib/basin-clock.ts';
import { type DayNumber, formatDay } from '#lib/calendar.ts';
import { tidyNumber } from '#lib/format-number.ts';
import type { Queryable } from '#server/db/queryable.ts';
import type { SeriesKey } from '#server/db/records.ts';
import { readRankedStatistics } from '#server/db/statistic-day.ts';
import type { AlertMeasure } from '../contract.ts';
import type { Observation } from '../rules/observations.ts';

const Row = z.object({ ...recordFields, num_days: z.int(), total_samples: z.int() });

/** A record that rules are of. `capacity` is in its unit, `interval_days` the usual number of days between values. */
export type RuleRecord = Omit<z.output<typeof Row>, 'num_days' | 'total_samples'> & {
  readonly capacity: number | null;
  readonly interval_days: number;
};

/** In AF, by the agencies’ ids. */
export type Capacities = ReadonlyMap<string, number>;

/** Reads a record of a site that is shown; undefined if there is none. */
export async function readRuleRecord(
  from: Queryable,
  { loc_ndx, parameter_ndx }: SeriesKey,
  capacities: Capacities,
): Promise<RuleRecord | undefined> {
  const [row] = await from.query(
    sql`select ${recordColumnsSql} from ${recordTablesSql}
      where l.is_shown and lp.loc_ndx = ${loc_ndx}::int and lp.parameter_ndx = ${parameter_ndx}::int`,
    Row,
  );
  return row && toRuleRecord(row, capacities);
}

export const recordColumnsSql = sql`l.loc_ndx, l.loc_id, l.loc_name, p.parameter_ndx, p.parameter_name, p.units_name,
  lp.num_days, lp.total_samples`;
export const recordTablesSql = sql`location_parameter lp
  join location l using (loc_ndx)
  join parameter p using (parameter_ndx)`;
export const recordRow = Row.shape;

export function toRuleRecord(
  { num_days, total_samples, ...row }: z.output<typeof Row>,
  capacities: Capacities,
): RuleRecord {
  const isStorage = row.parameter_ndx === parameterNdx.storage;
  return {
    ...row,
    capacity: (isStorage ? capacities.get(row.loc_id) : undefined) ?? null,
    interval_days: usualInterval({ num_days, total_samples }),
  };
}

/** What a rule compares of a day of a record; undefined where there is nothing to compare. */
export type MeasureOf = (
  day: DayNumber,
  value: number,
  values: Pick<DayValues, 'values'>,
) => number | undefined;

/** Readings are in no statistic, so only these measures take those of the hour. */
export const measuresOfReadings: ReadonlySet<AlertMeasure> = new Set<AlertMeasure>([
  'value',
  'percent_of_capacity',
]);

/** Reads what is needed to compare the values of a record: the same percentiles and percentages as in findings. */
export async function readMeasure(
  from: Queryable,
  { loc_ndx, parameter_ndx, capacity }: RuleRecord,
  measure: AlertMeasure,
): Promise<MeasureOf> {
  switch (measure) {
    case 'value':
      return (_, value) => value;
    case 'percent_of_capacity':
      return (_, value) => percentOf(value, capacity ?? undefined, parameter_ndx);
    case 'change_in_day':
      return (day, _, values) => tidyOf(changeFrom(values, day, 1));
    case 'change_in_week':
      return (day, _, values) => tidyOf(changeFrom(values, day, 7));
    case 'percentile':
    case 'percent_of_median': {
      const { statistics } = await readRankedStatistics(from, { loc_ndx, parameter_ndx }, 'water', 'value');
      const byOrder = new Map(statistics.map((each) => [each.order, each]));
      const isDepth = parameter_ndx === parameterNdx.depthToWater;
      return (day, value) => {
        const statistic = byOrder.get(dayOrderOf(day, 'water'));
        if (!statistic) return undefined;
        if (measure === 'percent_of_median') return percentOf(value, statistic.median, parameter_ndx);
        const isBare = isSnowFree(value, statistic.median, parameter_ndx);
        return isBare ? undefined : percentileOf(value, statistic.sorted, isDepth);
      };
    }
  }
}

/** Without the noise of floating-point numbers. */
function tidyOf(change: number | undefined): number | undefined {
  return change === undefined ? undefined : tidyNumber(change);
}

/** Whether the dates of a record have statistics. */
export async function hasNormals(from: Queryable, { loc_ndx, parameter_ndx }: SeriesKey): Promise<boolean> {
  const { statistics } = await readRankedStatistics(from, { loc_ndx, parameter_ndx }, 'water', 'value');
  return statistics.length > 0;
}

/** The values of days as observations at the start of each day, in milliseconds since 1970. */
export function toObservations(
  series: StoredSeries,
  measure: MeasureOf,
): (Observation & { day: DayNumber })[] {
  const values = toDayValues(series);
  return series.days.map((day, at) => {
    const value = series.values[at] ?? 0;
    return {
      ...{ day, value },
      at: startOfDay(day),
      approval: series.approval[at] === 'A' ? 'A' : 'P',
      measured: measure(day, value, values),
    };
  });
}

const starts = new Map<DayNumber, number>();

/** In the basin’s zone. Cached, because all records have the same days. */
export function startOfDay(day: DayNumber): number {
  const start = starts.get(day) ?? Date.parse(startOfDayInBasin(formatDay(day)));
  starts.set(day, start);
  return start;
}
