import type { MapLayer } from '#contract/public-map.ts';
import type { StandingClass } from '#domain/statistics/percentile-class.ts';
import type { LegendEntry } from '#kits/map/index.ts';
import { MapSwatch } from '#kits/map/MapSwatch.tsx';
import type { ColorScheme } from '../../public-map/index.ts';
import styles from './ConditionLegend.module.css';
import { ConditionKey } from './DaySlider.tsx';

type ConditionProps = {
  scheme: Extract<ColorScheme, { kind: 'category' }>;
  /** Of the pictures. */
  layer: MapLayer;
  wide: boolean;
};

/** The classes in one bar, the marks by their shapes, and the fills of snow. A narrow screen has the bar below the map. */
export function ConditionLegend({ scheme, layer, wide }: ConditionProps) {
  const { extras = [], areas } = scheme;
  const ofClass = (label: string, value: StandingClass | 'none') => ({
    label,
    sample: { layer, paint: scheme.paints.get(value), zoom: 9 },
  });
  const marks = [
    ...extras.filter(({ heading }) => heading === undefined),
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
