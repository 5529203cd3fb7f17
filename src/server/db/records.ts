import { type SQL, sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { Revision } from '#contract/daily-data.ts';
import { enteredByHand } from '#domain/qualifiers.ts';
import { dayOrderOf } from '#domain/season/season.ts';
import type { StoredSeries } from '#domain/series-columns.ts';
import type { DateExtremes } from '#domain/statistics/condition-season.ts';
import { basinTimeZone } from '#lib/basin-clock.ts';
import { type DayNumber, dayFromParts, dayParts } from '#lib/calendar.ts';
import { daySql, dayZero, intArraySql, isoInstantSql, type Queryable } from './queryable.ts';

/** Reads daily values for the whole server, as columns. Only imports and backups use their table as well. */

export type SeriesKey = { readonly loc_ndx: number; readonly parameter_ndx: number };

/** A text that only keys of the same series have, for maps of series. */
export const nameOfSeries = ({ loc_ndx, parameter_ndx }: SeriesKey) => `${loc_ndx} ${parameter_ndx}`;

/** The first and the last day. */
export type DayRange = readonly [first: DayNumber, last: DayNumber];

export const allDays: DayRange = [dayFromParts(1000, 1, 1), dayFromParts(9999, 12, 31)];

/** The part of a record that is read; its ranges ascend and do not overlap. */
export type RecordPart = SeriesKey & { readonly ranges: readonly DayRange[] };

export const noValues: StoredSeries = {
  days: [],
  values: [],
  approval: '',
  qualifiers: new Map(),
  flags: new Map(),
};

type ReadOptions = {
  /** An instant or a day, to whose end the values are read as they were known; by default they are as they are now. */
  readonly asOf?: string | undefined;
  readonly withQualifiers?: boolean;
  /** Also reads values that fail a quality rule, even those that are no number. */
  readonly withFlagged?: boolean;
  /** Only the first values of each range. */
  readonly limit?: number;
};

const ColumnsRow = z.object({
  at: z.int(),
  days: z.string(),
  values: z.string(),
  approval: z.string(),
  qualifiers: z.nullable(z.record(z.string(), z.string())),
  flags: z.nullable(z.record(z.string(), z.string())),
});

/**
 * Reads parts of many records in one statement, in the order of the parts: by default only values that pass the quality
 * rules. Text columns are read five times as fast as rows.
 */
export async function readRecords(
  from: Queryable,
  parts: readonly RecordPart[],
  { asOf, withQualifiers = false, withFlagged = false, limit }: ReadOptions = {},
): Promise<readonly StoredSeries[]> {
  const wanted = parts.flatMap(({ loc_ndx, parameter_ndx, ranges }, at) =>
    ranges.length === 0
      ? []
      : {
          at,
          loc_ndx,
          parameter_ndx,
          first_days: ranges.map(([first]) => first),
          last_days: ranges.map(([, last]) => last),
        },
  );
  if (wanted.length === 0) return parts.map(() => noValues);
  const record = { location: sql`w.loc_ndx`, parameter: sql`w.parameter_ndx` };
  const part = { first: sql`${dayZero} + part.first`, last: sql`${dayZero} + part.last` };
  const byDay = (column: SQL) => sql`json_object_agg((v.rdate - ${dayZero})::text, ${column})`;
  const rows = await from.query(
    sql`
      select w.at, p.days, p.values, p.approval, p.qualifiers, p.flags
      from json_to_recordset(${JSON.stringify(wanted)}::text::json)
        as w(at int, loc_ndx int, parameter_ndx int, first_days int[], last_days int[])
      cross join lateral (
        select string_agg((v.rdate - ${dayZero})::text, ',' order by v.rdate) as days,
          string_agg(v.result_value_daily::text, ',' order by v.rdate) as values,
          string_agg(${approvalSql(sql`v.approval`)}, '' order by v.rdate) as approval,
          ${withQualifiers ? sql`${byDay(sql`v.qualifier`)} filter (where v.qualifier <> '')` : sql`null::json`} as qualifiers,
          ${withFlagged ? sql`${byDay(sql`v.flag`)} filter (where v.flag is not null)` : sql`null::json`} as flags
        from unnest(w.first_days, w.last_days) as part(first, last)
        cross join lateral (
          select d.* from ${knownValuesSql(record, asOf, part)} d
          where ${withFlagged ? isValueSql(sql`d`) : passesSql(sql`d`)}
          ${limit === undefined ? sql.empty() : sql`order by d.rdate limit ${limit}::int`}
          -- Keeps the planner from reading the whole record once for all ranges.
          offset 0
        ) v
      ) p
      where p.days is not null`,
    ColumnsRow,
  );
  const byPart = new Map(rows.map((row) => [row.at, row]));
  return parts.map((_, at) => {
    const row = byPart.get(at);
    return row ? parseColumns(row) : noValues;
  });
}

function parseColumns({
  days,
  values,
  approval,
  qualifiers,
  flags,
}: z.output<typeof ColumnsRow>): StoredSeries {
  return {
    days: days.split(',').map(Number),
    values: values.split(',').map(Number),
    approval,
    qualifiers: toDayMap(qualifiers),
    flags: toDayMap(flags),
  };
}

function toDayMap(texts: Readonly<Record<string, string>> | null): ReadonlyMap<DayNumber, string> {
  return new Map(Object.entries(texts ?? {}).map(([day, text]) => [Number(day), text]));
}

/** Reads one record as `readRecords` does. */
export async function readRecord(
  from: Queryable,
  { loc_ndx, parameter_ndx }: SeriesKey,
  ranges: readonly DayRange[],
  options?: ReadOptions,
): Promise<StoredSeries> {
  const [record = noValues] = await readRecords(from, [{ loc_ndx, parameter_ndx, ranges }], options);
  return record;
}

const ExtremesRow = z.object({ at: z.int(), days: z.string(), lowest: z.string(), highest: z.string() });

/** Between these days, every fourth year has a February 29. */
const leapCycles = sql`(values (date '1800-03-01', date '1900-02-28'), ('1900-03-01', '2100-02-28')) c(first, last)`;

/**
 * Reads the lowest and the highest value of each date of the year before a day, for many records, by the date's order in
 * the water year. A fifth of the time that it takes to read all the values, and nearly none of the server's own thread.
 */
export async function readExtremesByDate(
  from: Queryable,
  records: readonly (SeriesKey & { readonly before: DayNumber })[],
): Promise<readonly DateExtremes[]> {
  const wanted = records.map(({ loc_ndx, parameter_ndx, before }, at) => ({
    at,
    loc_ndx,
    parameter_ndx,
    before,
  }));
  const listed = (column: string) =>
    sql`string_agg(${sql.identifier(column)}::text, ',') as ${sql.identifier(column)}`;
  const rows = await from.query(
    // Grouped by the day of the four years of a leap cycle first, because the parts of a date take the database long.
    sql`
      select w.at, p.*
      from json_to_recordset(${JSON.stringify(wanted)}::text::json)
        as w(at int, loc_ndx int, parameter_ndx int, before int)
      cross join lateral (
        select ${listed('days')}, ${listed('lowest')}, ${listed('highest')}
        from (
          select min(d.day) - ${dayZero} as days, min(d.lowest) as lowest, max(d.highest) as highest
          from ${leapCycles} cross join lateral (
            select c.first + (v.rdate - c.first) % 1461 as day, min(v.result_value_daily) as lowest,
              max(v.result_value_daily) as highest
            from daily_value v
            where v.loc_ndx = w.loc_ndx and v.parameter_ndx = w.parameter_ndx and v.rdate < ${dayZero} + w.before
              and v.rdate between c.first and c.last and ${passesSql(sql`v`)}
            group by 1
          ) d
          group by extract(month from d.day), extract(day from d.day)
        ) g
      ) p
      where p.days is not null`,
    ExtremesRow,
  );
  const found = records.map((): DateExtremes => ({ lowest: new Map(), highest: new Map() }));
  for (const { at, days, lowest, highest } of rows) {
    const orders = days.split(',').map((day) => dayOrderOf(Number(day), 'water'));
    const byOrder = (text: string) =>
      new Map(text.split(',').map((value, place) => [orders[place] ?? 0, Number(value)]));
    found[at] = { lowest: byOrder(lowest), highest: byOrder(highest) };
  }
  return found;
}

/** Joins days and ranges into ascending ranges that do not overlap. */
export function mergeRanges(ranges: readonly DayRange[]): DayRange[] {
  const merged: DayRange[] = [];
  for (const [first, last] of ranges.toSorted(([one], [other]) => one - other)) {
    const before = merged.at(-1);
    if (before && first <= before[1] + 1) merged[merged.length - 1] = [before[0], Math.max(before[1], last)];
    else merged.push([first, last]);
  }
  return merged;
}

export function toRange(day: DayNumber): DayRange {
  return [day, day];
}

/** The last day and the same day of earlier years, or their months. Only leap years have a February 29. */
export function rangesOfPeers(first: DayNumber, last: DayNumber, period: 'day' | 'month'): DayRange[] {
  const { year: lastYear, month, day } = dayParts(last);
  const { year: firstYear } = dayParts(first);
  const years = Array.from({ length: lastYear - firstYear + 1 }, (_, at) => firstYear + at);
  return years.flatMap((year): DayRange[] => {
    if (period === 'month') return [[dayFromParts(year, month, 1), dayFromParts(year, month + 1, 1) - 1]];
    const peer = dayFromParts(year, month, day);
    return dayParts(peer).day === day ? [[peer, peer]] : [];
  });
}

/** A value without an approval letter counts as provisional. */
const approvalSql = (approval: SQL) => sql`coalesce(nullif(${approval}::text, ''), 'P')`;

/** Whether a row has a measurement: infinity and NaN are none. */
const isMeasuredSql = (value: SQL) => sql`${value}.result_value_daily between -3e38 and 3e38`;

/** Values that fail a quality rule, or are no measurement, are in no figure. */
const passesSql = (value: SQL) => sql`${value}.flag is null and ${isMeasuredSql(value)}`;

/** A value that is in no line, because it is no number, counts as missing. */
const isValueSql = (value: SQL) => sql`(${value}.flag is not null or ${isMeasuredSql(value)})`;

const LatestRow = z.object({
  loc_ndx: z.int(),
  loc_id: z.string(),
  parameter_ndx: z.int(),
  num_days: z.int(),
  total_samples: z.int(),
  /** The first day of the record. */
  first: z.int(),
  /** The day of the value. */
  last: z.int(),
  value: z.number(),
  approval: z.enum(['A', 'P']),
  /** The value before it, within a year; null if it is not asked for. */
  previous: z.nullable(z.object({ day: z.int(), value: z.number() })),
});

/** Days before the last value within which the value before it is looked for. */
const previousDays = 365;

/** The latest value of a record that passes the quality rules. */
export type LatestOfRecord = z.output<typeof LatestRow>;

type LatestOptions = {
  /** The `loc_ndx` of the only sites to read; by default all that are shown. */
  readonly sites?: readonly number[] | undefined;
  /** The only records to read. */
  readonly keys?: readonly SeriesKey[] | undefined;
  readonly parameter?: number;
  /** The latest value on or before this day. */
  readonly on?: DayNumber | undefined;
  readonly withPrevious?: boolean;
};

const keysSql = (keys: readonly SeriesKey[]) => sql`unnest(${intArraySql(keys.map(({ loc_ndx }) => loc_ndx))},
  ${intArraySql(keys.map(({ parameter_ndx }) => parameter_ndx))}) k(loc_ndx, parameter_ndx)`;

/** Reads the latest value of every record of the shown sites that has one, by site and parameter. */
export function readLatest(
  from: Queryable,
  { sites, keys, parameter, on, withPrevious = false }: LatestOptions = {},
): Promise<readonly LatestOfRecord[]> {
  const previous = sql`(
    select json_build_object('day', d.rdate - ${dayZero}, 'value', d.result_value_daily) from daily_value d
    where d.loc_ndx = lp.loc_ndx and d.parameter_ndx = lp.parameter_ndx and ${passesSql(sql`d`)}
      and d.rdate < v.rdate and d.rdate >= v.rdate - ${previousDays}::int
    order by d.rdate desc limit 1
  )`;
  return from.query(
    sql`
      select lp.loc_ndx, l.loc_id, lp.parameter_ndx, lp.num_days, lp.total_samples,
        least(lp.por_start, v.rdate) - ${dayZero} as first, v.rdate - ${dayZero} as last, v.result_value_daily as value,
        ${approvalSql(sql`v.approval`)} as approval, ${withPrevious ? previous : sql`null::json`} as previous
      from location_parameter lp
      join location l on l.loc_ndx = lp.loc_ndx and l.is_shown
      cross join lateral (
        select v.* from daily_value v
        where v.loc_ndx = lp.loc_ndx and v.parameter_ndx = lp.parameter_ndx and ${passesSql(sql`v`)}
          ${on === undefined ? sql.empty() : sql`and v.rdate <= ${daySql(on)}`}
        order by v.rdate desc limit 1
      ) v
      where ${sites ? sql`lp.loc_ndx = any(${intArraySql(sites)})` : sql`true`}
        ${parameter === undefined ? sql.empty() : sql`and lp.parameter_ndx = ${parameter}::int`}
        ${keys ? sql`and (lp.loc_ndx, lp.parameter_ndx) in (select * from ${keysSql(keys)})` : sql.empty()}
      order by lp.loc_ndx, lp.parameter_ndx`,
    LatestRow,
  );
}

const PeakRow = z.object({
  loc_ndx: z.int(),
  year: z.int(),
  peak: z.number(),
  /** The first day of the peak, and the last day with a value. */
  peakDay: z.int(),
  lastDay: z.int(),
  /** The number of days from November to April with a value. */
  winterDays: z.int(),
  flagged: z.int(),
});

/** A water year of a record with its largest value. */
export type YearPeak = z.output<typeof PeakRow>;

/**
 * Reads the largest value of each water year of a parameter's records, by site and year. Values below zero are ignored.
 * The database does it in 60 % of the time that it takes to read the values.
 */
export function readYearPeaks(
  from: Queryable,
  parameter: number,
  sites: readonly number[],
): Promise<YearPeak[]> {
  // By the primary key: grouping all values by year takes twice the time.
  const isOfYear = sql`v.loc_ndx = y.loc_ndx and v.parameter_ndx = ${parameter}::int
    and v.rdate >= make_date(y.year - 1, 10, 1) and v.rdate < make_date(y.year, 10, 1)`;
  return from.query(
    sql`
      with p as materialized (
        select y.loc_ndx, y.year, s.*
        from (
          select site as loc_ndx, generate_series(extract(year from v.first + interval '3 months')::int,
            extract(year from v.last + interval '3 months')::int) as year
          from unnest(${intArraySql(sites)}) site
          cross join lateral (
            select min(d.rdate), max(d.rdate) from daily_value d
            where d.loc_ndx = site and d.parameter_ndx = ${parameter}::int
          ) v(first, last)
        ) y
        cross join lateral (
          select max(v.result_value_daily) filter (where v.flag is null) as peak,
            (count(*) filter (where v.flag is null and v.rdate >= make_date(y.year - 1, 11, 1)
              and v.rdate < make_date(y.year, 5, 1)))::int as "winterDays",
            count(v.flag)::int as flagged, max(v.rdate) filter (where v.flag is null) - ${dayZero} as "lastDay"
          from daily_value v
          where ${isOfYear} and (v.flag is not null or v.result_value_daily between 0 and 3e38)
        ) s
        where s.peak is not null
      )
      select y.*, (select min(v.rdate) from daily_value v
        where ${isOfYear} and v.flag is null and v.result_value_daily = y.peak) - ${dayZero} as "peakDay"
      from p y order by y.loc_ndx, y.year`,
    PeakRow,
  );
}

const YearCount = z.object({
  parameter_ndx: z.int(),
  year: z.int(),
  /** The first and the last day with a value. */
  first: z.int(),
  last: z.int(),
  approved: z.int(),
  provisional: z.int(),
  flagged: z.int(),
});

/** The days from October 1 to January 1: a water year begins so long before its calendar year. */
const daysBeforeNewYear = 92;

/** Counts the values of each water year of a site's records, by parameter and year. */
export function readYearCounts(from: Queryable, location: number): Promise<z.output<typeof YearCount>[]> {
  const isProvisional = sql`${approvalSql(sql`v.approval`)} = 'P'`;
  return from.query(
    sql`select parameter_ndx, extract(year from rdate + ${daysBeforeNewYear}::int)::int as year,
        min(rdate) - ${dayZero} as first, max(rdate) - ${dayZero} as last,
        (count(*) filter (where flag is null and not ${isProvisional}))::int as approved,
        (count(*) filter (where flag is null and ${isProvisional}))::int as provisional, count(flag)::int as flagged
      from daily_value v where loc_ndx = ${location}::int and ${isValueSql(sql`v`)}
      group by 1, 2 order by 1, 2`,
    YearCount,
  );
}

/** An instant of the API in SQL; a day means its end in the basin's time zone. */
export function instantSql(asOf: string): SQL {
  return /^\d{4}-\d\d-\d\d$/.test(asOf)
    ? sql`((${asOf}::text::date + 1)::timestamp at time zone ${basinTimeZone()}::text)`
    : sql`${asOf}::text::timestamptz`;
}

/** Whether an import had brought values of each of the records by an instant; unknown before the portal noted when. */
export async function wereKnown(from: Queryable, keys: readonly SeriesKey[], asOf: string): Promise<boolean> {
  const wanted = keys.map(({ loc_ndx, parameter_ndx }) => ({ loc_ndx, parameter_ndx }));
  const [row] = await from.query(
    sql`
      select count(*)::int as count
      from json_to_recordset(${JSON.stringify(wanted)}::text::json) as w(loc_ndx int, parameter_ndx int)
      where exists (select from daily_value_addition a
        where a.loc_ndx = w.loc_ndx and a.parameter_ndx = w.parameter_ndx and a.known_from <= ${instantSql(asOf)})`,
    z.object({ count: z.int() }),
  );
  return keys.length > 0 && row?.count === keys.length;
}

/** A record in SQL, whose key may be columns. */
type RecordSql = { readonly location: SQL; readonly parameter: number | SQL };

/**
 * The source of a record as it was known at an instant, or as it is now by `lp`, its row of `location_parameter`. A change
 * of source removes the values that the new one does not have, so that all values of a record have one source.
 */
export function knownSourceSql({ location, parameter }: RecordSql, asOf: string | undefined): SQL {
  if (asOf === undefined) return sql`lp.source`;
  return sql`(
    select h.source from series_source h
    where h.loc_ndx = ${location} and h.parameter_ndx = ${parameter}::int and h.known_from <= ${instantSql(asOf)}
    order by h.known_from desc limit 1
  )`;
}

/** Days in SQL, both included. */
type DaysSql = { readonly first: SQL; readonly last: SQL };

const isBetween = (row: 'd' | 'r' | 'f', { first, last }: DaysSql) =>
  sql`${sql.identifier(row)}.rdate between ${first} and ${last}`;

/**
 * Some days of a record as they were known at an instant, or as they are now. Of the changes after the instant, the first
 * one says what a day held: the former value of a revision, or nothing if it is an addition. It is found by sorting,
 * because the database knows too little of the tables to join them well: after a change of source, which revises a whole
 * record, a join took the square of the days.
 */
function knownValuesSql({ location, parameter }: RecordSql, asOf: string | undefined, days: DaysSql): SQL {
  const isOfRecord = (table: 'd' | 'r' | 'a') => {
    const row = sql.identifier(table);
    return sql`${row}.loc_ndx = ${location} and ${row}.parameter_ndx = ${parameter}::int`;
  };
  if (asOf === undefined) {
    return sql`(select * from daily_value d where ${isOfRecord('d')} and ${isBetween('d', days)})`;
  }
  const instant = instantSql(asOf);
  return sql`(
    select k.rdate, k.result_value_daily, k.approval, k.qualifier, k.flag
    from (
      select distinct on (c.rdate) c.*
      from (
        select d.rdate, d.result_value_daily, d.approval, d.qualifier, d.flag, 'infinity'::timestamptz as known_from,
          true as is_value
        from daily_value d where ${isOfRecord('d')} and ${isBetween('d', days)}
        union all
        select r.rdate, r.value, r.approval, r.qualifier, r.flag, r.known_from, true
        from daily_value_revision r
        where ${isOfRecord('r')} and ${isBetween('r', days)} and r.known_from > ${instant}
        union all
        select ${dayZero} + n.day, null, null, null, null, a.known_from, false
        from daily_value_addition a
        cross join generate_series(greatest(a.first_day, ${days.first}) - ${dayZero},
          least(a.last_day, ${days.last}) - ${dayZero}) n(day)
        where ${isOfRecord('a')} and a.known_from > ${instant} and a.first_day <= ${days.last}
          and a.last_day >= ${days.first}
      ) c
      order by c.rdate, c.known_from, c.is_value desc
    ) k
    where k.is_value
  )`;
}

/** Days of the API, `YYYY-MM-DD`, and the instant at which their values were known; by default now. */
export type KnownDays = { readonly start: string; readonly end: string; readonly asOf?: string | undefined };

const daysSql = ({ start, end }: KnownDays): DaysSql => ({
  first: sql`${start}::text::date`,
  last: sql`${end}::text::date`,
});

/**
 * A record as the time-series API sends it, in one row of text: `dates` are days since `start`. Values that fail a quality
 * rule are only in `flagged`; `changes` are the last changes of values that an import made. Infinite values and NaN, which
 * JSON cannot represent, are left out.
 */
export function recordTextSql(record: RecordSql, days: KnownDays): SQL {
  const values = knownValuesSql(record, days.asOf, daysSql(days));
  const approval = approvalSql(sql`v.approval`);
  // A record as it is now is read by its index; one as it was is made once.
  const known = days.asOf === undefined ? values : sql`known`;
  return sql`(
    ${days.asOf === undefined ? sql.empty() : sql`with known as materialized (select * from ${values} f)`}
    select v.*, coalesce(c.changes, '{}') as changes
    from (
      select min(v.start) as start, count(*)::int as count,
        string_agg((v.rdate - v.start)::text, ',' order by v.rdate) filter (where v.flag is null) as dates,
        string_agg(v.result_value_daily::text, ',' order by v.rdate) filter (where v.flag is null) as values,
        string_agg(${approval}, '' order by v.rdate) filter (where v.flag is null) as approval,
        coalesce(json_object_agg((v.rdate - v.start)::text, v.qualifier) filter (where v.qualifier <> ''), '{}')
          as qualifiers,
        coalesce(json_agg(json_build_object('day', v.rdate - v.start, 'value', v.result_value_daily,
          'flag', v.flag, 'approval', ${approval}) order by v.rdate) filter (where v.flag is not null), '[]')
          as flagged
      from (select f.*, min(f.rdate) over () as start from ${known} f) v
      where ${isMeasuredSql(sql`v`)}
    ) v
    cross join lateral (
      select json_object_agg((r.rdate - v.start)::text, json_build_object('on',
        (r.known_from at time zone ${basinTimeZone()}::text)::date::text, 'from', r.value)) as changes
      from ${days.asOf === undefined ? lastChangesSql(record, days) : formerChangesSql(record, days, days.asOf)} r
    ) c
  )`;
}

const isRevisionOf = ({ location, parameter }: RecordSql, days: KnownDays) =>
  sql`r.loc_ndx = ${location} and r.parameter_ndx = ${parameter}::int and ${isBetween('r', daysSql(days))}`;

/** The last change of the value of each day. */
function lastChangesSql(record: RecordSql, days: KnownDays): SQL {
  return sql`(
    select distinct on (r.rdate) r.rdate, r.value, r.known_from
    from daily_value_revision r
    cross join lateral (
      select from daily_value f
      where f.loc_ndx = r.loc_ndx and f.parameter_ndx = r.parameter_ndx and f.rdate = r.rdate
        and f.result_value_daily <> r.value
      -- Keeps the planner from reading the whole record once for each revision.
      offset 0
    ) f
    where ${isRevisionOf(record, days)}
    order by r.rdate, r.known_from desc
  )`;
}

/** The last change, by an instant, of the value that each day of `known` had then. */
function formerChangesSql(record: RecordSql, days: KnownDays, asOf: string): SQL {
  return sql`(
    select distinct on (h.rdate) h.rdate, h.value, h.known_from
    from (
      select u.*, first_value(u.value) over latest as present, first_value(u.known_from) over latest as last
      from (
        select f.rdate, f.result_value_daily as value, 'infinity'::timestamptz as known_from from known f
        union all
        select r.rdate, r.value, r.known_from from daily_value_revision r
        where ${isRevisionOf(record, days)} and r.known_from <= ${instantSql(asOf)}
      ) u
      window latest as (partition by u.rdate order by u.known_from desc)
    ) h
    where h.last = 'infinity' and h.known_from < 'infinity' and h.value <> h.present
    order by h.rdate, h.known_from desc
  )`;
}

/** How many values of a record `recordTextSql` has, as `count`. */
export function recordCountSql(record: RecordSql, days: KnownDays): SQL {
  return sql`(
    select count(*)::int as count from ${knownValuesSql(record, days.asOf, daysSql(days))} v
    where ${isMeasuredSql(sql`v`)}
  )`;
}

/** Reads what imports changed in a record since a day, `YYYY-MM-DD`, the newest change first; at most `limit`. */
export function readRevisions(
  from: Queryable,
  { loc_ndx, parameter_ndx }: SeriesKey,
  { since = '-infinity', limit }: { readonly since: string | undefined; readonly limit: number },
): Promise<z.output<typeof Revision>[]> {
  const value = (source: SQL) =>
    sql`json_build_object('value', ${source}.value, 'approval', ${source}.approval,
      'qualifier', ${source}.qualifier, 'flag', ${source}.flag)`;
  return from.query(
    sql`
      select r.rdate::text as day, ${value(sql`r`)} as before,
        case when n.approval is not null then ${value(sql`n`)} end as after,
        ${isoInstantSql(sql`r.known_from`, '.MS')} as known_from, r.run
      from daily_value_revision r
      left join lateral (
        (select value, approval, qualifier, flag from daily_value_revision n
          where n.loc_ndx = r.loc_ndx and n.parameter_ndx = r.parameter_ndx and n.rdate = r.rdate
            and n.known_from > r.known_from
          order by n.known_from limit 1)
        union all
        select result_value_daily, approval, qualifier, flag from daily_value d
          where d.loc_ndx = r.loc_ndx and d.parameter_ndx = r.parameter_ndx and d.rdate = r.rdate
        limit 1
      ) n on true
      where r.loc_ndx = ${loc_ndx}::int and r.parameter_ndx = ${parameter_ndx}::int
        and r.known_from >= (${since}::text::timestamp at time zone ${basinTimeZone()}::text)
      order by r.known_from desc, r.rdate
      limit ${limit}`,
    Revision,
  );
}

/**
 * Computes the summaries of records whose values have changed; a record without values has no summary. `num_years` are
 * the days from first to last, in rounded years. The period ends with the last value that passes the quality rules, so
 * that a stuck instrument does not appear to be working.
 */
export async function summarizeSeries(to: Queryable, series: readonly SeriesKey[]): Promise<void> {
  const locations = intArraySql(series.map(({ loc_ndx }) => loc_ndx));
  const parameters = intArraySql(series.map(({ parameter_ndx }) => parameter_ndx));
  await to.query(sql`
    with changed as (select * from unnest(${locations}, ${parameters}) as c(loc_ndx, parameter_ndx)),
    without_values as (
      delete from location_parameter p using changed c
      where p.loc_ndx = c.loc_ndx and p.parameter_ndx = c.parameter_ndx and not exists (
        select from daily_value v where v.loc_ndx = c.loc_ndx and v.parameter_ndx = c.parameter_ndx)
    )
    insert into location_parameter
      (loc_ndx, parameter_ndx, por_start, por_end, num_days, num_years, total_samples, flagged, provisional)
    select c.loc_ndx, c.parameter_ndx, s.first, s.last, s.last - s.first + 1,
      round((s.last - s.first + 1) / 365.25), s.count, s.flagged, s.provisional
    from changed c cross join lateral (
      select min(rdate) as first, coalesce(max(rdate) filter (where flag is null), max(rdate)) as last,
        count(*) as count, count(flag) as flagged,
        count(*) filter (where flag is null and ${approvalSql(sql`approval`)} = 'P') as provisional
      from daily_value v where v.loc_ndx = c.loc_ndx and v.parameter_ndx = c.parameter_ndx
    ) s
    where s.count > 0
    on conflict (loc_ndx, parameter_ndx) do update
    set por_start = excluded.por_start, por_end = excluded.por_end, num_days = excluded.num_days,
      num_years = excluded.num_years, total_samples = excluded.total_samples, flagged = excluded.flagged,
      provisional = excluded.provisional`);
}

const isRecordSql = ({ loc_ndx, parameter_ndx }: SeriesKey) =>
  sql`loc_ndx = ${loc_ndx}::int and parameter_ndx = ${parameter_ndx}::int`;

/** Writes a value that somebody has entered. */
export async function insertEnteredValue(
  to: Queryable,
  { loc_ndx, parameter_ndx }: SeriesKey,
  day: DayNumber,
  value: number,
): Promise<void> {
  await to.query(
    sql`insert into daily_value (loc_ndx, parameter_ndx, rdate, result_value_daily, approval, qualifier)
      values (${loc_ndx}, ${parameter_ndx}, ${daySql(day)}, ${value}, 'P', ${enteredByHand})`,
  );
}

export async function deleteEnteredValue(from: Queryable, key: SeriesKey, day: DayNumber): Promise<void> {
  await from.query(
    sql`delete from daily_value where ${isRecordSql(key)} and rdate = ${daySql(day)} and qualifier = ${enteredByHand}`,
  );
}
