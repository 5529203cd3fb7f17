import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { ownSource } from '#domain/deliverer.ts';
import { readingOf } from '#domain/finding/reading.ts';
import { maxLagOf } from '#domain/freshness.ts';
import type { StoredSeries } from '#domain/series-columns.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { dayNumber } from '#lib/calendar.ts';
import { tidyNumber } from '#lib/format-number.ts';
import type { Queryable } from '#server/db/queryable.ts';
import { type LastReadings, readLastReadings } from '#server/db/readings.ts';
import { nameOfSeries, noValues, readLatest, readRecords, type SeriesKey } from '#server/db/records.ts';
import { readingsSource } from '#server/imports/schedule.ts';
import type { LevelTerms, SilenceTerms } from '../contract.ts';
import { freshIntervals, type Observation } from '../rules/observations.ts';
import {
  type MeasureOf,
  measuresOfReadings,
  type RuleRecord,
  startOfDay,
  toObservations,
} from './measures.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A change in a week needs the value before. */
const weekDays = 7;

/** What has come of a record lately. */
export type Recent = {
  readonly days: StoredSeries;
  readonly readings: LastReadings | undefined;
  /** The time of the newest value, a reading or the start of a day, and that of the newest day; undefined without one. */
  readonly newest: number | undefined;
  readonly newestDay: number | undefined;
};

/** Reads what rules of records may fire on: the values of days that are young enough, and the last readings. */
export async function readRecent(
  from: Queryable,
  records: readonly RuleRecord[],
  now: Date,
): Promise<ReadonlyMap<string, Recent>> {
  if (records.length === 0) return new Map();
  const today = dayNumber(todayInBasin(now));
  const series = await readRecords(
    from,
    records.map(({ interval_days, ...key }) => ({
      ...key,
      ranges: [[today - freshIntervals * interval_days - weekDays - 1, today] as const],
    })),
  );
  const readings = new Map((await readLastReadings(from, records)).map((each) => [nameOfSeries(each), each]));
  const latest = await readLatest(from, { keys: records });
  const lastDays = new Map(latest.map((each) => [nameOfSeries(each), each.last]));
  return new Map(
    records.map((record, at) => {
      const name = nameOfSeries(record);
      const lastDay = lastDays.get(name);
      const newestDay = lastDay === undefined ? undefined : startOfDay(lastDay);
      const times = [newestDay, readings.get(name)?.times.at(-1)].filter((each) => each !== undefined);
      const newest = times.length > 0 ? Math.max(...times) : undefined;
      return [name, { days: series[at] ?? noValues, readings: readings.get(name), newest, newestDay }];
    }),
  );
}

export type Observed = {
  readonly observations: readonly Observation[];
  /** What is younger can fire, in milliseconds. */
  readonly freshMs: number;
  readonly isReading: boolean;
};

/**
 * What a rule is evaluated on: the readings of the hour where its record has young ones and the rule takes them, else the
 * values of days. Agencies send readings once an hour, however often they measure, so no interval is shorter.
 */
export function observedOf(
  { days, readings }: Recent,
  { record, terms, measure, now }: { record: RuleRecord; terms: LevelTerms; measure: MeasureOf; now: Date },
): Observed {
  const minutes = readings && readingOf(readings)?.interval_minutes;
  const freshMs = freshIntervals * Math.max(hourMs, (minutes ?? 60) * 60_000);
  const last = readings?.times.at(-1);
  const isTaken = measuresOfReadings.has(terms.measure);
  if (readings && last !== undefined && isTaken && now.getTime() - last < freshMs) {
    const observations = readings.times.map((at, index) => {
      const value = tidyNumber(readings.values[index] ?? 0);
      const { approval } = readings;
      return { at, value, approval, measured: measure(dayOf(at), value, { values: new Map() }) };
    });
    return { observations, freshMs, isReading: true };
  }
  const observations = toObservations(days, measure);
  // Counted from the end of the day.
  return { observations, freshMs: (freshIntervals * record.interval_days + 1) * dayMs, isReading: false };
}

const dayOf = (at: number) => dayNumber(todayInBasin(new Date(at)));

const KnownRow = z.object({ source: z.nullable(z.string()), at: z.nullable(z.number()) });

/**
 * The time up to which values of a record could have come, in milliseconds since 1970: the end of the last import that asked its
 * source for it, which a portal that was switched off, or could not reach the source, has not had. An import of readings
 * counts where the record has some. Now for records that nobody imports, and for own ones, which others send; undefined
 * before the first import.
 */
export async function readKnownUntil(
  from: Queryable,
  { loc_ndx, parameter_ndx }: SeriesKey,
  now: Date,
): Promise<number | undefined> {
  const [row] = await from.query(
    sql`select lp.source, (extract(epoch from run.finished_at) * 1000)::float8 as at
      from location_parameter lp join location l using (loc_ndx)
      left join lateral (
        select finished_at from ingest_run r
        where finished_at is not null and (source = lp.source or (source = ${readingsSource} and exists (
            select from latest_reading where loc_ndx = lp.loc_ndx and parameter_ndx = lp.parameter_ndx)))
          and ((status in ('succeeded', 'partial') and coalesce(report -> 'sites', 'null') = 'null')
            or report -> 'series' @> jsonb_build_array(
              jsonb_build_object('loc_id', upper(l.loc_id), 'parameter_ndx', lp.parameter_ndx)))
        order by ingest_run_ndx desc limit 1) run on true
      where lp.loc_ndx = ${loc_ndx}::int and lp.parameter_ndx = ${parameter_ndx}::int`,
    KnownRow,
  );
  const isImported = row !== undefined && row.source !== null && row.source !== ownSource;
  if (!isImported) return now.getTime();
  return row.at === null ? undefined : Math.min(row.at, now.getTime());
}

/**
 * Whether there has been no new value for so many usual intervals, and the days that agencies take to publish, on the day of
 * a time; never of a record without a value.
 */
export function isSilentAt(
  time: number | undefined,
  newest: number | undefined,
  { interval_days }: RuleRecord,
  { intervals }: SilenceTerms,
): boolean {
  if (time === undefined || newest === undefined) return false;
  return dayOf(time) - dayOf(newest) > maxLagOf(interval_days, intervals);
}
