import { useMemo, useRef, useState } from 'react';
import { isGroundDark } from './basemap/tile-health.ts';
import { MapSwatch } from './MapSwatch.tsx';
import styles from './MapView.module.css';
import { BasemapSelect, MapCredits, MapView, type MapViewProps } from './MapView.tsx';
import { listPointLegend, pointLayer, toPointData, toPointPaint } from './points-layers.ts';
import { HoverLabel, type HoverLabelHandle, type NamedPlace, StyledLayers } from './StyledLayers.tsx';
import type { Basemap, BasemapStatus, FeatureHit, MapGround, MapPoint } from './types.ts';

interface PointsMapProps extends Pick<MapViewProps, 'theme' | 'outlines' | 'label' | 'homeView'> {
  readonly points: readonly MapPoint[];
  /** What lies beneath the points; it may arrive later. */
  readonly ground: MapGround;
  /** The first is shown initially. */
  readonly basemaps: readonly [Basemap, ...Basemap[]];
  /** Receives all points under a click or tap, topmost first. */
  readonly onPick: (ids: readonly number[]) => void;
}

/** A map of points to choose from. Chosen points have a color, and are larger and above the others. */
export function PointsMap(props: PointsMapProps) {
  const { points, ground, basemaps, onPick, ...view } = props;
  const [basemap, setBasemap] = useState<Basemap>(basemaps[0]);
  const [status, setStatus] = useState<BasemapStatus>('loading');
  const label = useRef<HoverLabelHandle>(null);
  const isDark = isGroundDark(basemap, status, view.theme);
  const layers = useMemo(() => [...ground.layers, pointLayer], [ground.layers]);
  const inert = useMemo(() => new Set(ground.layers.map(({ id }) => id)), [ground.layers]);
  const pointData = useMemo(() => toPointData(points), [points]);
  const data = useMemo(() => ({ ...ground.data, ...pointData }), [ground.data, pointData]);
  const overrides = useMemo(() => ({ points: toPointPaint(points, isDark) }), [points, isDark]);
  const zoom = view.homeView.zoom;
  const legend = useMemo(
    () => listPointLegend(points, ground, { isDark, zoom }),
    [points, ground, isDark, zoom],
  );
  return (
    <div className={`${styles.frame} relative`}>
      <MapView
        {...view}
        center={view.homeView.center}
        zoom={zoom}
        basemap={basemap}
        onBasemapStatus={setStatus}
      >
        <StyledLayers
          layers={layers}
          data={data}
          inert={inert}
          paintOverrides={overrides}
          onHover={(hit) => label.current?.name(hit && toNamedPlace(hit))}
          onFeatureClick={(_hit, all) =>
            onPick(all.flatMap(({ feature }) => (typeof feature.id === 'number' ? [feature.id] : [])))
          }
        />
        <HoverLabel ref={label} />
        <MapCredits sources={ground.credits} />
      </MapView>
      <BasemapSelect basemaps={basemaps} chosen={basemap} onChange={setBasemap} />
      {legend.length > 0 && (
        <details
          className={`${styles.legend} text-xs scrolls rounded on-map`}
          data-ground={isDark ? 'dark' : 'light'}
          data-over-map
        >
          <summary>Legend</summary>
          <ul className="packed">
            {legend.map(({ label: text, sample }) => (
              <li key={text} className="icon-row">
                <MapSwatch sample={sample} />
                {text}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function toNamedPlace({ latlng, feature }: FeatureHit): NamedPlace {
  return { position: latlng, text: String(feature.properties?.label ?? '') };
}
