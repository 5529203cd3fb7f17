import { formatShortDate } from '../calendar.ts';
import { withMinus } from '../format-number.ts';

/** A link in a cell. `external` links lead to another site and open in a new tab. */
export type CellLink = {
  readonly href: string;
  /** The accessible name, and the tooltip of an icon. */
  readonly label: string;
  readonly external?: boolean;
};

/** A button of a cell. `label` is the accessible name and the tooltip. */
export type CellButton = { readonly label: string; readonly onPress: () => void };

/** An icon of a row: a link, or a button. */
export type CellAction =
  | (CellLink & { readonly icon: 'chart' | 'map' | 'open' })
  | (CellButton & { readonly icon: 'add' | 'remove' });

type ColumnOf<Row, Kind extends string, Value extends string | number> = {
  /** Identifies the column in the state and in the address. */
  readonly id: string;
  readonly header: string;
  /** The header in the CSV, which has no text around it; the header with its unit by default. */
  readonly csvHeader?: string;
  readonly kind: Kind;
  /** Null if the row has none; such rows come last in both directions. */
  readonly value: (row: Row) => Value | null;
  /** The text that is shown and searched. */
  readonly format?: (value: Value, row: Row) => string;
  /** Hidden by default. */
  readonly hidden?: boolean;
  /** In the CSV even while it is hidden. */
  readonly alwaysInCsv?: boolean;
  /** In the CSV and nowhere else: this table has nothing to show there. */
  readonly onlyInCsv?: boolean;
  /** Shown after the header, also in the CSV. */
  readonly unit?: string;
  /** What to sort by instead of the value: a number for all rows, or a text for all rows. */
  readonly sortKey?: (row: Row) => string | number | null;
  /** Makes the cell's text a link. */
  readonly link?: (row: Row) => CellLink | undefined;
  /** What a cell shows in place of the text that is searched and in the CSV. `picture` is markup of the portal’s own code. */
  readonly shown?: (row: Row) => { readonly text: string; readonly picture?: string | undefined } | undefined;
  /** Shown where there is no value; neither searched nor in the CSV. */
  readonly absent?: (row: Row) => string | undefined;
  /** A tooltip that explains why the cell is muted, or marked. */
  readonly note?: (row: Row) => string | undefined;
  /** A word shown after the text with a small ring, such as "late". Not in the CSV. */
  readonly mark?: (row: Row) => string | undefined;
};

/** Filtered by contained text or, with `among`, by choosing from its values. */
type TextColumn<Row> = ColumnOf<Row, 'text', string> & { readonly filter?: 'contains' | 'among' };
/** Right-aligned; NaN counts as no value. Filtered by a range. */
type NumberColumn<Row> = ColumnOf<Row, 'number', number>;
/** Days, `YYYY-MM-DD`; shown as MM/DD/YYYY by default. Filtered by a range. */
type DateColumn<Row> = ColumnOf<Row, 'date', string>;
/** Addresses on other sites. By default the cell shows `Link`; the CSV has the address. */
type LinkColumn<Row> = ColumnOf<Row, 'link', string>;
/** Icons that lead elsewhere or do something with the row. Neither searched, sorted, filtered nor in the CSV. */
type ActionsColumn<Row> = ColumnOf<Row, 'actions', string> & {
  readonly actions: (row: Row) => readonly CellAction[];
};

/** A column with something to read in a file. */
export type DataColumn<Row> = TextColumn<Row> | NumberColumn<Row> | DateColumn<Row> | LinkColumn<Row>;

export type Column<Row> = DataColumn<Row> | ActionsColumn<Row>;

/** A column's filter. Bounds are inclusive; an absent bound is open. Days are `YYYY-MM-DD`. */
export type ColumnFilter =
  | { readonly kind: 'contains'; readonly text: string }
  | { readonly kind: 'among'; readonly values: readonly string[] }
  | { readonly kind: 'numbers'; readonly from?: number; readonly to?: number }
  | { readonly kind: 'days'; readonly from?: string; readonly to?: string };

export type Direction = 'ascending' | 'descending';

export const pageSizes = [5, 10, 30, 60, 200] as const;
export type PageSize = (typeof pageSizes)[number];

/** What a visitor changes about a table. `page` counts from 1 and may be past the end. */
export type TableState = {
  readonly search: string;
  readonly sort: { readonly id: string; readonly direction: Direction } | undefined;
  readonly filters: Readonly<Record<string, ColumnFilter>>;
  /** Ids of the hidden columns, in the columns' order. */
  readonly hidden: readonly string[];
  readonly page: number;
  readonly pageSize: PageSize;
};

/** The rows of a table. `stale`: they are those loaded before the latest attempt failed, and why it did. */
export type TableRows<Row> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly message: string; readonly retry: () => void }
  | {
      readonly status: 'ready';
      readonly rows: readonly Row[];
      readonly stale?: { readonly message: string; readonly retry: () => void } | undefined;
    };

/** Formats a cell; empty if there is no value. */
export function formatCell<Row>(column: Column<Row>, row: Row): string {
  switch (column.kind) {
    case 'number': {
      const value = column.value(row);
      if (value === null || Number.isNaN(value)) return '';
      return column.format ? column.format(value, row) : withMinus(String(value));
    }
    case 'date': {
      const value = column.value(row);
      if (value === null || value === '') return '';
      return column.format ? column.format(value, row) : formatShortDate(value);
    }
    case 'link': {
      const value = column.value(row);
      if (value === null || value === '') return '';
      return column.format ? column.format(value, row) : 'Link';
    }
    case 'text': {
      const value = column.value(row);
      if (value === null) return '';
      return column.format ? column.format(value, row) : value;
    }
    case 'actions':
      return '';
  }
}

/** The header with its unit: `Storage (AF)`. */
export function headerWithUnit<Row>({ header, unit }: Column<Row>): string {
  return unit === undefined ? header : `${header} (${unit})`;
}

type FilterKind = ColumnFilter['kind'];

/** How a column is filtered; columns of links and of icons are not. */
export function filterKind<Row>(column: Column<Row>): FilterKind | undefined {
  if (column.kind === 'text') return column.filter ?? 'contains';
  if (column.kind === 'number') return 'numbers';
  return column.kind === 'date' ? 'days' : undefined;
}

/** The columns that a visitor may see. */
export function offeredColumns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  return columns.filter(({ onlyInCsv }) => !onlyInCsv);
}

export function visibleColumns<Row>(
  columns: readonly Column<Row>[],
  hidden: readonly string[],
): readonly Column<Row>[] {
  return offeredColumns(columns).filter(({ id }) => !hidden.includes(id));
}

type Options<Row, Kind extends Column<Row>['kind']> = Omit<
  Extract<Column<Row>, { kind: Kind }>,
  'id' | 'header' | 'kind' | 'value'
>;
type ValueOf<Row, Kind extends Column<Row>['kind']> = Extract<Column<Row>, { kind: Kind }>['value'];

/** A column that is filtered by choosing from its values. */
export const among = { filter: 'among' } as const;

/** A column that is hidden by default, and in every CSV. */
export const inCsv = { hidden: true, alwaysInCsv: true } as const;

export function textColumn<Row>(
  id: string,
  header: string,
  value: ValueOf<Row, 'text'>,
  options?: Options<Row, 'text'>,
): DataColumn<Row> {
  return { id, header, kind: 'text', value, ...options };
}

export function numberColumn<Row>(
  id: string,
  header: string,
  value: ValueOf<Row, 'number'>,
  options?: Options<Row, 'number'>,
): DataColumn<Row> {
  return { id, header, kind: 'number', value, ...options };
}

export function dateColumn<Row>(
  id: string,
  header: string,
  value: ValueOf<Row, 'date'>,
  options?: Options<Row, 'date'>,
): DataColumn<Row> {
  return { id, header, kind: 'date', value, ...options };
}

export function actionsColumn<Row>(
  id: string,
  header: string,
  actions: (row: Row) => readonly CellAction[],
): Column<Row> {
  return { id, header, kind: 'actions', value: () => null, actions };
}

/** A header cell, independent of the type of the rows. */
export type HeadCell = Pick<Column<never>, 'id' | 'header' | 'unit' | 'kind'>;

/** The content of a cell. */
export type BodyCell = {
  readonly text: string;
  /** The markup of a drawing before the text. */
  readonly picture: string | undefined;
  readonly link: CellLink | undefined;
  readonly actions: readonly CellAction[];
  readonly note: string | undefined;
  readonly mark: string | undefined;
};

export type BodyRow = readonly BodyCell[];

export function toBody<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): readonly BodyRow[] {
  return rows.map((row) => columns.map((column) => toCell(column, row)));
}

function toCell<Row>(column: Column<Row>, row: Row): BodyCell {
  const text = formatCell(column, row);
  const shown = column.shown?.(row);
  return {
    text: shown?.text ?? (text === '' ? (column.absent?.(row) ?? '') : text),
    picture: shown?.picture,
    link: linkOf(column, row, text),
    actions: column.kind === 'actions' ? column.actions(row) : [],
    note: column.note?.(row),
    mark: column.mark?.(row),
  };
}

function linkOf<Row>(column: Column<Row>, row: Row, text: string): CellLink | undefined {
  const link = column.link?.(row);
  if (column.kind !== 'link') return link;
  const href = column.value(row) ?? '';
  // Addresses come from other agencies' data, so only web pages may be opened, no `javascript:`.
  if (!/^https?:\/\//i.test(href)) return undefined;
  return { href, label: link?.label ?? text, external: true };
}
