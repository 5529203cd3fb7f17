import { useStore } from '@nanostores/react';
import { Ruler } from 'lucide-react';
import { useState } from 'react';
import { MapOverlay, useMapCommands } from '#kits/map/index.ts';
import { Button } from '#kits/ui/index.ts';
import { lazyPart } from '#kits/ui/lazy-part.tsx';
import styles from './MeasureTools.module.css';
import type { PublicMapScreen } from './screen.ts';

// Loaded with the first use, or with the drawings of a link.
const DrawingTools = lazyPart(() => import('./DrawingTools.tsx').then((module) => module.DrawingTools));

/** The button that opens the drawing tools on the map. */
export function MeasureTools({ screen }: { screen: PublicMapScreen }) {
  const map = useMapCommands();
  const unread = useStore(screen.measurements.$unread);
  const [open, setOpen] = useState(false);
  const [needed, setNeeded] = useState(unread !== '');

  function toggle(): void {
    if (open) map.stopDrawing();
    setOpen(!open);
    setNeeded(true);
  }

  return (
    <MapOverlay>
      <div className={styles.tools} role="toolbar" aria-label="Measure" aria-orientation="vertical">
        <Button
          icon
          variant="quiet"
          aria-label="Measure"
          title="Measure"
          aria-expanded={open}
          onClick={toggle}
        >
          <Ruler size={18} aria-hidden="true" />
        </Button>
        {needed && <DrawingTools screen={screen} open={open} />}
      </div>
    </MapOverlay>
  );
}
