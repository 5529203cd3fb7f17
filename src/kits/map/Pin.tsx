import L from 'leaflet';
import { useEffect } from 'react';
import { useMap } from 'react-leaflet';
import { useLatest, useMapState } from './map-context.ts';
import { createPinIcon } from './pin-icon.ts';
import type { LatLon } from './types.ts';

interface PinProps {
  readonly position: LatLon;
  readonly label: string;
  readonly onClick?: () => void;
}

/** A marker, such as the result of a search. With `onClick` it is a button that the keyboard reaches. */
export function Pin({ position, label, onClick }: PinProps) {
  const [lat, lon] = position;
  const map = useMap();
  const { drawing } = useMapState();
  const latest = useLatest(onClick);
  const interactive = onClick !== undefined;

  useEffect(() => {
    const marker = L.marker([lat, lon], {
      icon: createPinIcon(),
      title: label,
      alt: label,
      interactive,
      keyboard: interactive,
    });
    marker.addTo(map);
    const element = marker.getElement();
    element?.setAttribute('aria-label', label);
    if (!interactive) element?.setAttribute('role', 'img');
    const activate = (): void => {
      if (!drawing.current?.isActive()) latest.current?.();
    };
    if (interactive) marker.on('click', activate);
    return () => {
      marker.remove();
    };
  }, [map, lat, lon, label, interactive, drawing, latest]);
  return null;
}
