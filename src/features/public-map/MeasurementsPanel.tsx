import { useStore } from '@nanostores/react';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { type DrawMode, useMapCommands } from '#kits/map/index.ts';
import { Button } from '#kits/ui/index.ts';
import { DrawingHint } from './DrawingHint.tsx';
import styles from './MeasurementsPanel.module.css';
import type { PublicMapScreen } from './screen.ts';

/** The hint while drawing, and the measurements of the drawings. */
export function MeasurementsPanel({ screen, mode }: { screen: PublicMapScreen; mode: DrawMode }) {
  const panel = useStore(screen.measurements.$panel);
  return (
    <>
      <DrawingHint mode={mode} />
      {panel === 'shown' && <MeasurementList screen={screen} />}
      {panel === 'hidden' && (
        <Button className={styles.show ?? ''} onClick={screen.measurements.show}>
          Show measurements
        </Button>
      )}
    </>
  );
}

function MeasurementList({ screen }: { screen: PublicMapScreen }) {
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
                variant="quiet"
                className={styles.remove ?? ''}
                aria-label={`Remove ${title}`}
                title="Remove"
                onClick={() => {
                  // The button disappears with its row, so the focus moves to the heading.
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
        <Button variant="link" onClick={screen.measurements.hide}>
          Hide
        </Button>
        <Button variant="link" onClick={() => map.clearDrawings()}>
          Reset
        </Button>
      </p>
    </section>
  );
}
