import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { Queryable } from '#server/db/store.ts';

const RealSeriesRow = z.object({ loc_id: z.string(), parameter_ndx: z.int() });
/** Imported series. */
export type RealSeries = readonly z.output<typeof RealSeriesRow>[];

export async function readRealSeries(store: Queryable): Promise<RealSeries> {
  return store.query(
    sql`select upper(l.loc_id) as loc_id, lp.parameter_ndx
      from location_parameter lp join location l using (loc_ndx)
      where lp.source is not null`,
    RealSeriesRow,
  );
}

export function isRealSeries(real: RealSeries, locId: string, parameterNdx: number): boolean {
  const id = locId.toUpperCase();
  return real.some((entry) => entry.loc_id === id && entry.parameter_ndx === parameterNdx);
}
