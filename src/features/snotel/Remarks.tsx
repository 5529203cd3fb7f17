import { useStore } from '@nanostores/react';
import { remarksOn } from '#downloads/snow-columns.ts';
import styles from './SnotelScreen.module.css';
import type { SnotelScreen } from './screen.ts';

/** What the gray and marked cells of the chosen row say on hover, as text. */
export function Remarks({ screen }: { screen: SnotelScreen }) {
  const chosen = useStore(screen.$chosen);
  const siteRows = useStore(screen.$siteRows);
  const hucRows = useStore(screen.$hucRows);
  const columns = useStore(screen.$columns);
  const [rows, shown] = chosen?.kind === 'huc8' ? [hucRows, columns.hucs] : [siteRows, columns.sites];
  const row = chosen && rows.find(({ id }) => id === chosen.id);
  const remarks = row ? remarksOn(row, shown) : [];
  if (!row || remarks.length === 0) return null;
  return (
    <details className={styles.remarks}>
      <summary>{`Remarks on ${row.name} in the table (${remarks.length})`}</summary>
      <dl>
        {remarks.map(({ header, note }) => (
          <div key={header}>
            <dt>{header}</dt>
            <dd>{note}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
