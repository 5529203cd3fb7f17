import type { FeatureCollection } from 'geojson';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useMap } from 'react-leaflet';
import styles from '../MapView.module.css';
import { useMapState } from '../map-context.ts';
import type { Basemap, BasemapStatus } from '../types.ts';
import type { showOutlines } from './outline-layer.ts';
import { isGroundDark } from './tile-health.ts';
import { useBasemapTiles } from './use-basemap-tiles.ts';

interface BasemapBackgroundProps {
  readonly basemap: Basemap;
  readonly outlines?: (() => Promise<FeatureCollection>) | undefined;
  readonly onStatus?: ((status: BasemapStatus) => void) | undefined;
  /** The element that shows the note. */
  readonly noteHost: HTMLElement | null;
}

type Outlines = { readonly lines: FeatureCollection; readonly show: typeof showOutlines };

/** Loads the lines and what draws them, once they are needed. Null until then. */
function useOutlines(isNeeded: boolean, load: BasemapBackgroundProps['outlines']): Outlines | 'none' | null {
  const [outlines, setOutlines] = useState<Outlines | 'none' | null>(load ? null : 'none');
  const loader = useRef(load);
  useEffect(() => {
    if (!isNeeded || outlines || !loader.current) return;
    let alive = true;
    Promise.all([loader.current(), import('./outline-layer.ts')]).then(
      ([lines, { showOutlines: show }]) => {
        if (alive) setOutlines({ lines, show });
      },
      (problem: unknown) => {
        console.warn('The map outlines could not be loaded.', problem);
        if (alive) setOutlines('none');
      },
    );
    return () => {
      alive = false;
    };
  }, [isNeeded, outlines]);
  return isNeeded ? outlines : null;
}

/** Shows tiles; without them, state and county lines, which are the basemap Plain. */
export function BasemapBackground({ basemap, outlines, onStatus, noteHost }: BasemapBackgroundProps) {
  const map = useMap();
  const { theme } = useMapState();
  const status = useBasemapTiles(basemap, onStatus);
  const outlined = useOutlines(status === 'outlines', outlines);

  const isDark = isGroundDark(basemap, status, theme);

  useEffect(() => {
    const { dataset } = map.getContainer();
    dataset.basemap = status;
    dataset.basemapId = basemap.id;
    dataset.ground = isDark ? 'dark' : 'light';
    // What is drawn on the canvas takes its colors from the ground.
    map.fire('groundchange');
  }, [map, status, basemap, isDark]);

  const drawn = outlined === 'none' ? null : outlined;
  useEffect(() => drawn?.show(map, drawn.lines, theme), [map, drawn, theme]);

  // One sentence at once, which does not change its size.
  if (!outlined || !noteHost || basemap.url === '') return null;
  const note = drawn
    ? 'The background map cannot be loaded. The basemap Plain is shown.'
    : 'The background map cannot be loaded.';
  return createPortal(<PassingNote text={note} />, noteHost);
}

const shownMs = 10_000;

/** A note over the map that closes after a while, or by its button. It comes back when it is mounted again. */
function PassingNote({ text }: { readonly text: string }) {
  const [open, setOpen] = useState(true);
  useEffect(() => {
    const timer = window.setTimeout(() => setOpen(false), shownMs);
    return () => window.clearTimeout(timer);
  }, []);
  if (!open) return null;
  return (
    <>
      <span>{text}</span>
      <button
        type="button"
        className={styles.close}
        aria-label="Close the note"
        onClick={() => setOpen(false)}
      >
        ×
      </button>
    </>
  );
}
