import type { Queryable } from '#server/db/store.ts';

/** Reads the JSON stored under a key of `portal_state`; undefined without one. The caller parses it. */
export async function readState(store: Queryable, key: string): Promise<unknown> {
  const [row] = await store.query<{ value: string }>(
    'SELECT value::text AS value FROM portal_state WHERE key = $1',
    [key],
  );
  return row === undefined ? undefined : JSON.parse(row.value);
}

export async function writeState(store: Queryable, key: string, value: unknown): Promise<void> {
  await store.query(
    `INSERT INTO portal_state (key, value, updated_at) VALUES ($1, $2::text::jsonb, now())
     ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value, updated_at = now()`,
    [key, JSON.stringify(value)],
  );
}
