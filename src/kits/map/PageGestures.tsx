import { useEffect, useState } from 'react';
import { useMap } from 'react-leaflet';
import styles from './MapView.module.css';
import { MapOverlay } from './map-context.ts';
import { type GestureHint, gestureHints, shareGestures } from './page-gestures.ts';

const hintMs = 1500;

/** Lets the page scroll under a wheel or one finger, and says how to move the map instead. */
export function PageGestures() {
  const map = useMap();
  const [hint, setHint] = useState<GestureHint>();
  useEffect(() => {
    let timer = 0;
    const stop = shareGestures(map.getContainer(), (next) => {
      setHint(next);
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setHint(undefined), hintMs);
    });
    return () => {
      window.clearTimeout(timer);
      stop();
    };
  }, [map]);
  // For the eyes behind a wheel or a finger: a screen reader moves the map with its buttons.
  return (
    <MapOverlay>
      {hint && (
        <p className={`${styles.hint} text-md text-center shadow-2 untouchable`} aria-hidden="true">
          {gestureHints[hint]}
        </p>
      )}
    </MapOverlay>
  );
}
