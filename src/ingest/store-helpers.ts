import type { Queryable, StoreTransaction } from '#server/db/store.ts';

/** Text as one CSV cell; `null` and `undefined` become NULL. */
export function toCsvCell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  return `"${value.replaceAll('"', '""')}"`;
}

export type Cells = readonly (string | number | boolean | null | undefined)[];

/** Inserts rows through COPY. */
export async function copyRows(
  transaction: StoreTransaction,
  table: string,
  columns: readonly string[],
  rows: readonly Cells[],
): Promise<void> {
  if (rows.length === 0) return;
  await transaction.copy(table, columns, `${rows.map((row) => row.map(toCsvCell).join(',')).join('\n')}\n`);
}

/** What `portal_state` holds under a key; JSON, to be parsed by whoever asks. */
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
