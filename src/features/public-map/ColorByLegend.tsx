import { useStore } from '@nanostores/react';
import styles from './ColorByLegend.module.css';
import { coloringLabels } from './filter-labels.ts';
import { Legend, LegendEntry } from './Legend.tsx';
import type { PublicMapScreen } from './screen.ts';

/** The legend of “Color by”: each value with its color and its number of sites. Empty for the default colors. */
export function ColorByLegend({ screen }: { screen: PublicMapScreen }) {
  const scheme = useStore(screen.$colors);
  if (scheme.kind === 'default') return null;
  return (
    <>
      <div className={styles.legend}>
        <Legend label={`Legend: ${coloringLabels[scheme.group]}`}>
          {scheme.legend.map((entry) => (
            <LegendEntry key={entry.label} shape="circle" {...entry} />
          ))}
        </Legend>
      </div>
      {scheme.notes.map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
    </>
  );
}
