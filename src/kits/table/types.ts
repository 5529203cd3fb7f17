/** A link in a cell. `external`: another site, opened in a new tab. */
export type CellLink = {
  readonly href: string;
  /** The accessible name, and the tooltip of a small icon. */
  readonly label: string;
  readonly external?: boolean;
};

/** The picture of a link that stands after a cell's text. */
export type CellAction = CellLink & { readonly icon: 'chart' | 'map' | 'open' };

type ColumnOf<Row, Kind extends string, Value extends string | number> = {
  /** Names the column in the state and in the address. */
  readonly id: string;
  readonly header: string;
  readonly kind: Kind;
  /** Null where the row has none; such rows come last in either order. */
  readonly value: (row: Row) => Value | null;
  /** What is shown for a value, and what search looks through. */
  readonly format?: (value: Value) => string;
  /** Hidden until someone shows it. */
  readonly hidden?: boolean;
  /** Stands behind the header, here and in the CSV. */
  readonly unit?: string;
  /** What to sort by instead of the value: for all rows a number, or for all a text. */
  readonly sortKey?: (row: Row) => string | number | null;
  /** Makes a link of the cell's text. */
  readonly link?: (row: Row) => CellLink | undefined;
  /** Small links after the text. */
  readonly actions?: (row: Row) => readonly CellAction[];
  /** Why the cell is set back: shown muted, unless it has a mark, with this as its tooltip. */
  readonly note?: (row: Row) => string | undefined;
  /** A word set beside the text with a small ring, to be seen without a tooltip: "late". Not in the CSV. */
  readonly mark?: (row: Row) => string | undefined;
};

/** Filtered by a text that it contains or, with `among`, by choosing from its values. */
export type TextColumn<Row> = ColumnOf<Row, 'text', string> & { readonly filter?: 'contains' | 'among' };
/** Right aligned; not-a-number counts as no value. Filtered by a range. */
export type NumberColumn<Row> = ColumnOf<Row, 'number', number>;
/** Days, `YYYY-MM-DD`; shown MM/DD/YYYY unless `format` says otherwise. Filtered by a range. */
export type DateColumn<Row> = ColumnOf<Row, 'date', string>;
/** Addresses on other sites; the cell says `Link` unless `format` says otherwise, the CSV has the address. */
export type LinkColumn<Row> = ColumnOf<Row, 'link', string>;

export type Column<Row> = TextColumn<Row> | NumberColumn<Row> | DateColumn<Row> | LinkColumn<Row>;

/** A column's filter. Bounds are included; an absent one is open. Days are `YYYY-MM-DD`. */
export type ColumnFilter =
  | { readonly kind: 'contains'; readonly text: string }
  | { readonly kind: 'among'; readonly values: readonly string[] }
  | { readonly kind: 'numbers'; readonly from?: number; readonly to?: number }
  | { readonly kind: 'days'; readonly from?: string; readonly to?: string };

export type Direction = 'ascending' | 'descending';

export const pageSizes = [5, 10, 30, 60, 200] as const;
export type PageSize = (typeof pageSizes)[number];

/** All that a visitor changes about a table. `page` counts from 1 and may lie past the end. */
export type TableState = {
  readonly search: string;
  readonly sort: { readonly id: string; readonly direction: Direction } | undefined;
  readonly filters: Readonly<Record<string, ColumnFilter>>;
  /** Ids of the hidden columns, in the columns' order. */
  readonly hidden: readonly string[];
  readonly page: number;
  readonly pageSize: PageSize;
};
