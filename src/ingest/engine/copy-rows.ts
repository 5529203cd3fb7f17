import type { StoreTransaction } from '#server/db/store.ts';

export type Cells = readonly (string | number | boolean | null | undefined)[];

/** Writes a value as a cell for COPY: text is quoted, so that `''` stays text; `null` and `undefined` become NULL. */
export function toCopyCell(value: Cells[number]): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  return `"${value.replaceAll('"', '""')}"`;
}

/** Inserts rows through COPY. */
export async function copyRows(
  transaction: StoreTransaction,
  table: string,
  columns: readonly string[],
  rows: readonly Cells[],
): Promise<void> {
  if (rows.length === 0) return;
  await transaction.copy(table, columns, `${rows.map((row) => row.map(toCopyCell).join(',')).join('\n')}\n`);
}
