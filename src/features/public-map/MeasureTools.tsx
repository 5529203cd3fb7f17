import { useStore } from '@nanostores/react';
import { Circle, MapPin, Pencil, Pentagon, RectangleHorizontal, Ruler, Spline } from 'lucide-react';
import { Suspense, useState } from 'react';
import { type DrawKind, type DrawMode, DrawTools, MapOverlay, useMapCommands } from '#kits/map/index.ts';
import { Button } from '#kits/ui/index.ts';
import { lazyPart } from '#kits/ui/lazy-part.tsx';
import styles from './MeasureTools.module.css';
import type { PublicMapScreen } from './screen.ts';

// Loaded with the first drawing, like the drawing library.
const MeasurementsPanel = lazyPart(() =>
  import('./MeasurementsPanel.tsx').then((module) => module.MeasurementsPanel),
);

const tools: readonly { kind: DrawKind; label: string; Icon: typeof Circle }[] = [
  { kind: 'line', label: 'Draw a line', Icon: Spline },
  { kind: 'polygon', label: 'Draw a polygon', Icon: Pentagon },
  { kind: 'rectangle', label: 'Draw a rectangle', Icon: RectangleHorizontal },
  { kind: 'circle', label: 'Draw a circle', Icon: Circle },
  { kind: 'marker', label: 'Set a marker', Icon: MapPin },
];

/** The drawing buttons on the map, and the panel of measurements. */
export function MeasureTools({ screen }: { screen: PublicMapScreen }) {
  const map = useMapCommands();
  const panel = useStore(screen.measurements.$panel);
  const [open, setOpen] = useState(false);
  const [mode, setMode] = useState<DrawMode>({ kind: 'idle' });

  function draw(kind: DrawKind): void {
    if (mode.kind === 'drawing' && mode.shape === kind) map.stopDrawing();
    else void map.startDrawing(kind);
  }

  return (
    <MapOverlay>
      <DrawTools onShapesChange={screen.measurements.setShapes} onModeChange={setMode} />
      <div className={styles.tools} role="toolbar" aria-label="Measure" aria-orientation="vertical">
        <Button
          icon
          variant="quiet"
          aria-label="Measure"
          title="Measure"
          aria-expanded={open}
          onClick={() => {
            if (open) map.stopDrawing();
            setOpen(!open);
          }}
        >
          <Ruler size={18} aria-hidden="true" />
        </Button>
        {open &&
          tools.map(({ kind, label, Icon }) => (
            <Button
              key={kind}
              icon
              variant="quiet"
              aria-label={label}
              title={label}
              aria-pressed={mode.kind === 'drawing' && mode.shape === kind}
              onClick={() => draw(kind)}
            >
              <Icon size={18} aria-hidden="true" />
            </Button>
          ))}
        {open && panel !== 'none' && (
          <Button
            icon
            variant="quiet"
            aria-label="Edit drawings"
            title="Edit drawings"
            aria-pressed={mode.kind === 'editing'}
            onClick={() => (mode.kind === 'editing' ? map.stopDrawing() : void map.editDrawings())}
          >
            <Pencil size={18} aria-hidden="true" />
          </Button>
        )}
      </div>
      {(mode.kind !== 'idle' || panel !== 'none') && (
        <Suspense fallback={null}>
          <MeasurementsPanel screen={screen} mode={mode} />
        </Suspense>
      )}
    </MapOverlay>
  );
}
