import { headerWithUnit } from '#lib/table/columns.ts';
import type { Column } from '#lib/table/types.ts';
import grid from './Grid.module.css';
import styles from './TableView.module.css';

const maxRows = 20;

type Props<Row> = { columns: readonly Column<Row>[]; rows: number; noun: string };

/** The table's layout while its rows are loading, with a spinner. */
export function TableSkeleton<Row>({ columns, rows, noun }: Props<Row>) {
  const bars = Array.from({ length: Math.min(rows, maxRows) }, (_, at) => `row-${at}`);
  return (
    <>
      <p className={styles.loading} role="status">
        <span className={styles.spinner} aria-hidden="true" />
        Loading {noun}…
      </p>
      <table className={grid.skeleton} aria-hidden="true">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} data-kind={column.kind}>
                {headerWithUnit(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map((row) => (
            <tr key={row}>
              {columns.map(({ id }) => (
                <td key={id}>
                  <span className={grid.bar} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
