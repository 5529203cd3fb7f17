import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { acres, feet, formatMeasure, squareFeet } from '#domain/measure.ts';

it('knows the definitions', () => {
  expect(acres(4046.8564224)).toBe(1);
  expect(feet(0.3048)).toBe(1);
  expect(squareFeet(4046.8564224)).toBeCloseTo(43_560, 6);
  // A section of land: a mile by a mile.
  expect(acres(1609.344 ** 2)).toBeCloseTo(640, 9);
});

it('keeps acres and square feet in step', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.001, max: 1e12, noNaN: true }), (area) => {
      expect(squareFeet(area) / acres(area)).toBeCloseTo(43_560, 6);
    }),
  );
});

it('shows small figures with two decimals and large ones whole', () => {
  expect(formatMeasure(0.5)).toBe('0.50');
  expect(formatMeasure(999.994)).toBe('999.99');
  expect(formatMeasure(1234.5)).toBe('1,235');
});
