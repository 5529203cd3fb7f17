import { useStore } from '@nanostores/react';
import { mapBasemaps } from '../layers.ts';
import { basemapIds } from '../map-address.ts';
import type { PublicMapScreen } from '../screen.ts';
import styles from './LayersPanel.module.css';

export function Basemaps({ screen }: { screen: PublicMapScreen }) {
  const chosen = useStore(screen.$basemap);
  return (
    <div className={styles.basemaps} role="radiogroup" aria-label="Basemap">
      {basemapIds.map((id) => {
        const basemap = mapBasemaps.find((each) => each.id === id);
        if (!basemap) return null;
        return (
          <label key={id} className={`${styles.basemap} outlined text-xs relative text-center`}>
            <input
              className="cover-radio"
              type="radio"
              name="basemap"
              checked={chosen === id}
              onChange={() => screen.setBasemap(id)}
            />
            <Thumbnail swatch={basemapSwatches[id]} />
            {basemap.name}
          </label>
        );
      })}
    </div>
  );
}

/** Draws a river, a hill and a road in the basemap's colors. */
function Thumbnail({ swatch }: { swatch: BasemapSwatch | undefined }) {
  if (!swatch) return null;
  return (
    <svg viewBox="0 0 84 44" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="84" height="44" fill={swatch.ground} />
      <path d="M0 0h36c-4 12-18 14-24 24S4 36 0 38z" fill={swatch.mass} />
      <path d="M62 44c2-10 8-16 22-20v20z" fill={swatch.mass} />
      <path d="M84 6C66 8 60 20 44 22S18 32 14 44" fill="none" stroke={swatch.water} strokeWidth="5" />
      <path d="M0 18c24 4 38-8 52 4s20 10 32 14" fill="none" stroke={swatch.road} strokeWidth="1.8" />
    </svg>
  );
}

/** Four typical colors of a basemap: the ground, hills or blocks, water, and roads. */
type BasemapSwatch = { ground: string; mass: string; water: string; road: string };

const basemapSwatches: Readonly<Record<string, BasemapSwatch>> = {
  outdoors: { ground: '#e6ecd6', mass: '#c3d6a4', water: '#8fc3e0', road: '#c98d5a' },
  streets: { ground: '#f1eee6', mass: '#dcd8cb', water: '#a6cfe6', road: '#f2b64c' },
  satellite: { ground: '#4d5b3a', mass: '#33422b', water: '#1f3b4d', road: '#a59f84' },
  light: { ground: '#f4f4f2', mass: '#e3e4e2', water: '#cfd8dc', road: '#b9bdbf' },
  plain: { ground: '#e6ecde', mass: '#dce5e0', water: '#3d8fc4', road: '#8b987e' },
  dark: { ground: '#23272a', mass: '#2e3438', water: '#10171b', road: '#59636a' },
};
