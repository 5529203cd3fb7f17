import L from 'leaflet';
import { useEffect } from 'react';
import { useMap } from 'react-leaflet';
import { toLatLng } from './commands.ts';
import type { LatLon } from './types.ts';

interface HoverLabelProps {
  readonly position: LatLon;
  readonly text: string;
}

/** The name of a point, above it. */
export function HoverLabel({ position: [lat, lon], text }: HoverLabelProps) {
  const map = useMap();
  useEffect(() => {
    const content = document.createElement('span');
    content.textContent = text;
    const tooltip = L.tooltip({ direction: 'top', offset: [0, -8] })
      .setLatLng(toLatLng([lat, lon]))
      .setContent(content)
      .addTo(map);
    return () => {
      tooltip.remove();
    };
  }, [map, lat, lon, text]);
  return null;
}
