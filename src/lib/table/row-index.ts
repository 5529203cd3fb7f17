import { fold } from '../fold.ts';
import type { Column } from './types.ts';
import { formatCell } from './types.ts';

/** Derived data of the rows, computed once per column on first use. */
export type RowIndex<Row> = {
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  /** The formatted text of each row. */
  text(column: Column<Row>): readonly string[];
  /** The same, folded for search. */
  folded(column: Column<Row>): readonly string[];
  /** Numbers that sort like the column; NaN where a row has no value. */
  ranks(column: Column<Row>): Float64Array;
  /** The distinct formatted texts, sorted, with the number of rows that have each. */
  values(column: Column<Row>): readonly { readonly value: string; readonly count: number }[];
};

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Compares names as a reader would: numbers in them by value, blank names last. */
export function compareTexts(one: string, other: string): number {
  if (one === '' || other === '') return Number(one === '') - Number(other === '');
  return collator.compare(one, other) || (one < other ? -1 : one > other ? 1 : 0);
}

export function indexRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): RowIndex<Row> {
  const text = memoize((column: Column<Row>) => rows.map((row) => formatCell(column, row)));
  return {
    rows,
    columns,
    text,
    folded: memoize((column) => text(column).map(fold)),
    ranks: memoize((column) => toRanks(rows.map(sortKeyGetter(column)))),
    values: memoize((column) => {
      const counts = new Map<string, number>();
      for (const value of text(column)) counts.set(value, (counts.get(value) ?? 0) + 1);
      return [...counts]
        .map(([value, count]) => ({ value, count }))
        .sort((one, other) => compareTexts(one.value, other.value));
    }),
  };
}

function sortKeyGetter<Row>(column: Column<Row>): (row: Row) => string | number | null {
  return column.sortKey ?? column.value;
}

/** Ranks texts; numbers are their own rank. Equal texts get the same rank. */
function toRanks(keys: readonly (string | number | null)[]): Float64Array {
  const texts = new Set(keys.filter((key) => typeof key === 'string'));
  texts.delete('');
  const order = new Map([...texts].sort(compareTexts).map((text, index) => [text, index]));
  const ranks = new Float64Array(keys.length);
  for (const [index, key] of keys.entries()) {
    if (typeof key === 'number') ranks[index] = key;
    else ranks[index] = order.get(key ?? '') ?? Number.NaN;
  }
  return ranks;
}

function memoize<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const cache = new Map<Key, Value>();
  return (key) => {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const value = compute(key);
    cache.set(key, value);
    return value;
  };
}
