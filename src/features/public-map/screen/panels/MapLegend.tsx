import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { lazyPart } from '#kits/ui/screen-parts.tsx';
import { mapConditions } from '../colors/map-conditions.ts';
import type { PublicMapScreen } from '../screen.ts';
import { fallbackLayer } from '../site-features.ts';
import styles from './MapLegend.module.css';

const ColorByLegend = lazyPart(() => import('./Legend.tsx').then((module) => module.ColorByLegend));

type Props = { screen: PublicMapScreen; wide: boolean };

/** What the colors of the sites mean, on a map whose layers are not beside it. */
export function MapLegend({ screen, wide }: Props) {
  const isReady = useStore(screen.$isLegendReady);
  const scheme = useStore(screen.$colors);
  // That of another coloring is as high as the map.
  const [open, setOpen] = useState(() => wide && screen.$coloring.get() === 'conditions');
  if (!isReady || scheme.kind === 'default') return null;
  const isOfDay = scheme.group === 'conditions';
  return (
    <details
      className={`${styles.legend} floating text-xs`}
      data-over-map
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={`icon-row text-sm strong touch-target ${styles.summary}`}>
        {wide && isOfDay ? 'Data Points: percentile for the date' : 'Legend'}
      </summary>
      {open && (
        <div className={styles.rows}>
          {isOfDay && mapConditions ? (
            mapConditions.renderLegend(scheme, fallbackLayer, wide)
          ) : (
            <ColorByLegend screen={screen} />
          )}
        </div>
      )}
    </details>
  );
}
