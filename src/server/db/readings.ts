import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { intArraySql, type Queryable } from './queryable.ts';
import type { SeriesKey } from './records.ts';

/** Readings older than this are removed, and are not taken. */
export const readingDays = 14;

/** A reading in the unit of its parameter. `time` is an instant as ISO 8601 in UTC. */
export type StoredReading = SeriesKey & {
  readonly time: string;
  readonly value: number;
  readonly unit: string;
  readonly approval: 'A' | 'P';
};

const Key = z.object({ loc_ndx: z.int(), parameter_ndx: z.int() });

/** Writes readings of distinct times of stored series. Returns the series of each reading that is new or was revised. */
export function writeReadings(to: Queryable, readings: readonly StoredReading[]): Promise<SeriesKey[]> {
  return to.query(
    sql`insert into latest_reading as r (loc_ndx, parameter_ndx, time, value, unit, approval)
      select lp.loc_ndx, lp.parameter_ndx, sent.time, sent.value, sent.unit, sent.approval
      from jsonb_to_recordset(${JSON.stringify(readings)}::text::jsonb) as sent(loc_ndx int, parameter_ndx smallint,
        time timestamptz, value real, unit text, approval char(1))
      join location_parameter lp using (loc_ndx, parameter_ndx)
      for share of lp
      on conflict (loc_ndx, parameter_ndx, time) do update
      set value = excluded.value, unit = excluded.unit, approval = excluded.approval
      where (r.value, r.unit, r.approval) is distinct from (excluded.value, excluded.unit, excluded.approval)
      returning loc_ndx, parameter_ndx`,
    Key,
  );
}

/** Removes the readings of more than 14 days ago. */
export async function pruneReadings(from: Queryable, now: Date): Promise<void> {
  await from.query(
    sql`delete from latest_reading
      where time < ${now.toISOString()}::text::timestamptz - make_interval(days => ${readingDays}::int)`,
  );
}

/** Removes the readings of a series, which is another agency's from now on. */
export async function deleteReadings(from: Queryable, { loc_ndx, parameter_ndx }: SeriesKey): Promise<void> {
  await from.query(
    sql`delete from latest_reading where loc_ndx = ${loc_ndx}::int and parameter_ndx = ${parameter_ndx}::int`,
  );
}

const LastReadings = z.extend(Key, {
  /** Milliseconds since 1970, ascending. */
  times: z.array(z.number()),
  values: z.array(z.number()),
  /** Of the last one. */
  approval: z.enum(['A', 'P']),
});
export type LastReadings = z.output<typeof LastReadings>;

/** So many readings say how often they come, and what has changed in an hour. */
const recentCount = 24;

/** Reads the last readings of the series that have any. Those in another unit than the record's are left out. */
export function readLastReadings(from: Queryable, keys: readonly SeriesKey[]): Promise<LastReadings[]> {
  return from.query(
    sql`select k.loc_ndx, k.parameter_ndx, r.times, r.values, r.approval
      from unnest(${intArraySql(keys.map(({ loc_ndx }) => loc_ndx))},
        ${intArraySql(keys.map(({ parameter_ndx }) => parameter_ndx))}) as k(loc_ndx, parameter_ndx)
      join parameter p on p.parameter_ndx = k.parameter_ndx
      cross join lateral (
        select json_agg((extract(epoch from n.time) * 1000)::int8 order by n.time) as times,
          json_agg(n.value order by n.time) as values, (array_agg(n.approval::text order by n.time desc))[1] as approval
        from (
          select time, value, approval from latest_reading
          where loc_ndx = k.loc_ndx and parameter_ndx = k.parameter_ndx and unit = p.units_name
          order by time desc limit ${recentCount}::int) n) r
      where r.times is not null`,
    LastReadings,
  );
}
