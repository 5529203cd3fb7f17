import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { wellProduction } from '#config/models/well-production.ts';
import type { ProductionMonth } from '#contract/production-months.ts';
import { daysOfMonth } from '#domain/production-month/day.ts';
import { enteredByHand } from '#domain/qualifiers.ts';
import type { RecordWithVersions } from '#domain/records/versions.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import type { Queryable } from '../../db/store.ts';
import { readFamilies } from '../records/queries.ts';
import { groupVersions } from '../records/serialize.ts';

export type WellMonth = { readonly well: string; readonly month: string };

/** Reads a month as its editors see it. */
export async function readMonth(
  from: Queryable,
  { well, month }: WellMonth,
  today: string,
): Promise<ProductionMonth> {
  const entries = await readEntries(from, { well, month });
  const delivered = await readDelivered(from, { well, month });
  return {
    well,
    month,
    today,
    days: daysOfMonth(month).map((day) => {
      const record = entries.get(day);
      return {
        day,
        entry: record
          ? {
              id: record.main.id,
              updated_at: record.updated_at,
              updated_by: record.updated_by,
              status_id: record.main.status_id,
              content: { ...record.shown.content },
            }
          : null,
        delivered: delivered.get(day) ?? null,
      };
    }),
  };
}

/** Reads the entries by day; each counts for the day of its latest version. */
export async function readEntries(
  from: Queryable,
  { well, month }: WellMonth,
): Promise<ReadonlyMap<string, RecordWithVersions>> {
  const rows = await readFamilies(
    from,
    wellProduction,
    sql`content->>'well' = ${well} and content->>'reading_date' like ${`${month}-%`}`,
  );
  return new Map(
    groupVersions(rows)
      .filter(({ shown }) => shown.content.well === well)
      .map((record) => [String(record.shown.content.reading_date), record]),
  );
}

/** Reads the hours that the well's provider has delivered, by day. */
async function readDelivered(
  from: Queryable,
  { well, month }: WellMonth,
): Promise<ReadonlyMap<string, number>> {
  const rows = await from.query(
    sql`select to_char(v.rdate, 'YYYY-MM-DD') as day, v.result_value_daily as hours
      from daily_value v join location l using (loc_ndx)
      where l.loc_id = ${well} and v.parameter_ndx = ${parameterNdx.hoursPumped}
        and v.rdate >= ${`${month}-01`}::text::date
        and v.rdate < ${`${month}-01`}::text::date + interval '1 month'
        and v.qualifier is distinct from ${enteredByHand}`,
    z.object({ day: z.string(), hours: z.nullable(z.number()) }),
  );
  return new Map(rows.flatMap(({ day, hours }) => (hours === null ? [] : [[day, hours] as const])));
}
