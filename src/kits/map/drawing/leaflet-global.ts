import 'leaflet/src/layer/vector/Renderer.getRenderer.js';
import * as Leaflet from 'leaflet/src/Leaflet.js';
import { IconDefault } from 'leaflet/src/layer/marker/Icon.Default.js';

// leaflet-draw finds Leaflet as window.L, and adds itself to it and to some of its parts.
Object.assign(Leaflet.Icon, { Default: IconDefault });
const copy = {
  ...Leaflet,
  DomEvent: { ...Leaflet.DomEvent },
  DomUtil: { ...Leaflet.DomUtil },
  LineUtil: { ...Leaflet.LineUtil },
  PolyUtil: { ...Leaflet.PolyUtil },
  Util: { ...Leaflet.Util },
};
Reflect.set(globalThis, 'L', copy);

/** What leaflet-draw has added, once it is loaded. */
export const drawOf = (): typeof Leaflet.Draw => copy.Draw;
