import { useStore } from '@nanostores/react';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '#kits/ui/Button.tsx';
import { Button } from '#kits/ui/index.ts';
import { Row } from '#kits/ui/Layout.tsx';
import { measure } from '../drawing/measurement-text.ts';
import styles from '../PublicMap.module.css';
import type { PublicMapScreen } from '../screen.ts';
import { Panel } from './Panel.tsx';

/** The measurements of the drawings, beside the map or in the sheet. */
export function MeasurementsPanel({ screen }: { screen: PublicMapScreen }) {
  const { measurements, map } = screen;
  const panel = useRef<HTMLElement>(null);
  const shapes = useStore(measurements.$shapes);
  const isTooLong = useStore(measurements.$isTooLong);
  return (
    <Panel
      ref={panel}
      side="left"
      title="Measurements"
      action={
        <Row as="span" gap={2} data-nowrap className="push">
          <Button variant="link" onClick={measurements.hide}>
            Hide
          </Button>
          <Button variant="link" onClick={() => map()?.drawing()?.clear()}>
            Reset
          </Button>
        </Row>
      }
    >
      {isTooLong && (
        <p className="muted sunken pad-2-3">
          A link cannot hold this many drawings; they stay in this browser tab.
        </p>
      )}
      <ul className={`ruled-list ${styles.measured}`} aria-live="polite">
        {shapes.map(measure).map(({ id, title, figures }) => (
          <li key={id}>
            <Row gap={0} data-nowrap data-spread>
              <span className="strong">{title}</span>
              <IconButton
                label={`Remove ${title}`}
                title="Remove"
                icon={X}
                size={15}
                onClick={() => {
                  // The button disappears with its row, so the focus moves to the panel.
                  panel.current?.focus();
                  map()?.drawing()?.remove(id);
                }}
              />
            </Row>
            {figures.map(({ label, value }) => (
              <Row key={label + value} as="span" gap={2} data-nowrap data-spread>
                <span className="muted">{label}</span>
                <span>{value}</span>
              </Row>
            ))}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
