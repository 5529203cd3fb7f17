import type { FeatureCollection } from 'geojson';
import L from 'leaflet';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useMap } from 'react-leaflet';
import { useMapState } from '../map-context.ts';
import { readThemeStyle } from '../palette.ts';
import { ensurePane } from '../panes.ts';
import type { Basemap, BasemapStatus } from '../types.ts';
import { isGroundDark } from './ground.ts';
import { useBasemapTiles } from './use-basemap-tiles.ts';

interface BasemapBackgroundProps {
  readonly basemap: Basemap;
  readonly outlines?: (() => Promise<FeatureCollection>) | undefined;
  readonly onStatus?: ((status: BasemapStatus) => void) | undefined;
  /** The element that shows the note. */
  readonly noteHost: HTMLElement | null;
}

function useOutlines(isNeeded: boolean, load: BasemapBackgroundProps['outlines']): FeatureCollection | null {
  const [outlines, setOutlines] = useState<FeatureCollection | null>(null);
  const loader = useRef(load);
  useEffect(() => {
    if (!isNeeded || outlines || !loader.current) return;
    let alive = true;
    loader.current().then(
      (loaded) => {
        if (alive) setOutlines(loaded);
      },
      (problem: unknown) => console.warn('The map outlines could not be loaded.', problem),
    );
    return () => {
      alive = false;
    };
  }, [isNeeded, outlines]);
  return isNeeded ? outlines : null;
}

/** Shows tiles, or state and county lines while tiles are unavailable. */
export function BasemapBackground({ basemap, outlines, onStatus, noteHost }: BasemapBackgroundProps) {
  const map = useMap();
  const { theme } = useMapState();
  const status = useBasemapTiles(basemap, onStatus);
  const lines = useOutlines(status === 'outlines', outlines);

  const isDark = isGroundDark(basemap, status, theme);

  useEffect(() => {
    const { dataset } = map.getContainer();
    dataset.basemap = status;
    dataset.basemapId = basemap.id;
    dataset.ground = isDark ? 'dark' : 'light';
    // What is drawn on the canvas takes its colors from the ground.
    map.fire('groundchange');
  }, [map, status, basemap, isDark]);

  useEffect(() => {
    if (!lines) return;
    ensurePane(map, 'outlines');
    const layer = L.geoJSON(lines, {
      pane: 'outlines',
      attribution: 'State and county lines: U.S. Census Bureau',
      interactive: false,
    });
    function setColors(): void {
      const { line, lineStrong } = readThemeStyle(map.getContainer(), theme);
      layer.setStyle((feature) =>
        feature?.properties?.level === 'state'
          ? { color: lineStrong, weight: 1.75, fill: false }
          : { color: line, weight: 1, fill: false },
      );
    }
    setColors();
    layer.addTo(map);
    map.on('groundchange', setColors);
    return () => {
      map.off('groundchange', setColors);
      layer.remove();
    };
  }, [map, lines, theme]);

  if (status !== 'outlines' || !noteHost) return null;
  const note = lines
    ? 'The background map cannot be loaded. State and county lines are shown.'
    : 'The background map cannot be loaded.';
  return createPortal(note, noteHost);
}
