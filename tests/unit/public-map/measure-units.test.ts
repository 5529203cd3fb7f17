import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  metersToFeet,
  metersToMiles,
  squareMetersToAcres,
  squareMetersToSquareFeet,
  squareMetersToSquareMiles,
} from '#features/public-map/screen/drawing/measure-units.ts';
import { forAll } from '../../support/for-all.ts';

it('converts by the specified factors', () => {
  expect(squareMetersToAcres(4047)).toBe(1);
  expect(squareMetersToSquareFeet(1)).toBe(10.7639);
  expect(metersToFeet(1000)).toBe(3280.84);
});

it('has 5,280 feet in a mile and 640 acres in a square mile', () =>
  forAll([fc.double({ min: 0.001, max: 1e12, noNaN: true })], 100, (measure) => {
    expect(metersToFeet(measure) / metersToMiles(measure)).toBeCloseTo(5280, 6);
    expect(squareMetersToAcres(measure) / squareMetersToSquareMiles(measure)).toBeCloseTo(640, 6);
  }));
