import L from 'leaflet';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useMap } from 'react-leaflet';
import { useMapCommands } from './map-context.ts';

/** A compass button that returns to the default view. */
export function HomeControl({ position }: { readonly position: L.ControlPosition }) {
  const map = useMap();
  const commands = useMapCommands();
  const [host, setHost] = useState<HTMLElement | null>(null);

  useEffect(() => {
    const control = new L.Control({ position });
    control.onAdd = () => {
      const bar = L.DomUtil.create('div', 'leaflet-bar leaflet-control map-home');
      L.DomEvent.disableClickPropagation(bar);
      setHost(bar);
      return bar;
    };
    control.addTo(map);
    return () => {
      setHost(null);
      control.remove();
    };
  }, [map, position]);

  if (!host) return null;
  return createPortal(
    <button
      type="button"
      title="Return to default view"
      aria-label="Return to default view"
      onClick={() => commands.home()}
    >
      <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
        <circle cx="12" cy="12" r="10" fill="none" stroke="currentColor" strokeWidth="2" />
        <path d="m16.2 7.8-2.1 6.3-6.3 2.1 2.1-6.3z" fill="currentColor" />
      </svg>
    </button>,
    host,
  );
}
