import type { ReactNode } from 'react';
import type { RowIndex } from '#lib/table/row-index.ts';
import styles from './Items.module.css';

export type ItemsView<Row> = {
  readonly layout: 'cards' | 'list';
  readonly keyOf: (row: Row) => string;
  readonly render: (row: Row) => ReactNode;
};

type Props<Row> = {
  view: ItemsView<Row>;
  caption: string;
  index: RowIndex<Row>;
  /** The rows of the page. */
  positions: readonly number[];
};

/** Shows the rows of a page as cards or as a list. */
export function Items<Row>({ view, caption, index, positions }: Props<Row>) {
  return (
    <ul className={view.layout === 'cards' ? styles.cards : styles.list} aria-label={caption}>
      {positions.map((position) => {
        const row = index.rows[position];
        return row === undefined ? null : <li key={view.keyOf(row)}>{view.render(row)}</li>;
      })}
    </ul>
  );
}
