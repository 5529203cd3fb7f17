import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { StandingClass } from '#domain/statistics/percentile-class.ts';
import type { LegendEntry } from '#kits/map/index.ts';
import { MapSwatch } from '#kits/map/MapSwatch.tsx';
import { lazyPart } from '#kits/ui/screen-parts.tsx';
import { type ColorScheme, dataPointMarks } from '../marker-colors.ts';
import type { PublicMapScreen } from '../screen.ts';
import { fallbackLayer } from '../site-features.ts';
import { ConditionKey } from './DaySlider.tsx';
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
          {isOfDay ? <ConditionLegend scheme={scheme} wide={wide} /> : <ColorByLegend screen={screen} />}
        </div>
      )}
    </details>
  );
}

type ConditionProps = { scheme: Extract<ColorScheme, { kind: 'category' }>; wide: boolean };

/** The classes in one bar, the marks by their shapes, and the fills of snow. A narrow screen has the bar below the map. */
function ConditionLegend({ scheme, wide }: ConditionProps) {
  const { extras = [], areas } = scheme;
  const ofClass = (label: string, value: StandingClass | 'none') => ({
    label,
    sample: { layer: fallbackLayer, paint: scheme.paints.get(value), zoom: 9 },
  });
  const marks = [
    ...dataPointMarks(scheme),
    ofClass('Lowest or highest on record', 'lowest on record'),
    ofClass('No class', 'none'),
  ];
  const snow = extras.filter(({ heading }) => heading !== undefined);
  return (
    <>
      {wide && <ConditionKey />}
      <ul className={styles.marks} aria-label="Data Points">
        {marks.map((entry) => (
          <li
            key={entry.label}
            className="icon-row tight"
            data-is-long={entry.label.includes(', ') || undefined}
          >
            <Sample entry={entry} />
            {entry.label}
          </li>
        ))}
      </ul>
      {areas !== undefined && areas.size > 0 && (
        <p className={`${styles.snow} packed ruled-above apart`}>
          Snow of a HUC8, percent of the median
          <span className={styles.snowRow} aria-hidden="true">
            {snow.map((entry) => (
              <Sample key={entry.label} entry={entry} />
            ))}
          </span>
          <span className={`muted ${styles.snowRow}`}>
            {['70', '90', '110', '130', '%'].map((each) => (
              <span key={each}>{each}</span>
            ))}
          </span>
        </p>
      )}
    </>
  );
}

const Sample = ({ entry }: { entry: LegendEntry }) => <MapSwatch sample={entry.sample} />;
