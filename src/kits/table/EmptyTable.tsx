import type { ReactNode } from 'react';
import { withoutFilters } from '#lib/table/state.ts';
import type { TableState } from '#lib/table/types.ts';
import { Button } from '../ui/index.ts';
import styles from './TableView.module.css';

type Props = {
  /** Search or filters hide all rows. */
  isFiltered: boolean;
  noun: string;
  empty: ReactNode;
  state: TableState;
  onChange: (state: TableState) => void;
};

/** Explains why the table is empty, and how to change that. */
export function EmptyTable({ isFiltered, noun, empty, state, onChange }: Props) {
  if (!isFiltered) return <p className={styles.empty}>{empty ?? `There are no ${noun} yet.`}</p>;
  return (
    <div className={styles.empty}>
      <p>No {noun} match the search and filters.</p>
      <Button onClick={() => onChange(withoutFilters(state))}>Clear search and filters</Button>
    </div>
  );
}
