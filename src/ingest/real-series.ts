import * as z from 'zod/mini';
import type { Queryable } from '#server/db/store.ts';
import { readState } from './portal-state.ts';

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
export async function noteRealSeries(
  store: Queryable,
  { loc_id, parameter_ndx, source }: RealSeries[number],
): Promise<boolean> {
  const series = { loc_id: loc_id.toUpperCase(), parameter_ndx };
  const noted = await store.query(
    `INSERT INTO portal_state (key, value, updated_at) VALUES ('real_series', $1::text::jsonb, now())
     ON CONFLICT (key) DO UPDATE SET value = portal_state.value || EXCLUDED.value, updated_at = now()
     WHERE NOT portal_state.value @> $2::text::jsonb RETURNING key`,
    [JSON.stringify([{ ...series, source }]), JSON.stringify([series])],
  );
  return noted.length > 0;
}
