import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Queryable } from '#server/db/store.ts';

/** An imported series, which has replaced the demo series of the same site and parameter. */
const RealSeriesRow = z.object({ loc_id: z.string(), parameter_ndx: z.int(), source: z.string() });
export type RealSeries = readonly z.output<typeof RealSeriesRow>[];

export async function readRealSeries(store: Queryable): Promise<RealSeries> {
  return store.query(sql`select loc_id, parameter_ndx, source from imported_series`, RealSeriesRow);
}

export function isRealSeries(real: RealSeries, locId: string, parameterNdx: number): boolean {
  const id = locId.toUpperCase();
  return real.some((entry) => entry.loc_id === id && entry.parameter_ndx === parameterNdx);
}

/** Adds a series to the list of imported ones. Returns whether it was new. */
export async function noteRealSeries(
  store: Queryable,
  { loc_id, parameter_ndx, source }: RealSeries[number],
): Promise<boolean> {
  const noted = await store.query(
    sql`insert into imported_series (loc_id, parameter_ndx, source)
      values (${loc_id.toUpperCase()}, ${parameter_ndx}, ${source}) on conflict do nothing returning loc_id`,
  );
  return noted.length > 0;
}
