import type { Queryable } from '#server/db/store.ts';

/** What a value may be shown with, apart from its site, parameter, day and value. */
type More = 'approval' | 'qualifier' | 'flag';

/** The stored values, each as a line: `13037500 1 2026-03-01 1500`, and what else is asked for, where there is any. */
export async function readStoredValues(from: Queryable, ...more: readonly More[]): Promise<string[]> {
  const columns = ['loc_id', 'parameter_ndx', 'rdate', 'result_value_daily', ...more];
  const rows = await from.query<{ row: string }>(
    `SELECT concat_ws(' ', ${columns.join(', ')}) AS row FROM daily_value JOIN location USING (loc_ndx)
     ORDER BY loc_id, parameter_ndx, rdate`,
  );
  return rows.map(({ row }) => row);
}
