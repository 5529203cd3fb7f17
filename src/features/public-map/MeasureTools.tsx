import { useStore } from '@nanostores/react';
import { Circle, MapPin, Pencil, Pentagon, RectangleHorizontal, Ruler, Spline, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { type DrawKind, type DrawMode, DrawTools, MapFurniture, useMapCommands } from '#kits/map/index.ts';
import { Button } from '#kits/ui/index.ts';
import { DrawingHint } from './DrawingHint.tsx';
import styles from './MeasureTools.module.css';
import type { PublicMapScreen } from './screen.ts';

const tools: readonly { kind: DrawKind; label: string; Icon: typeof Circle }[] = [
  { kind: 'line', label: 'Draw a line', Icon: Spline },
  { kind: 'polygon', label: 'Draw a polygon', Icon: Pentagon },
  { kind: 'rectangle', label: 'Draw a rectangle', Icon: RectangleHorizontal },
  { kind: 'circle', label: 'Draw a circle', Icon: Circle },
  { kind: 'marker', label: 'Set a marker', Icon: MapPin },
];

/** The drawing buttons and the figures of what was drawn; inside the map. */
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
    <MapFurniture>
      <DrawTools onShapesChange={screen.measurements.setShapes} onModeChange={setMode} />
      <div className={styles.tools} role="toolbar" aria-label="Measure" aria-orientation="vertical">
        <Button
          icon
          look="quiet"
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
              look="quiet"
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
            look="quiet"
            aria-label="Edit drawings"
            title="Edit drawings"
            aria-pressed={mode.kind === 'editing'}
            onClick={() => (mode.kind === 'editing' ? map.stopDrawing() : void map.editDrawings())}
          >
            <Pencil size={18} aria-hidden="true" />
          </Button>
        )}
      </div>
      <DrawingHint mode={mode} />
      {panel === 'shown' && <Measurements screen={screen} />}
      {panel === 'hidden' && (
        <Button className={styles.show ?? ''} onClick={screen.measurements.show}>
          Show measurements
        </Button>
      )}
    </MapFurniture>
  );
}

function Measurements({ screen }: { screen: PublicMapScreen }) {
  const map = useMapCommands();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useStore(screen.measurements.$list);
  return (
    <section className={styles.panel} aria-label="Measurements">
      <h2 ref={heading} className={styles.title} tabIndex={-1}>
        Measurements
      </h2>
      <ul className={styles.list} aria-live="polite">
        {list.map(({ id, title, figures }) => (
          <li key={id}>
            <div className={styles.row}>
              <span className={styles.name}>{title}</span>
              <Button
                icon
                look="quiet"
                className={styles.remove ?? ''}
                aria-label={`Remove ${title}`}
                title="Remove"
                onClick={() => {
                  // The button goes with its row; the focus stays in the panel.
                  heading.current?.focus();
                  map.removeDrawing(id);
                }}
              >
                <X size={15} aria-hidden="true" />
              </Button>
            </div>
            {figures.map(({ label, value }) => (
              <span key={label + value} className={styles.figure}>
                <span>{label}</span>
                <span>{value}</span>
              </span>
            ))}
          </li>
        ))}
      </ul>
      <p className={styles.actions}>
        <Button look="link" onClick={screen.measurements.hide}>
          Hide
        </Button>
        <Button look="link" onClick={() => map.clearDrawings()}>
          Reset
        </Button>
      </p>
    </section>
  );
}
