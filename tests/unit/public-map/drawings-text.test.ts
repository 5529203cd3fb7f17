import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  describeDrawingHint,
  formatDrawings,
  parseDrawings,
} from '#features/public-map/screen/drawing/drawings-text.ts';
import type { Drawing, LatLon } from '#kits/map/index.ts';
import { encodePolyline, type Position } from '#lib/geometry/shapes.ts';
import { forAll } from '../../support/for-all.ts';

const line = (...points: Position[]) => encodePolyline(points, 6);

describe('a broken text', () => {
  it.each([
    ['an unknown kind', 'x_igorA~o|ruE'],
    ['a kind without points', 'l'],
    ['a polyline that breaks off', 'l_igorA~'],
    ['letters that no polyline has', 'l!!"'],
    ['a page of markup', '<script>alert(1)</script>'],
    ['a line of two identical points', `l${line([-112, 43], [-112, 43])}`],
    ['a line of one point', `l${line([-112, 43])}`],
    ['a polygon of two points', `p${line([-112, 43], [-111, 43])}`],
    ['a polygon whose edges cross', `p${line([0, 0], [1, 1], [1, 0], [0, 1])}`],
    ['a rectangle without a height', `r${line([0, 0], [1, 0])}`],
    ['a rectangle of three corners', `r${line([0, 0], [1, 0], [1, 1])}`],
    ['a circle without a radius', `c${line([0, 0])}`],
    ['a circle of radius 0', `c0${line([0, 0])}`],
    ['a circle larger than the earth', `c99999999${line([0, 0])}`],
    ['a radius of a line', `l5${line([0, 0], [1, 0])}`],
    ['two markers in one', `m${line([0, 0], [1, 0])}`],
    ['a latitude beyond the pole', `m${line([0, 91])}`],
    ['a longitude twice around the earth', `m${line([541, 0])}`],
    ['too many points', `l${line(...Array.from({ length: 1001 }, (_, at): Position => [at / 100, 0]))}`],
  ])('leaves out %s, and counts it', (_, text) => {
    expect(parseDrawings(text)).toEqual({ drawings: [], failures: 1 });
    expect(parseDrawings(`${text},m${line([-112, 43])}`)).toEqual({
      drawings: [{ kind: 'marker', points: [[43, -112]] }],
      failures: 1,
    });
  });

  it('reads the first hundred drawings', () => {
    const many = Array.from({ length: 150 }, () => `m${line([0, 0])}`).join(',');
    const { drawings, failures } = parseDrawings(many);
    expect([drawings.length, failures]).toEqual([100, 50]);
  });
});

test('reads a shape over the antimeridian in one piece', () => {
  const points: LatLon[] = [
    [10, 179],
    [10, 181],
    [12, 181],
  ];
  const text = formatDrawings([{ kind: 'polygon', points }]);
  expect(parseDrawings(text).drawings).toEqual([{ kind: 'polygon', points }]);
});

const place: fc.Arbitrary<LatLon> = fc
  .tuple(fc.integer({ min: -90e6, max: 90e6 }), fc.integer({ min: -180e6, max: 180e6 }))
  .map(([lat, lon]) => [lat / 1e6, lon / 1e6]);
const drawing: fc.Arbitrary<Drawing> = fc.oneof(
  place.map((point): Drawing => ({ kind: 'marker', points: [point] })),
  fc
    .tuple(place, fc.integer({ min: 1, max: 1e7 }))
    .map(([point, radius]): Drawing => ({ kind: 'circle', points: [point], radiusMeters: radius / 10 })),
  fc
    .uniqueArray(place, { minLength: 2, maxLength: 9, selector: String })
    .map((points): Drawing => ({ kind: 'line', points })),
);

test('reads again what it has written', () =>
  forAll([fc.array(drawing, { maxLength: 5 })], 60, (drawings) => {
    expect(parseDrawings(formatDrawings(drawings))).toEqual({ drawings, failures: 0 });
  }));

const mode = { kind: 'drawing', shape: 'line', points: 0, problem: null, byKeyboard: false } as const;
const keys = { shape: 'circle', byKeyboard: true } as const;

test.each([
  [{}, true, 'Tap to add points'],
  [{}, false, 'Click to add points'],
  [{ shape: 'polygon', problem: 'crossing' }, false, 'The edges may not cross. Click to add points'],
  [{ problem: 'too-small' }, true, 'That was too small to measure. Tap to add points'],
  [keys, false, 'Arrow keys move the map, Enter to set the middle at the cross'],
  [{ ...keys, points: 1 }, false, 'Arrow keys move the map, Enter to set the edge at the cross'],
  [
    { ...keys, problem: 'same-place' },
    false,
    'There is a point here already. Arrow keys move the map, Enter to set the middle at the cross',
  ],
] as const)('hints %j, with a finger %s, as “%s”', (change, isTouch, hint) => {
  expect(describeDrawingHint({ ...mode, ...change }, isTouch)).toBe(hint);
});
