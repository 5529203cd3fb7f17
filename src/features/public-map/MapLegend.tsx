import { useStore } from '@nanostores/react';
import { ColorByLegend } from './LayersPanel.tsx';
import styles from './MapLegend.module.css';
import type { PublicMapScreen } from './screen.ts';

/** What the colors of the sites mean, folded on a map whose layers are not beside it. */
export function MapLegend({ screen }: { screen: PublicMapScreen }) {
  const isReady = useStore(screen.$isLegendReady);
  const { kind } = useStore(screen.$colors);
  if (!isReady || kind === 'default') return null;
  return (
    <details className={styles.legend} data-over-map>
      <summary>Legend</summary>
      <div className={styles.rows}>
        <ColorByLegend screen={screen} />
      </div>
    </details>
  );
}
