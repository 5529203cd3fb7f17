import L from 'leaflet';
import { useEffect, useState } from 'react';
import { useMap } from 'react-leaflet';
import { listenTo, useLatest } from '../map-context.ts';
import type { Basemap, BasemapStatus } from '../types.ts';
import { initialHealth, nextHealth, type TileEvent } from './tile-health.ts';

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
