import type { FeatureCollection } from 'geojson';
import L from 'leaflet';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useMap } from 'react-leaflet';
import styles from '../MapView.module.css';
import { listenTo, useLatest, useMapState } from '../map-context.ts';
import type { Basemap, BasemapStatus } from '../types.ts';
import type { showOutlines } from './outline-layer.ts';
import { initialHealth, isGroundDark, nextHealth, type TileEvent } from './tile-health.ts';

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
        className={`${styles.close} rigid rounded inner-focus`}
        aria-label="Close the note"
        onClick={() => setOpen(false)}
      >
        ×
      </button>
    </>
  );
}

/** Milliseconds to wait for the first tile, and between attempts while there are none. */
const firstTileTimeoutMs = 6000;
const retryIntervalMs = 30_000;

function createTiles(basemap: Basemap, maxZoom: number): L.TileLayer {
  const options: L.TileLayerOptions = {
    tileSize: basemap.tileSize,
    zoomOffset: basemap.zoomOffset ?? 0,
    maxZoom,
    // Beyond its highest zoom a basemap is enlarged instead of blank.
    maxNativeZoom: basemap.maxZoom,
    crossOrigin: basemap.crossOrigin,
    keepBuffer: 2,
  };
  if (basemap.subdomains) options.subdomains = basemap.subdomains;
  return L.tileLayer(basemap.url, options);
}

/** Shows the basemap's tiles. @returns whether they are available */
export function useBasemapTiles(basemap: Basemap, onStatus?: (status: BasemapStatus) => void): BasemapStatus {
  const map = useMap();
  const [health, setHealth] = useState(initialHealth);
  const latest = useLatest(onStatus);

  useEffect(() => {
    if (basemap.url === '') {
      setHealth((current) => nextHealth(current, 'no-tiles'));
      return;
    }
    const tiles = createTiles(basemap, map.getMaxZoom());
    const report = (event: TileEvent): void => setHealth((current) => nextHealth(current, event));
    recordTileNames(tiles);
    const credits = map.attributionControl;
    let isCredited = false;
    /** Names the source of the tiles as soon as one of them is shown. */
    function setCredited(credited: boolean): void {
      if (credited === isCredited) return;
      isCredited = credited;
      if (credited) credits.addAttribution(basemap.attribution);
      else credits.removeAttribution(basemap.attribution);
    }
    tiles.on('tileload', () => {
      setCredited(true);
      report('loaded');
    });
    tiles.on('tileerror', () => report('failed'));
    let deadline = window.setTimeout(() => report('deadline'), firstTileTimeoutMs);
    function retry(): void {
      report('restart');
      setCredited(false);
      tiles.redraw();
      window.clearTimeout(deadline);
      deadline = window.setTimeout(() => report('deadline'), firstTileTimeoutMs);
    }
    report('restart');
    tiles.addTo(map);
    window.addEventListener('online', retry);
    const stop = listenTo(map, 'retry-tiles', retry);
    return () => {
      window.clearTimeout(deadline);
      window.removeEventListener('online', retry);
      stop();
      // In this order, because Leaflet itself listens for the removal.
      tiles.remove();
      tiles.off();
      setCredited(false);
    };
  }, [map, basemap]);

  const { status } = health;
  useEffect(() => {
    latest.current?.(status);
    if (status !== 'outlines' || basemap.url === '') return;
    const timer = window.setInterval(() => map.fire('retry-tiles'), retryIntervalMs);
    return () => window.clearInterval(timer);
  }, [map, status, basemap, latest]);
  return status;
}

const names = new WeakMap<Element, string>();

/** Records each tile's `z/x/y`, so that a capture can name missing tiles without their addresses. */
function recordTileNames(tiles: L.TileLayer): void {
  tiles.on('tileloadstart', ({ tile, coords }) => {
    names.set(tile, `${coords.z}/${coords.x}/${coords.y}`);
  });
}

export const tileName = (tile: Element): string => names.get(tile) ?? 'unknown';
