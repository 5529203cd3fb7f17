import { useState } from 'react';
import { useMapEvents } from 'react-leaflet';
import styles from './MapView.module.css';
import { BasemapSelect, MapView, type MapViewProps } from './MapView.tsx';
import { Pin } from './Pin.tsx';
import type { Basemap, LatLon } from './types.ts';

interface LocationMapProps extends Pick<MapViewProps, 'theme' | 'outlines' | 'label' | 'homeView'> {
  /** The marked place, if any. */
  readonly position: LatLon | undefined;
  readonly positionLabel: string;
  /** The first is shown initially. */
  readonly basemaps: readonly [Basemap, ...Basemap[]];
  /** Called by a click or tap on the map; absent if the place is only shown. */
  readonly onPick?: ((position: LatLon) => void) | undefined;
}

/** A map of one place, which a click or tap can change. */
export function LocationMap({
  position,
  positionLabel,
  basemaps,
  onPick,
  homeView,
  ...view
}: LocationMapProps) {
  const [basemap, setBasemap] = useState<Basemap>(basemaps[0]);
  const [initialView] = useState(() => (position ? { center: position, zoom: 9.5 } : homeView));
  return (
    <div className={`${styles.frame} relative`}>
      <MapView
        {...view}
        homeView={homeView}
        center={initialView.center}
        zoom={initialView.zoom}
        basemap={basemap}
      >
        {position && <Pin position={position} label={positionLabel} />}
        {onPick && <Picker onPick={onPick} />}
      </MapView>
      <BasemapSelect basemaps={basemaps} chosen={basemap} onChange={setBasemap} />
    </div>
  );
}

function Picker({ onPick }: { onPick: (position: LatLon) => void }) {
  useMapEvents({
    click: ({ latlng }) => {
      const { lat, lng } = latlng.wrap();
      onPick([lat, lng]);
    },
  });
  return null;
}
