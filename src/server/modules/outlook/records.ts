import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { BasinRecordKey } from '#contract/basin-record-key.ts';
import type { Queryable } from '../../db/queryable.ts';
import { dayZero } from '../../db/value-sql.ts';

const Row = z.object({
  at: z.int(),
  loc_ndx: z.int(),
  loc_id: z.string(),
  loc_name: z.string(),
  parameter_ndx: z.int(),
  parameter_name: z.string(),
  units_name: z.string(),
  is_demonstration: z.boolean(),
  /** The first and the last day of the record; null without values. */
  first: z.nullable(z.int()),
  last: z.nullable(z.int()),
});

/** A record of the basin file that the portal shows. */
export type OutlookRecord = Omit<z.output<typeof Row>, 'at'>;

/** Finds records by their keys; undefined where the portal does not show the site. In the order of the keys. */
export async function readOutlookRecords(
  from: Queryable,
  keys: readonly BasinRecordKey[],
): Promise<readonly (OutlookRecord | undefined)[]> {
  const wanted = keys.map(({ id, parameter }, at) => ({ at, loc_id: id, parameter_ndx: parameter }));
  const rows = await from.query(
    sql`
      select w.at, l.loc_ndx, l.loc_id, l.loc_name, p.parameter_ndx, p.parameter_name, p.units_name,
        coalesce(lp.is_demonstration, false) as is_demonstration, lp.por_start - ${dayZero} as first,
        lp.por_end - ${dayZero} as last
      from json_to_recordset(${JSON.stringify(wanted)}::text::json) as w(at int, loc_id text, parameter_ndx int)
      join location l on l.loc_id = w.loc_id and l.is_shown
      join parameter p on p.parameter_ndx = w.parameter_ndx
      left join location_parameter lp on lp.loc_ndx = l.loc_ndx and lp.parameter_ndx = p.parameter_ndx`,
    Row,
  );
  const byPlace = new Map(rows.map(({ at, ...row }): [number, OutlookRecord] => [at, row]));
  return keys.map((_, at) => byPlace.get(at));
}

/** The last day on which any of the records has a value. */
export function lastDayOf(records: readonly OutlookRecord[]): number | undefined {
  const days = records.flatMap(({ last }) => last ?? []);
  return days.length > 0 ? Math.max(...days) : undefined;
}
