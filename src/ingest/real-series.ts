import * as z from 'zod/mini';
import type { Queryable } from '#server/db/open.ts';
import { readState, writeState } from './store-helpers.ts';

/** Series that an importer brought; where a demo series stood, it was replaced. */
const RealSeries = z.array(z.object({ loc_id: z.string(), parameter_ndx: z.int(), source: z.string() }));
export type RealSeries = z.output<typeof RealSeries>;

/** Kept in `portal_state` under `real_series`. */
export async function readRealSeries(store: Queryable): Promise<RealSeries> {
  const parsed = RealSeries.safeParse(await readState(store, 'real_series'));
  return parsed.success ? parsed.data : [];
}

export function isRealSeries(real: RealSeries, locId: string, parameterNdx: number): boolean {
  const id = locId.toUpperCase();
  return real.some((entry) => entry.loc_id === id && entry.parameter_ndx === parameterNdx);
}

/** Notes a series as real; returns whether it was not so before. */
export async function noteRealSeries(store: Queryable, entry: RealSeries[number]): Promise<boolean> {
  const real = await readRealSeries(store);
  if (isRealSeries(real, entry.loc_id, entry.parameter_ndx)) return false;
  await writeState(store, 'real_series', [...real, { ...entry, loc_id: entry.loc_id.toUpperCase() }]);
  return true;
}
