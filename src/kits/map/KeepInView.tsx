import { useEffect } from 'react';
import { useMap } from 'react-leaflet';
import { measureFreeArea, panInto } from './free-area.ts';
import { listenTo, useMapState } from './map-context.ts';
import type { LatLon } from './types.ts';

/** Around the place, in CSS pixels. */
const margin = 24;

type KeepInViewProps = {
  position: LatLon;
  /** Called on a click into the map, before the features under it get it. */
  onClickMap: () => void;
};

/** Moves the map as far as needed to show a place beside the controls, at first and whenever the map changes its size. */
export function KeepInView({ position, onClickMap }: KeepInViewProps) {
  const [lat, lon] = position;
  const map = useMap();
  const { overlay } = useMapState();
  useEffect(() => {
    function show(): void {
      const { x, y } = map.latLngToContainerPoint([lat, lon]);
      const place = { left: x - margin, top: y - margin, right: x + margin, bottom: y + margin };
      panInto(map, place, measureFreeArea(map, overlay));
    }
    show();
    return listenTo(map, 'resize', show);
  }, [map, overlay, lat, lon]);
  useEffect(() => listenTo(map, 'preclick', onClickMap), [map, onClickMap]);
  return null;
}
