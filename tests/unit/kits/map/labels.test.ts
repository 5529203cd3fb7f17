import { expect, test } from 'vitest';
import { toWorld } from '#kits/map/canvas/geometry.ts';
import { Scene } from '#kits/map/canvas/scene.ts';
import { compileLayer } from '#kits/map/style/compile.ts';
import type { StyleLayer } from '#kits/map/types.ts';

interface Written {
  readonly text: string;
  readonly y: number;
}

/** A canvas context that only records the text written on it; letters are 6 pixels wide. */
function createRecordingContext(): {
  readonly context: CanvasRenderingContext2D;
  readonly written: Written[];
} {
  const written: Written[] = [];
  const context: CanvasRenderingContext2D = Object.create(null);
  const nothing = () => {};
  Object.assign(context, {
    measureText: (text: string) => ({ width: text.length * 6 }),
    fillText: (text: string, _x: number, y: number) => written.push({ text, y }),
    strokeText: nothing,
    beginPath: nothing,
    arc: nothing,
    fill: nothing,
    stroke: nothing,
  });
  return { context, written };
}

const warn = (message: string): void => {
  throw new Error(message);
};

const layers: StyleLayer[] = [
  { id: 'dots', type: 'circle', source: 'sites', paint: { 'circle-radius': 5 } },
  {
    id: 'names',
    type: 'symbol',
    source: 'sites',
    layout: { 'text-field': '{name}', 'text-size': 10, 'text-anchor': 'top', 'text-offset': [0, 0.6] },
  },
];
const compiled = layers.map((layer) => compileLayer(layer, null, warn));

/** The names drawn for sites at pixels east and south of the center of a frame of 400 by 400. */
function drawLabels(
  sites: readonly (readonly [name: string, x: number, y: number])[],
  highlighted: string | null,
) {
  const scale = 2 ** 12;
  const middle = toWorld(43, -112);
  const lonPerPixel = 360 / (256 * scale);
  const latPerPixel = lonPerPixel * Math.cos((43 * Math.PI) / 180);
  const features = sites.map(([name, x, y]) => ({
    type: 'Feature' as const,
    id: name,
    geometry: { type: 'Point', coordinates: [-112 + x * lonPerPixel, 43 - y * latPerPixel] },
    properties: { name },
  }));
  const scene = new Scene(warn);
  scene.update({
    layers: compiled,
    data: { sites: { type: 'FeatureCollection', features } },
    hidden: new Set(),
    inert: new Set(),
    overrides: {},
    highlighted,
    featureKey: ({ id }) => String(id),
  });
  const { context, written } = createRecordingContext();
  const frame = { context, width: 400, height: 400, zoom: 11, scale };
  const origin = { originX: middle.x * scale - 200, originY: middle.y * scale - 200 };
  const palette = { ink: '#000000', ground: '#ffffff', accent: '#0000ff' };
  scene.draw({ ...frame, ...origin }, palette, 'sans-serif');
  return written;
}

test('draws the selected site’s name, outside its ring, when two names compete for a place', () => {
  const near = [
    ['First', 0, 0],
    ['Second', 4, 3],
  ] as const;
  expect(drawLabels(near, null).map(({ text }) => text)).toEqual(['First']);
  const [only, ...others] = drawLabels(near, 'Second');
  expect(others).toEqual([]);
  expect(only?.text).toBe('Second');
  // The ring extends 12 pixels from the site; half a line of text is 6.
  expect(only?.y).toBeGreaterThanOrEqual(203 + 12 + 6);
});

test('draws no name under the ring', () => {
  const above = [
    ['Above', 0, -14],
    ['Selected', 0, 0],
  ] as const;
  expect(drawLabels(above, null).map(({ text }) => text)).toContain('Above');
  expect(drawLabels(above, 'Selected').map(({ text }) => text)).toEqual(['Selected']);
});

test('draws the names of sites at the same place below one another', () => {
  const written = drawLabels(
    [
      ['One', 0, 0],
      ['Two', 0, 0],
      ['Three', 0, 0],
    ],
    null,
  );
  expect(written.map(({ text }) => text)).toEqual(['One', 'Two', 'Three']);
  const [one, two, three] = written.map(({ y }) => y);
  expect((two ?? 0) - (one ?? 0)).toBeGreaterThanOrEqual(12);
  expect((three ?? 0) - (two ?? 0)).toBeGreaterThanOrEqual(12);
});
