import type { FeatureCollection } from 'geojson';
import L from 'leaflet';
import {
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { MapContainer, ScaleControl, useMap, ZoomControl } from 'react-leaflet';
import { lazyPart } from '../ui/screen-parts.tsx';
import './map.css';
import { createPortal } from 'react-dom';
import { Row } from '../ui/Layout.tsx';
import { BasemapBackground } from './basemap/BasemapBackground.tsx';
import { prefersReducedMotion } from './free-area.ts';
import styles from './MapView.module.css';
import {
  createCommands,
  listenTo,
  type MapCommands,
  MapCommandsContext,
  MapOverlay,
  type MapState,
  MapStateContext,
  readView,
  toLatLng,
  toLeafletZoom,
  useLatest,
  useMapCommands,
} from './map-context.ts';
import type {
  Basemap,
  BasemapStatus,
  DrawingSession,
  LatLon,
  MapPosition,
  MapTheme,
  MapViewState,
} from './types.ts';

// A map that fills the screen takes every gesture.
const PageGestures = lazyPart(() => import('./PageGestures.tsx').then((module) => module.PageGestures));

export interface MapViewProps {
  /** For commands from outside the map. */
  readonly ref?: Ref<MapCommands>;
  /** The initial view; afterwards commands move the map. */
  readonly center: LatLon;
  readonly zoom: number;
  /** The view the home control returns to. */
  readonly homeView: MapPosition;
  readonly basemap: Basemap;
  readonly theme: MapTheme;
  /** Loads the state and county lines to show instead of tiles; called when tiles are first unavailable. */
  readonly outlines?: () => Promise<FeatureCollection>;
  readonly onBasemapStatus?: (status: BasemapStatus) => void;
  /** After every move, and once when the map is ready. */
  readonly onViewChange?: (view: MapViewState) => void;
  /** The map's accessible name. */
  readonly label: string;
  /** The map is the screen, and takes every wheel and finger. Otherwise the page scrolls past it. */
  readonly fillsScreen?: boolean;
  readonly children?: ReactNode;
}

// Leaflet's controls give the focus to the map after each press of a mouse or a finger, but not of a key. A button that
// was pressed keeps it, for the next press.
L.Control.include({ _refocusOnMap() {} });

const zoomLimits = { min: 3, max: 18 };

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
  const latest = useLatest(props);
  const drawing = useRef<DrawingSession | null>(null);
  const commands = useMemo(
    () =>
      createCommands(
        map,
        () => latest.current.homeView,
        () => drawing.current,
      ),
    [map, latest],
  );
  useImperativeHandle(ref, () => commands, [commands]);
  const state = useMemo<MapState>(() => ({ theme, drawing, overlay }), [theme, overlay]);
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
    onMove();
    return listenTo(map, 'moveend', onMove);
  }, [map, latest]);

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
            <HomeControl />
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
  const { center, zoom } = props;
  const [noteHost, setNoteHost] = useState<HTMLElement | null>(null);
  const [overlay, setOverlay] = useState<HTMLElement | null>(null);
  const reducedMotion = useMemo(() => prefersReducedMotion(), []);
  return (
    <div className={`${styles.map} relative`}>
      <MapContainer
        className="cover"
        center={toLatLng(center)}
        zoom={toLeafletZoom(zoom)}
        minZoom={toLeafletZoom(zoomLimits.min)}
        maxZoom={toLeafletZoom(zoomLimits.max)}
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
      <p
        className={`${styles.note} icon-row text-xs warning rounded shadow-1 untouchable on-map`}
        role="status"
        ref={setNoteHost}
        data-over-map
      />
      <div className="contents" ref={setOverlay} />
    </div>
  );
}

/** On a narrow map, the sources of the map open with a button; they would take a quarter of it. */
function FoldedAttribution() {
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

/** A compass button that returns to the default view. */
function HomeControl() {
  const map = useMap();
  const commands = useMapCommands();
  const [host, setHost] = useState<HTMLElement | null>(null);

  useEffect(() => {
    const control = new L.Control({ position: 'topright' });
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
  }, [map]);

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

/**
 * Counts from 0 up to `last`, one step per task. What a screen mounts by steps is mounted in several short tasks, between
 * which the page draws and answers.
 */
function useSteps(last: number): number {
  const [step, setStep] = useState(0);
  useEffect(() => {
    if (step >= last) return;
    const timer = setTimeout(() => setStep(step + 1));
    return () => clearTimeout(timer);
  }, [step, last]);
  return step;
}

interface MapCreditsProps {
  /** As plain text. */
  readonly sources: readonly string[];
}

/** Names the sources of what is drawn, beside those of the basemap. */
export function MapCredits({ sources }: MapCreditsProps) {
  const map = useMap();
  useEffect(() => {
    const credits = map.attributionControl;
    // The control takes HTML.
    const texts = sources.map((text) => new Option(text).innerHTML);
    for (const text of texts) credits.addAttribution(text);
    return () => {
      for (const text of texts) credits.removeAttribution(text);
    };
  }, [map, sources]);
  return null;
}

type BasemapSelectProps<B extends Basemap> = {
  basemaps: readonly B[];
  chosen: B;
  onChange: (basemap: B) => void;
};

/** Selects the basemap, in the corner of a tool's map. */
export function BasemapSelect<B extends Basemap>({ basemaps, chosen, onChange }: BasemapSelectProps<B>) {
  const id = useId();
  return (
    <Row gap={2} data-nowrap className={`quiet-xs ${styles.basemap} rounded on-map`}>
      <label htmlFor={id}>Basemap</label>
      <select
        id={id}
        value={chosen.id}
        onChange={(event) => {
          const next = basemaps.find((each) => each.id === event.target.value);
          if (next) onChange(next);
        }}
      >
        {basemaps.map((each) => (
          <option key={each.id} value={each.id}>
            {each.name}
          </option>
        ))}
      </select>
    </Row>
  );
}
