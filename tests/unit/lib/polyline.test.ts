import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodePolyline, encodePolyline, type Position } from '#lib/geometry/shapes.ts';
import { forAll } from '../../support/for-all.ts';

/** The example of the format's definition. */
const example = '_p~iF~ps|U_ulLnnqC_mqNvxq`@';
const line: Position[] = [
  [-120.2, 38.5],
  [-120.95, 40.7],
  [-126.453, 43.252],
];

test('encodes and decodes the example of its definition', () => {
  expect(encodePolyline(line, 5)).toBe(example);
  expect(decodePolyline(example, 5)).toEqual(line);
});

test('decodes what it has encoded, rounded to its precision', () => {
  const degrees = (limit: number) => fc.integer({ min: -limit * 1e4, max: limit * 1e4 });
  forAll([fc.array(fc.tuple(degrees(180), degrees(90)))], 100, (positions) => {
    const rounded = positions.map(([lon, lat]): Position => [lon / 1e4, lat / 1e4]);
    const text = encodePolyline(rounded, 4);
    expect(text).toMatch(/^[?-~]*$/);
    expect(decodePolyline(text, 4)).toEqual(rounded);
  });
});

test('never decodes half of a position, or anything from other characters', () =>
  forAll([fc.string()], 100, (text) => {
    try {
      const decoded = decodePolyline(text, 4);
      expect(decoded.flat().every(Number.isFinite)).toBe(true);
      expect(text).toMatch(/^[?-~]*$/);
    } catch (error) {
      expect(error).toBeInstanceOf(RangeError);
    }
  }));

test.each([
  ['a character that is not used', '_p~iF~ps|U é', '" " at character 11 is not used'],
  ['a number that breaks off', '_p~iF~ps|', 'it breaks off within a number'],
  ['a latitude without a longitude', '_p~iF', 'the last position has no longitude'],
  ['a number without an end', '~~~~~~~~~~~~?', 'is too large'],
])('refuses %s', (_, text, message) => {
  expect(() => decodePolyline(text, 5)).toThrow(message);
});
