import type L from 'leaflet';
import { useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { MapContainer, ScaleControl, useMap, ZoomControl } from 'react-leaflet';
import { lazyPart } from '../ui/lazy-part.tsx';
import { useSteps } from '../ui/use-steps.ts';
import './map.css';
import { BasemapBackground } from './basemap/BasemapBackground.tsx';
import { createCommands, prefersReducedMotion, readView, toLatLng } from './commands.ts';
import type { DrawingSession } from './drawing/types.ts';
import { FoldedAttribution } from './FoldedAttribution.tsx';
import { HomeControl } from './HomeControl.tsx';
// Watches the keyboard from the start, for popups that are loaded later.
import './input-mode.ts';
import styles from './MapView.module.css';
import { MapCommandsContext, type MapState, MapStateContext } from './map-context.ts';
import type { MapViewProps } from './types.ts';
import { toLeafletZoom } from './zoom.ts';

// A map that fills the screen takes every gesture.
const PageGestures = lazyPart(() => import('./PageGestures.tsx').then((module) => module.PageGestures));

const resizeDebounceMs = 100;

/** Reports a new size to Leaflet once resizing has paused. */
function useResize(map: L.Map): void {
  useEffect(() => {
    let timer = 0;
    const observer = new ResizeObserver(() => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => map.invalidateSize({ animate: false, pan: false }), resizeDebounceMs);
    });
    observer.observe(map.getContainer());
    return () => {
      window.clearTimeout(timer);
      observer.disconnect();
    };
  }, [map]);
}

type InnerProps = MapViewProps & {
  readonly noteHost: HTMLElement | null;
  readonly overlay: HTMLElement | null;
};

function MapInner(props: InnerProps) {
  const { ref, theme, basemap, outlines, onBasemapStatus, label, children, noteHost, overlay } = props;
  const { fillsScreen = false } = props;
  const map = useMap();
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const drawing = useRef<DrawingSession | null>(null);
  const commands = useMemo(
    () =>
      createCommands(
        map,
        () => latest.current.homeView,
        () => drawing.current,
      ),
    [map],
  );
  useImperativeHandle(ref, () => commands, [commands]);
  const [isDrawing] = useState(() => () => drawing.current?.isActive() ?? false);
  const [setDrawing] = useState(() => (session: DrawingSession | null) => {
    drawing.current = session;
  });
  const state = useMemo<MapState>(
    () => ({ theme, isDrawing, setDrawing, overlay }),
    [theme, isDrawing, setDrawing, overlay],
  );
  useResize(map);
  const step = useSteps(3);

  useEffect(() => {
    const container = map.getContainer();
    container.setAttribute('role', 'region');
    container.setAttribute('aria-label', label);
  }, [map, label]);

  useEffect(() => {
    const onMove = (): void => latest.current.onViewChange?.(readView(map));
    map.attributionControl.setPrefix('<a href="https://leafletjs.com">Leaflet</a>');
    map.on('moveend', onMove);
    onMove();
    return () => {
      map.off('moveend', onMove);
    };
  }, [map]);

  return (
    <MapCommandsContext value={commands}>
      <MapStateContext value={state}>
        {step > 0 && (
          <BasemapBackground
            basemap={basemap}
            outlines={outlines}
            onStatus={onBasemapStatus}
            noteHost={noteHost}
          />
        )}
        {!fillsScreen && <PageGestures />}
        {step > 1 && (
          <>
            <ZoomControl position="topright" />
            <HomeControl position="topright" />
            <FoldedAttribution />
            <ScaleControl position="bottomleft" imperial metric={false} maxWidth={140} />
          </>
        )}
        {step > 2 && children}
      </MapStateContext>
    </MapCommandsContext>
  );
}

/** A Leaflet map with basemap, controls and offline outlines. Browser only: mount it with `client:only`. */
export function MapView(props: MapViewProps) {
  const { center, zoom, minZoom = 3, maxZoom = 18, className } = props;
  const [noteHost, setNoteHost] = useState<HTMLElement | null>(null);
  const [overlay, setOverlay] = useState<HTMLElement | null>(null);
  const reducedMotion = useMemo(() => prefersReducedMotion(), []);
  return (
    <div className={className ? `${styles.map} ${className}` : styles.map}>
      <MapContainer
        className={styles.canvas ?? ''}
        center={toLatLng(center)}
        zoom={toLeafletZoom(zoom)}
        minZoom={toLeafletZoom(minZoom)}
        maxZoom={toLeafletZoom(maxZoom)}
        preferCanvas
        zoomSnap={props.fillsScreen ? 0.5 : 1}
        zoomControl={false}
        zoomAnimation={!reducedMotion}
        fadeAnimation={!reducedMotion}
        markerZoomAnimation={!reducedMotion}
        inertia={!reducedMotion}
      >
        <MapInner {...props} noteHost={noteHost} overlay={overlay} />
      </MapContainer>
      <p className={styles.note} role="status" ref={setNoteHost} data-over-map />
      <div className={styles.furniture} ref={setOverlay} />
    </div>
  );
}
