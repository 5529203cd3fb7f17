import { useStore } from '@nanostores/react';
import { X } from 'lucide-react';
import { Button, lazyPart, Row, SkeletonLines } from '#kits/ui/index.ts';
import styles from './AnalogYears.module.css';
import type { AnalogProps } from './analogs.ts';

const AnalogYears = lazyPart(
  () => import('./AnalogYears.tsx').then((module) => module.AnalogYears),
  <SkeletonLines count={16} label="Loading the analog years…" />,
);

/** The past years most like this one, where the address or the menu “Compare with” opens them. */
export function AnalogSection({ analogs, draw }: AnalogProps) {
  const { isOpen } = useStore(analogs.$view);
  if (!isOpen) return null;
  return (
    <section aria-label="Years like this one" className={`ruled-below ${styles.section}`}>
      <Row data-spread data-nowrap className="no-print">
        <h2>Years like this one</h2>
        <Button
          icon
          variant="quiet"
          aria-label="Close the years like this one"
          onClick={() => analogs.setView({ isOpen: false })}
        >
          <X size={18} aria-hidden="true" />
        </Button>
      </Row>
      <AnalogYears analogs={analogs} draw={draw} />
    </section>
  );
}
