import { useState } from 'react';
import { useMap } from 'react-leaflet';
import { MapOverlay } from './MapOverlay.tsx';
import styles from './MapView.module.css';

/** On a narrow map, the sources of the map open with a button; they would take a quarter of it. */
export function FoldedAttribution() {
  const map = useMap();
  const [open, setOpen] = useState(false);
  function toggle(): void {
    map.getContainer().classList.toggle('map-shows-sources', !open);
    setOpen(!open);
  }
  return (
    <MapOverlay>
      <button
        type="button"
        className={styles.sources}
        aria-expanded={open}
        aria-label="Sources of the map"
        title="Sources of the map"
        onClick={toggle}
      >
        <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
          <circle cx="12" cy="12" r="9.5" fill="none" stroke="currentColor" strokeWidth="2" />
          <path d="M12 11v6M12 7v.5" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
        </svg>
      </button>
    </MapOverlay>
  );
}
