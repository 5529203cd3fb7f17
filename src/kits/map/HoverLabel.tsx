import L from 'leaflet';
import { useEffect, useState } from 'react';
import { useMap } from 'react-leaflet';
import { toLatLng } from './commands.ts';
import type { LatLon } from './types.ts';

interface HoverLabelProps {
  readonly position: LatLon;
  readonly text: string;
}

/** The name of a point, above it. From point to point, one element moves. */
export function HoverLabel({ position: [lat, lon], text }: HoverLabelProps) {
  const map = useMap();
  const [tooltip] = useState(() => L.tooltip({ direction: 'top', offset: [0, -8] }));

  useEffect(() => {
    const content = document.createElement('span');
    content.textContent = text;
    tooltip.setContent(content).setLatLng(toLatLng([lat, lon]));
    if (!map.hasLayer(tooltip)) tooltip.addTo(map);
  }, [map, tooltip, lat, lon, text]);

  useEffect(
    () => () => {
      tooltip.remove();
    },
    [tooltip],
  );
  return null;
}
