import { useId } from 'react';
import { Row } from '../ui/Layout.tsx';
import styles from './PointsMap.module.css';
import type { Basemap } from './types.ts';

type BasemapSelectProps<B extends Basemap> = {
  basemaps: readonly B[];
  chosen: B;
  onChange: (basemap: B) => void;
};

/** Selects the basemap, in the corner of a tool's map. */
export function BasemapSelect<B extends Basemap>({ basemaps, chosen, onChange }: BasemapSelectProps<B>) {
  const id = useId();
  return (
    <Row gap={2} data-nowrap className={`quiet-xs ${styles.basemap}`}>
      <label htmlFor={id}>Basemap</label>
      <select
        id={id}
        value={chosen.id}
        onChange={(event) => {
          const next = basemaps.find((each) => each.id === event.target.value);
          if (next) onChange(next);
        }}
      >
        {basemaps.map((each) => (
          <option key={each.id} value={each.id}>
            {each.name}
          </option>
        ))}
      </select>
    </Row>
  );
}
