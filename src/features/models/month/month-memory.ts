import { type MonthCells, pumpingMethods } from '#domain/production-month/cells.ts';
import type { MonthGrid } from '#domain/production-month/grid.ts';
import type { UnsavedStore } from '../unsaved.ts';
import type { SeenDays } from './month-rows.ts';

/** Typed rows by day, which the browser stores until they are saved. `at` is in milliseconds since 1970. */
export type TypedRows = {
  readonly rows: Readonly<Record<string, MonthCells>>;
  readonly seen: SeenDays;
  readonly at: number;
};

export function toTypedRows(
  grid: MonthGrid,
  changed: readonly number[],
  seen: SeenDays,
  at: number,
): TypedRows {
  const rows = changed.flatMap((index) => {
    const row = grid[index];
    return row ? [[row.day, row.cells] as const] : [];
  });
  return { rows: Object.fromEntries(rows), seen, at };
}

export function readTypedRows(store: Pick<UnsavedStore, 'read'>): TypedRows | undefined {
  const stored = store.read();
  const { rows, seen } = (stored?.values ?? {}) as Partial<TypedRows>;
  return stored && rows && seen ? { rows, seen, at: stored.at } : undefined;
}

/** Reads the last well and method; the first method without a stored one. */
export function parseRemembered(text: string | null): { well: string; method: string } {
  const [method] = pumpingMethods;
  try {
    const stored: unknown = JSON.parse(text ?? '{}');
    const { well, method: last } = (stored ?? {}) as { well?: unknown; method?: unknown };
    return {
      well: typeof well === 'string' ? well : '',
      method: pumpingMethods.find((each) => each === last) ?? method,
    };
  } catch {
    return { well: '', method };
  }
}
