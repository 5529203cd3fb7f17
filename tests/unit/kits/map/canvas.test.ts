import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrastingHalo, luminance, ringHoleColor } from '#kits/map/canvas/draw-shapes.ts';
import { anchorOf, fromWorld, projectFeatures, toWorld } from '#kits/map/canvas/geometry.ts';
import { LabelBoxes, wrapText } from '#kits/map/canvas/place-label.ts';
import { hitTestLayer } from '#kits/map/canvas/scene.ts';
import type { MapFeatureCollection, StyleLayerType } from '#kits/map/types.ts';
import { forAll } from '../../../support/for-all.ts';
import { places } from '../../../support/places.ts';

function collection(...geometries: readonly { type: string; coordinates: unknown }[]): MapFeatureCollection {
  return {
    type: 'FeatureCollection',
    features: geometries.map((geometry, id) => ({ type: 'Feature', id, geometry, properties: {} })),
  };
}

const square = places('-113 43, -112 43, -112 44, -113 44, -113 43');
const hole = places('-112.6 43.4, -112.4 43.4, -112.4 43.6, -112.6 43.6, -112.6 43.4');

function hits(
  type: Exclude<StyleLayerType, 'symbol'>,
  data: MapFeatureCollection,
  [lat, lon]: readonly [number, number],
  style: Record<string, number>,
  tolerance = 0,
): readonly unknown[] {
  const drawables = projectFeatures(data).map((projected) => ({ projected, style }));
  return hitTestLayer(type, drawables, toWorld(lat, lon), 2 ** 8, tolerance).map(({ feature }) => feature.id);
}

test('inverts the projection', () =>
  forAll(
    [fc.double({ min: -84, max: 84, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true })],
    100,
    (lat, lon) => {
      const [lat2, lon2] = fromWorld(toWorld(lat, lon));
      expect(lat2).toBeCloseTo(lat, 8);
      expect(lon2).toBeCloseTo(lon, 8);
    },
  ));

test('skips invalid geometries and draws the others', () => {
  const data = collection(
    { type: 'Point', coordinates: [-112, 43] },
    { type: 'Point', coordinates: ['x', 43] },
    { type: 'Point', coordinates: [Number.NaN, 43] },
    { type: 'LineString', coordinates: null },
    { type: 'Sphere', coordinates: [1, 2] },
    { type: 'MultiPolygon', coordinates: [[square, hole]] },
  );
  expect(projectFeatures(data).map(({ feature, parts }) => [feature.id, parts.length])).toEqual(
    places('0 1, 5 2'),
  );
});

test('hits the nearest point first, and within a larger radius by touch', () => {
  const data = collection(
    { type: 'Point', coordinates: [-112, 43] },
    { type: 'Point', coordinates: [-112.03, 43] },
  );
  const style = { 'circle-radius': 6, 'circle-stroke-width': 1 };
  expect(hits('circle', data, [43, -112.028], style)).toEqual([1, 0]);
  expect(hits('circle', data, [43, -111.9], style)).toEqual([]);
  expect(hits('circle', data, [43, -111.9], style, 14)).toEqual([0]);
});

test('hits the later of two points at the same place first', () => {
  const place = { type: 'Point', coordinates: [-112, 43] };
  expect(hits('circle', collection(place, place), [43, -112], { 'circle-radius': 5 })).toEqual([1, 0]);
});

test('hits areas inside, except in their holes, and lines near their course', () => {
  const area = collection({ type: 'Polygon', coordinates: [square, hole] });
  expect(hits('fill', area, [43.2, -112.8], {})).toEqual([0]);
  expect(hits('fill', area, [43.5, -112.5], {})).toEqual([]);
  expect(hits('fill', area, [44.2, -112.5], {})).toEqual([]);
  const line = collection({ type: 'LineString', coordinates: square });
  expect(hits('line', line, [43.5, -112.01], { 'line-width': 4 }, 3)).toEqual([0]);
  expect(hits('line', line, [43.5, -112.3], { 'line-width': 4 }, 3)).toEqual([]);
});

test('places a label in the middle of an area', () => {
  const [area] = projectFeatures(collection({ type: 'Polygon', coordinates: [square] }));
  if (!area) throw new Error('The area was not read.');
  const [lat, lon] = fromWorld(anchorOf(area));
  expect(lon).toBeCloseTo(-112.5, 6);
  expect(lat).toBeCloseTo(43.5, 1);
});

test('never accepts overlapping labels', () => {
  const box = fc
    .tuple(
      fc.integer({ min: -200, max: 800 }),
      fc.integer({ min: -200, max: 800 }),
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 1, max: 40 }),
    )
    .map(([left, top, width, height]) => ({ left, top, right: left + width, bottom: top + height }));
  forAll([fc.array(box, { maxLength: 60 })], 100, (boxes) => {
    const taken = new LabelBoxes();
    const accepted = boxes.filter((one) => taken.tryReserve(one));
    const overlap = accepted.some((one, index) =>
      accepted
        .slice(index + 1)
        .some(
          (other) =>
            one.left < other.right &&
            one.right > other.left &&
            one.top < other.bottom &&
            one.bottom > other.top,
        ),
    );
    expect(overlap).toBe(false);
    expect(accepted[0]).toBe(boxes[0]);
  });
});

test('breaks texts only between words', () => {
  const measure = (line: string): number => line.length;
  expect(wrapText('Snake River near Heise', 11, measure)).toEqual(['Snake River', 'near Heise']);
  expect(wrapText('Minidoka', 3, measure)).toEqual(['Minidoka']);
});

test('gives a halo the background color that contrasts with the text', () => {
  const palette = { ink: '#1b2328', ground: '#ffffff', accent: '#0b6597' };
  expect(luminance('#fff')).toBeCloseTo(1);
  expect(contrastingHalo('#111111', palette)).toBe('#ffffff');
  expect(contrastingHalo('#ffee88', palette)).toBe('#1b2328');
  expect(contrastingHalo('rgb(1 2 3)', palette)).toBe('#1b2328');
});

test('fills a ring with a color that contrasts with it', () => {
  expect(ringHoleColor('#1f6fb2')).toBe('#ffffff');
  expect(ringHoleColor('#eecc00')).toBe('#1b2328');
  expect(ringHoleColor('rebeccapurple')).toBe('#ffffff');
});

test('finds among thousands of points what testing each of them finds', () => {
  const places = Array.from({ length: 2000 }, (_, at) => [
    -114 + ((at * 0.7548776662) % 1) * 3,
    42 + ((at * 0.6180339887) % 1) * 2,
  ]);
  const drawables = projectFeatures(
    collection(...places.map((coordinates) => ({ type: 'Point', coordinates }))),
  ).map((projected, at) => ({ projected, style: { 'circle-radius': at % 7 === 0 ? 20 : 5 } }));
  const find = (among: typeof drawables, point: { x: number; y: number }) =>
    hitTestLayer('circle', among, point, 2 ** 8, 3).map(({ feature }) => Number(feature.id));
  forAll(
    [fc.double({ min: -115, max: -110, noNaN: true }), fc.double({ min: 41, max: 45, noNaN: true })],
    100,
    (lon, lat) => {
      const point = toWorld(lat, lon);
      const each = drawables.flatMap((drawable) => find([drawable], point));
      expect(find(drawables, point).toSorted()).toEqual(each.toSorted());
    },
  );
});

test('finds many points at one place', () => {
  const same = Array.from({ length: 600 }, () => ({ type: 'Point', coordinates: [-112, 43] }));
  expect(hits('circle', collection(...same), [43, -112], { 'circle-radius': 5 })).toHaveLength(600);
  expect(hits('circle', collection(...same), [44, -112], { 'circle-radius': 5 })).toEqual([]);
});
