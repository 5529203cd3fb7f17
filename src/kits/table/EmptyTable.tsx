import type { ReactNode } from 'react';
import { Button } from '../ui/index.ts';
import { withoutFilters } from './state.ts';
import styles from './TableView.module.css';
import type { TableState } from './types.ts';

type Props = {
  /** There are rows, but none passes. */
  isFiltered: boolean;
  noun: string;
  empty: ReactNode;
  state: TableState;
  onChange: (state: TableState) => void;
};

/** Why there is nothing to see, and what to do about it. */
export function EmptyTable({ isFiltered, noun, empty, state, onChange }: Props) {
  if (!isFiltered) return <p className={styles.empty}>{empty ?? `There are no ${noun} yet.`}</p>;
  return (
    <div className={styles.empty}>
      <p>No {noun} match the search and filters.</p>
      <Button onClick={() => onChange(withoutFilters(state))}>Clear search and filters</Button>
    </div>
  );
}
