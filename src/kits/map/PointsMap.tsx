import { useMemo, useState } from 'react';
import { BasemapSelect } from './BasemapSelect.tsx';
import { HoverLabel } from './HoverLabel.tsx';
import { MapView } from './MapView.tsx';
import styles from './PointsMap.module.css';
import { StyledLayers } from './StyledLayers.tsx';
import type {
  Basemap,
  FeatureHit,
  MapData,
  MapPoint,
  MapViewProps,
  PaintOverride,
  PointColor,
  StyleLayer,
} from './types.ts';

interface PointsMapProps
  extends Pick<MapViewProps, 'theme' | 'outlines' | 'label' | 'homeView' | 'className'> {
  readonly points: readonly MapPoint[];
  /** The meaning of the colors; not shown if empty. */
  readonly legend?: readonly PointColor[];
  /** The first is shown initially. */
  readonly basemaps: readonly [Basemap, ...Basemap[]];
  /** Receives all points under a click or tap, topmost first. */
  readonly onPick: (ids: readonly number[]) => void;
}

const layer: StyleLayer = {
  id: 'points',
  type: 'circle',
  source: 'points',
  paint: {
    'circle-radius': 5,
    'circle-color': '#5b6b75',
    'circle-opacity': 0.85,
    'circle-stroke-color': '#ffffff',
    'circle-stroke-width': 1,
  },
};
const layers = [layer];

/** A map of points to choose from. Chosen points have a color, and are larger and above the others. */
export function PointsMap(props: PointsMapProps) {
  const { points, basemaps, legend = [], onPick, ...view } = props;
  const [basemap, setBasemap] = useState<Basemap>(basemaps[0]);
  const [hovered, setHovered] = useState<FeatureHit | null>(null);
  const data = useMemo(() => toData(points), [points]);
  const overrides = useMemo(() => ({ points: overrideOf(points) }), [points]);
  return (
    <div className={styles.frame}>
      <MapView {...view} center={view.homeView.center} zoom={view.homeView.zoom} basemap={basemap}>
        <StyledLayers
          layers={layers}
          data={data}
          paintOverrides={overrides}
          onHover={setHovered}
          onFeatureClick={(_hit, all) =>
            onPick(all.flatMap(({ feature }) => (typeof feature.id === 'number' ? [feature.id] : [])))
          }
        />
        {hovered && (
          <HoverLabel position={hovered.latlng} text={String(hovered.feature.properties?.label ?? '')} />
        )}
      </MapView>
      <BasemapSelect basemaps={basemaps} chosen={basemap} onChange={setBasemap} />
      {legend.length > 0 && (
        <ul className={styles.legend} aria-label="Colors of the map">
          {legend.map(({ label, color }) => (
            <li key={label}>
              <svg width="12" height="12" aria-hidden="true">
                <circle cx="6" cy="6" r="5" fill={color} />
              </svg>
              {label}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function toData(points: readonly MapPoint[]): MapData {
  const chosenLast = points.toSorted((a, b) => Number(a.color !== undefined) - Number(b.color !== undefined));
  const features = chosenLast.map(({ id, lat, lon, label }) => ({
    type: 'Feature' as const,
    id,
    geometry: { type: 'Point', coordinates: [lon, lat] },
    properties: { label },
  }));
  return { points: { type: 'FeatureCollection', features } };
}

function overrideOf(points: readonly MapPoint[]): PaintOverride {
  const colors = new Map(points.flatMap(({ id, color }) => (color ? [[id, color] as const] : [])));
  return ({ id }) => {
    const color = typeof id === 'number' ? colors.get(id) : undefined;
    return color ? { 'circle-color': color, 'circle-radius': 8, 'circle-opacity': 1 } : undefined;
  };
}
