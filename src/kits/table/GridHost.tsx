import { useEffect, useLayoutEffect, useRef } from 'react';
import styles from './Grid.module.css';
import { createGrid, type GridActions, type GridView } from './grid.ts';

type GridHostProps = { view: GridView; actions: GridActions; shown: boolean };

/** Where Grid.js draws. Loaded only when there are rows to show. */
export function GridHost({ view, actions, shown }: GridHostProps) {
  const host = useRef<HTMLDivElement>(null);
  const grid = useRef<ReturnType<typeof createGrid>>(undefined);
  const latest = useRef({ view, actions });
  useLayoutEffect(() => {
    latest.current = { view, actions };
    grid.current?.update(view);
  }, [view, actions]);
  useEffect(() => {
    if (!host.current) return;
    const made = createGrid(
      host.current,
      {
        onSort: (id) => latest.current.actions.onSort(id),
        onRow: (position) => latest.current.actions.onRow(position),
        onDrawn: () => latest.current.actions.onDrawn(),
      },
      latest.current.view,
    );
    grid.current = made;
    return () => {
      grid.current = undefined;
      made.dispose();
    };
  }, []);
  return <div ref={host} className={styles.grid} hidden={!shown} />;
}
