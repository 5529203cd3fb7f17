import type { FeatureCollection } from 'geojson';
import type L from 'leaflet';
import { CanvasLayer, readThemeStyle, type ThemeStyle } from '../canvas/canvas-layer.ts';
import { type MapFrame, toScreen, toWorld } from '../canvas/geometry.ts';
import { Scene } from '../canvas/scene.ts';
import { compileLayer } from '../style/compile.ts';
import type { MapTheme } from '../types.ts';

const layers = [compileLayer({ id: 'outlines', type: 'line', source: 'outlines' }, null, console.warn)];
const none: ReadonlySet<string> = new Set();
const attribution = 'State and county lines: U.S. Census Bureau';

/** The names of states are drawn from this zoom, at which a state is larger than its name. */
const firstNameZoom = 4.5;
const nameInset = 12;

/** Writes the name of each state at the first of its places where the name is whole on the map. */
function drawNames(frame: MapFrame, { features }: FeatureCollection, { palette, family }: ThemeStyle): void {
  if (frame.zoom < firstNameZoom) return;
  const { context, width, height, marginX, marginY } = frame;
  context.font = `600 13px ${family}`;
  context.letterSpacing = '2px';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = palette.ink;
  context.globalAlpha = 0.62;
  for (const { geometry, properties } of features) {
    if (geometry.type !== 'MultiPoint') continue;
    const name = String(properties?.name).toUpperCase();
    const reach = context.measureText(name).width / 2 + nameInset;
    const place = geometry.coordinates
      .map(([lon = 0, lat = 0]) => toScreen(frame, toWorld(lat, lon)))
      .find(
        ({ x, y }) =>
          x > marginX + reach &&
          x < width - marginX - reach &&
          y > marginY + 2 * nameInset &&
          y < height - marginY - 2 * nameInset,
      );
    if (place) context.fillText(name, place.x, place.y);
  }
  context.globalAlpha = 1;
  context.letterSpacing = '0px';
}

/** Draws state and county lines and the names of states below everything else. @returns how to remove them */
export function showOutlines(map: L.Map, lines: FeatureCollection, theme: MapTheme): () => void {
  const scene = new Scene(console.warn);
  let style = readThemeStyle(map.getContainer(), theme);
  const layer = new CanvasLayer('outlines', (frame) => {
    scene.draw(frame, style.palette, style.family);
    drawNames(frame, lines, style);
  });

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
