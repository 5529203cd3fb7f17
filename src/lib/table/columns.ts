import type { Column } from './types.ts';

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
): Column<Row> {
  return { id, header, kind: 'text', value, ...options };
}

export function numberColumn<Row>(
  id: string,
  header: string,
  value: ValueOf<Row, 'number'>,
  options?: Options<Row, 'number'>,
): Column<Row> {
  return { id, header, kind: 'number', value, ...options };
}

export function dateColumn<Row>(
  id: string,
  header: string,
  value: ValueOf<Row, 'date'>,
  options?: Options<Row, 'date'>,
): Column<Row> {
  return { id, header, kind: 'date', value, ...options };
}
