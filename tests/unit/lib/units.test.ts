import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { metersToFeet, squareMetersToAcres, squareMetersToSquareFeet } from '#lib/units.ts';
import { forAll } from '../../support/for-all.ts';

it('converts by the exact definitions', () => {
  expect(squareMetersToAcres(4046.8564224)).toBe(1);
  expect(metersToFeet(0.3048)).toBe(1);
  expect(squareMetersToSquareFeet(4046.8564224)).toBeCloseTo(43_560, 6);
  // A section of land is a square mile.
  expect(squareMetersToAcres(1609.344 ** 2)).toBeCloseTo(640, 9);
});

it('converts acres and square feet consistently', () =>
  forAll([fc.double({ min: 0.001, max: 1e12, noNaN: true })], 100, (area) => {
    expect(squareMetersToSquareFeet(area) / squareMetersToAcres(area)).toBeCloseTo(43_560, 6);
  }));
