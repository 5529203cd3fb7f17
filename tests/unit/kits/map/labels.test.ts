import { expect, test } from 'vitest';
import { toWorld } from '#kits/map/canvas/geometry.ts';
import { Scene } from '#kits/map/canvas/scene.ts';
import { compileLayer } from '#kits/map/style/compile.ts';
import type { StyleLayer } from '#kits/map/types.ts';

interface Written {
  readonly text: string;
  readonly x: number;
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
    fillText: (text: string, x: number, y: number) => written.push({ text, x, y }),
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
  {
    id: 'lake-names',
    type: 'symbol',
    source: 'lakes',
    layout: { 'text-field': '{name}', 'text-size': 10 },
    drawOrder: -1,
  },
  {
    id: 'river-names',
    type: 'symbol',
    source: 'rivers',
    layout: { 'text-field': '{name}', 'text-size': 10 },
    drawOrder: -2,
  },
];
const compiled = layers.map((layer) => compileLayer(layer, null, warn));

/** The names drawn for sites at pixels east and south of the center of a frame of 400 by 400. */
function drawLabels(
  sites: readonly (readonly [name: string, x: number, y: number])[],
  highlighted: string | null,
  lakes: readonly (readonly [name: string, x: number, y: number])[] = [],
  river: readonly (readonly [x: number, y: number])[] = [],
) {
  const scale = 2 ** 12;
  const middle = toWorld(43, -112);
  const lonPerPixel = 360 / (256 * scale);
  const latPerPixel = lonPerPixel * Math.cos((43 * Math.PI) / 180);
  const toPosition = (x: number, y: number) => [-112 + x * lonPerPixel, 43 - y * latPerPixel];
  const features = sites.map(([name, x, y]) => ({
    type: 'Feature' as const,
    id: name,
    geometry: { type: 'Point', coordinates: toPosition(x, y) },
    properties: { name },
  }));
  const areas = lakes.map(([name, x, y]) => {
    const ring = [toPosition(x, y), toPosition(x + 30, y), toPosition(x, y + 30), toPosition(x, y)];
    return {
      type: 'Feature' as const,
      geometry: { type: 'Polygon', coordinates: [ring] },
      properties: { name },
    };
  });
  const course = {
    type: 'Feature' as const,
    geometry: { type: 'LineString', coordinates: river.map(([x, y]) => toPosition(x, y)) },
    properties: { name: 'River' },
  };
  const scene = new Scene(warn);
  scene.update({
    layers: compiled,
    data: {
      sites: { type: 'FeatureCollection', features },
      lakes: { type: 'FeatureCollection', features: areas },
      rivers: { type: 'FeatureCollection', features: [course] },
    },
    hidden: new Set(),
    inert: new Set(),
    overrides: {},
    highlighted,
    emphasized: null,
    featureKey: ({ id }) => String(id),
  });
  const { context, written } = createRecordingContext();
  const frame = { context, width: 400, height: 400, marginX: 0, marginY: 0, zoom: 11, scale };
  const origin = { originX: middle.x * scale - 200, originY: middle.y * scale - 200 };
  const palette = { ink: '#000000', ground: '#ffffff', accent: '#0000ff' };
  scene.draw({ ...frame, ...origin }, palette, 'sans-serif');
  return written;
}

/** The box of a written name: letters are 6 pixels wide and 12 tall. */
const boxOf = ({ text, x, y }: Written) => ({
  left: x - text.length * 3,
  right: x + text.length * 3,
  top: y - 6,
  bottom: y + 6,
});

const overlap = (one: ReturnType<typeof boxOf>, other: ReturnType<typeof boxOf>): boolean =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;

const near = [
  ['First', 0, 0],
  ['Second', 4, 3],
] as const;

test('draws the selected site’s name first, outside its ring', () => {
  const selected = drawLabels(near, 'Second').find(({ text }) => text === 'Second');
  // The ring extends 12 pixels from the site; half a line of text is 6.
  expect(selected?.y).toBeGreaterThanOrEqual(203 + 12 + 6);
});

test('draws no name on a site, on the ring or on another name', () => {
  const sites = Array.from(
    { length: 40 },
    (_, index) => [`Site ${index}`, ((index * 67) % 360) - 180, ((index * 97) % 360) - 180] as const,
  );
  const written = drawLabels(sites, 'Site 3');
  expect(written.length).toBeGreaterThan(10);
  written.forEach((one, index) => {
    for (const other of written.slice(0, index)) expect(overlap(boxOf(one), boxOf(other))).toBe(false);
    for (const [, x, y] of sites) {
      const dot = { left: 195 + x, right: 205 + x, top: 195 + y, bottom: 205 + y };
      if (one.text !== 'Site 3') expect(overlap(boxOf(one), dot)).toBe(false);
    }
  });
});

test('draws no name that the map’s edge would cut', () => {
  const edge = [
    ['Western edge', -198, 0],
    ['Southern edge', 0, 198],
  ] as const;
  const written = drawLabels(edge, null);
  expect(written).toHaveLength(2);
  for (const { left, right, top, bottom } of written.map(boxOf)) {
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(400);
    expect(top).toBeGreaterThanOrEqual(0);
    expect(bottom).toBeLessThanOrEqual(400);
  }
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

test('writes the name of an area once, and not at all where a point has the same one', () => {
  const lakes = [
    ['Mud Lake', 100, 100],
    ['Mud Lake', -100, 100],
    ['Dam', -100, -100],
  ] as const;
  const written = drawLabels([['Dam', 0, 0]], null, lakes).map(({ text }) => text);
  expect(written.toSorted()).toEqual(['Dam', 'Mud Lake']);
});

/** A course from west to east, a place every 10 pixels. */
const course = Array.from({ length: 31 }, (_, at) => [at * 10 - 150, 0] as const);

test('draws the name of a river beside it, in the middle of what is visible', () => {
  expect(drawLabels([], null, [], course)).toEqual([{ text: 'River', x: 200, y: 190 }]);
  const toTheEast = course.map(([x, y]) => [x + 200, y] as const);
  const [name] = drawLabels([], null, [], toTheEast);
  expect(name?.x).toBeGreaterThan(250);
  expect(name?.x).toBeLessThan(400);
});

test('moves the name of a river along it to where there are no sites, and omits it without such a place', () => {
  const inTheMiddle = [-60, -40, -20, 0, 20, 40, 60].map((x) => ['', x, 0] as const);
  const [moved] = drawLabels(inTheMiddle, null, [], course).filter(({ text }) => text === 'River');
  expect(Math.abs((moved?.x ?? 200) - 200)).toBeGreaterThan(70);
  const everywhere = course.flatMap(([x]) => [-20, -10, 0, 10, 20].map((y) => ['', x, y] as const));
  expect(drawLabels(everywhere, null, [], course).filter(({ text }) => text === 'River')).toEqual([]);
});
