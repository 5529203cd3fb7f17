import L from 'leaflet';
import { useEffect, useRef } from 'react';
import { useMap } from 'react-leaflet';
import { toLatLng } from './commands.ts';
import { useMapState } from './map-context.ts';
import { createPinIcon } from './pin-icon.ts';
import type { PinProps } from './types.ts';

/** A marker, such as the result of a search. With `onClick` it is a button that the keyboard reaches. */
export function Pin({ position, label, onClick }: PinProps) {
  const [lat, lon] = position;
  const map = useMap();
  const { isDrawing } = useMapState();
  const latest = useRef(onClick);
  useEffect(() => {
    latest.current = onClick;
  });
  const interactive = onClick !== undefined;

  useEffect(() => {
    const marker = L.marker(toLatLng([lat, lon]), {
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
      if (!isDrawing()) latest.current?.();
    };
    if (interactive) marker.on('click', activate);
    return () => {
      marker.remove();
    };
  }, [map, lat, lon, label, interactive, isDrawing]);
  return null;
}
