import type { CsvCell, CsvTable } from '#lib/csv.ts';

/** A header, and what the cells below it have. */
export type CsvColumn<Item> = readonly [header: string, cellOf: (item: Item, at: number) => CsvCell];

/** Creates a table with a row for each item. */
export function toCsvTable<Item>(items: readonly Item[], columns: readonly CsvColumn<Item>[]): CsvTable {
  return {
    header: columns.map(([header]) => header),
    rows: items.map((item, at) => columns.map(([, cellOf]) => cellOf(item, at))),
  };
}
