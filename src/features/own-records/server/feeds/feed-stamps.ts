import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { isoInstantSql, type Queryable } from '#server/db/queryable.ts';
import type { SeriesKey } from '#server/db/records.ts';

/** The rows of a record in a feed, from the first to the last time, in milliseconds since 1970. */
export type FeedSpan = SeriesKey & {
  readonly first: number;
  readonly last: number;
  /** Not all of them could be stored. */
  readonly isRefused: boolean;
};

/** A record that lags so many days behind the others of its feed has ended, and is not waited for. */
const maxLagDays = 30;
const beginning = '1980-01-01T00:00:00Z';

/** Notes how far a feed was read. A record of which something was refused is asked for again from there. */
export async function noteRead(to: Queryable, feed: string, spans: readonly FeedSpan[]): Promise<void> {
  for (const [isRefused, some] of Map.groupBy(spans, (span) => span.isRefused)) {
    const rows = some.map(({ first, last, ...key }) => ({ ...key, ms: isRefused ? first : last }));
    const further = isRefused
      ? sql`nothing`
      : sql`update set read_to = greatest(own_feed.read_to, excluded.read_to)`;
    await to.query(
      sql`insert into own_feed (feed, loc_ndx, parameter_ndx, read_to)
        select ${feed}, loc_ndx, parameter_ndx, to_timestamp(ms / 1000)
        from json_to_recordset(${JSON.stringify(rows)}::text::json) t(loc_ndx int, parameter_ndx smallint, ms float8)
        on conflict (feed, loc_ndx, parameter_ndx) do ${further}`,
    );
  }
}

/** Until when all records of a feed have been read, or the day 1980-01-01, as ISO 8601. */
export async function readStampOf(from: Queryable, feed: string): Promise<string> {
  const [row] = await from.query(
    sql`select ${isoInstantSql(sql`min(read_to)`)} as stamp from own_feed where feed = ${feed}
      and read_to > (select max(read_to) from own_feed where feed = ${feed}) - ${maxLagDays}::int * interval '1 day'`,
    z.object({ stamp: z.nullable(z.string()) }),
  );
  return row?.stamp ?? beginning;
}
