import type { FeatureCollection } from 'geojson';
import type L from 'leaflet';
import { CanvasLayer } from '../canvas/canvas-layer.ts';
import { Scene } from '../canvas/scene.ts';
import { readThemeStyle } from '../palette.ts';
import { compileLayer } from '../style/compile.ts';
import type { MapTheme } from '../types.ts';

const layers = [compileLayer({ id: 'outlines', type: 'line', source: 'outlines' }, null, console.warn)];
const none: ReadonlySet<string> = new Set();
const attribution = 'State and county lines: U.S. Census Bureau';

/** Draws state and county lines below everything else. @returns how to remove them */
export function showOutlines(map: L.Map, lines: FeatureCollection, theme: MapTheme): () => void {
  const scene = new Scene(console.warn);
  let style = readThemeStyle(map.getContainer(), theme);
  const layer = new CanvasLayer('outlines', (frame) => scene.draw(frame, style.palette, style.family));

  function setColors(): void {
    style = readThemeStyle(map.getContainer(), theme);
    const state = { 'line-color': style.lineStrong, 'line-width': 1.75 };
    const county = { 'line-color': style.line, 'line-width': 1 };
    scene.update({
      layers,
      data: { outlines: lines },
      hidden: none,
      inert: none,
      overrides: { outlines: ({ properties }) => (properties?.level === 'state' ? state : county) },
      highlighted: null,
      emphasized: null,
      featureKey: () => '',
    });
    layer.requestDraw();
  }

  setColors();
  layer.addTo(map);
  map.attributionControl.addAttribution(attribution);
  map.on('groundchange', setColors);
  return () => {
    map.off('groundchange', setColors);
    map.attributionControl.removeAttribution(attribution);
    layer.remove();
  };
}
