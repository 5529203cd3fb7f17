import L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { createRef, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import {
  type FeatureHit,
  HoverLabel,
  type HoverLabelHandle,
  type MapData,
  type MapFeature,
  MapView,
  StyledLayers,
  type StyleLayer,
} from '#kits/map/index.ts';
import { waitForPaint } from './wait.ts';

const count = 10_000;
const center = [43.52744, -112.80227] as const;
const zoom = 7;

// Evenly distributed and deterministic: the fractional parts of multiples of the golden ratios.
const places = Array.from({ length: count }, (_, i) => ({
  lat: 42.2 + ((i * 0.6180339887) % 1) * 2.6,
  lon: -114.4 + ((i * 0.7548776662) % 1) * 3.2,
}));

const layer: StyleLayer = {
  id: 'points',
  type: 'circle',
  source: 'points',
  paint: {
    'circle-radius': 6,
    'circle-color': '#0b6597',
    'circle-opacity': 0.9,
    'circle-stroke-width': 1,
    'circle-stroke-color': '#ffffff',
  },
};

const shapes = ['circle', 'square', 'triangle', 'diamond'].map((shape) => ({ 'circle-shape': shape }));
/** Neighbors differ in shape, as on the public map, so that the style changes with each point. */
const overrides = { points: ({ id }: MapFeature) => shapes[Number(id) % shapes.length] };

const data: MapData = {
  points: {
    type: 'FeatureCollection',
    features: places.map(({ lat, lon }, id) => ({
      type: 'Feature',
      id,
      geometry: { type: 'Point', coordinates: [lon, lat] },
      properties: { id, label: `Site ${id}` },
    })),
  },
};

const noTiles = {
  id: 'none',
  name: 'None',
  url: 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=',
  attribution: '',
  maxZoom: 18,
  tileSize: 256,
  dark: false,
  crossOrigin: 'anonymous',
} as const;

function createHost(): HTMLElement {
  const host = document.createElement('div');
  host.style.height = '100%';
  document.getElementById('root')?.replaceChildren(host);
  return host;
}

const mapOf = (content: ReactNode) => (
  <MapView
    center={center}
    zoom={zoom}
    homeView={{ center, zoom }}
    basemap={noTiles}
    theme="light"
    label="Points"
  >
    {content}
  </MapView>
);

/** Milliseconds from loaded features to the painted map of the kit. */
async function kit(): Promise<number> {
  const host = createHost();
  const root = createRoot(host);
  const map = (layers: readonly StyleLayer[]) =>
    mapOf(<StyledLayers layers={layers} data={data} paintOverrides={overrides} />);
  flushSync(() => root.render(map([])));
  await waitForPaint();
  const began = performance.now();
  flushSync(() => root.render(map([layer])));
  const taken = (await waitForPaint()) - began;
  root.unmount();
  return taken;
}

const label = createRef<HoverLabelHandle>();

function showName(hit: FeatureHit | null): void {
  label.current?.name(hit && { position: hit.latlng, text: String(hit.feature.properties?.label) });
}

/** The map of the kit, which names the point under the pointer, as the public map does. */
const namedPoints = mapOf(
  <>
    <StyledLayers layers={[layer]} data={data} paintOverrides={overrides} onHover={showName} />
    <HoverLabel ref={label} />
  </>,
);

/** Leaves the map mounted, to measure pointer moves. */
async function standingMap(): Promise<number> {
  const host = createHost();
  flushSync(() => createRoot(host).render(namedPoints));
  await waitForPaint();
  return 0;
}

/** The same with bare Leaflet. */
async function bare(): Promise<number> {
  const host = createHost();
  const map = L.map(host, { preferCanvas: true }).setView([...center], zoom);
  await waitForPaint();
  const began = performance.now();
  const renderer = L.canvas();
  for (const { lat, lon } of places) {
    L.circleMarker([lat, lon], {
      renderer,
      radius: 6,
      weight: 1,
      color: '#ffffff',
      fillColor: '#0b6597',
      fillOpacity: 0.9,
    }).addTo(map);
  }
  const taken = (await waitForPaint()) - began;
  map.remove();
  return taken;
}

export const points = { mapKit: kit, bareLeaflet: bare, standingMap };
