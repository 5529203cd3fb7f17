import { useState } from 'react';
import { useMapEvents } from 'react-leaflet';
import { BasemapSelect } from './BasemapSelect.tsx';
import { MapView } from './MapView.tsx';
import { Pin } from './Pin.tsx';
import styles from './PointsMap.module.css';
import type { Basemap, LatLon, MapViewProps } from './types.ts';

export interface PlaceMapProps extends Pick<MapViewProps, 'theme' | 'outlines' | 'label' | 'homeView'> {
  /** The place as it is; nothing is marked without one. */
  readonly place: LatLon | undefined;
  readonly placeLabel: string;
  /** The first is shown at the start. */
  readonly basemaps: readonly [Basemap, ...Basemap[]];
  /** A press on the map; absent where the place is only shown. */
  readonly onPick?: ((place: LatLon) => void) | undefined;
}

/** One place on a map, which a press sets anew. */
export function PlaceMap({ place, placeLabel, basemaps, onPick, homeView, ...view }: PlaceMapProps) {
  const [basemap, setBasemap] = useState<Basemap>(basemaps[0]);
  const [start] = useState(() => (place ? { center: place, zoom: 9.5 } : homeView));
  return (
    <div className={styles.frame}>
      <MapView {...view} homeView={homeView} center={start.center} zoom={start.zoom} basemap={basemap}>
        {place && <Pin position={place} label={placeLabel} />}
        {onPick && <Picker onPick={onPick} />}
      </MapView>
      <BasemapSelect basemaps={basemaps} chosen={basemap} onChange={setBasemap} />
    </div>
  );
}

function Picker({ onPick }: { onPick: (place: LatLon) => void }) {
  useMapEvents({
    click: ({ latlng }) => {
      const { lat, lng } = latlng.wrap();
      onPick([lat, lng]);
    },
  });
  return null;
}
