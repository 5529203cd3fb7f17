import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maxLocationsPerAxis } from '#domain/time-series/site-comparison.ts';
import {
  chooseDates,
  chooseHuc8s,
  chooseLocations,
  chooseParameter,
  emptySelection,
  emptySide,
  isSameSelection,
  type Selection,
  sides,
  toggleLocation,
  whyNotReady,
} from '#features/time-series/rules/selection.ts';
import { forAll } from '../../support/for-all.ts';

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 12 });
const side = fc
  .record({ parameter: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }), locations: ids })
  .map(({ parameter, locations }) => (parameter === undefined ? emptySide : { parameter, locations }));
const day = fc.option(fc.constantFrom('1999-10-01', '2020-02-29', '2025-09-30'), { nil: undefined });
const selections: fc.Arbitrary<Selection> = fc.record({
  huc8s: ids,
  left: side,
  right: side,
  start: day,
  end: day,
});
const aSide = fc.constantFrom(...sides);

describe('changing the HUC8s', () => {
  test('clears the parameters and the locations of both axes, and nothing else', () =>
    forAll([selections, ids], 100, (selection, huc8s) => {
      const next = chooseHuc8s(selection, huc8s);
      if (huc8s.toSorted().join() === selection.huc8s.toSorted().join()) {
        expect(next).toBe(selection);
      } else {
        expect(next).toEqual({ ...selection, huc8s, left: emptySide, right: emptySide });
      }
    }));

  test('changes nothing if they are the same in another order', () => {
    const selection = { ...emptySelection, huc8s: [1, 2], left: { parameter: 1, locations: [4] } };
    expect(chooseHuc8s(selection, [2, 1])).toBe(selection);
  });
});

describe('changing a parameter', () => {
  test('clears the locations of its axis and leaves the other axis unchanged', () =>
    forAll([selections, aSide, fc.integer({ min: 1, max: 12 })], 100, (selection, which, parameter) => {
      const next = chooseParameter(selection, which, parameter);
      const other = which === 'left' ? 'right' : 'left';
      expect(next[other]).toEqual(selection[other]);
      expect(next.huc8s).toEqual(selection.huc8s);
      expect(next[which].parameter).toBe(parameter);
      expect(next[which].locations).toEqual(
        selection[which].parameter === parameter ? selection[which].locations : [],
      );
    }));
});

describe('choosing locations', () => {
  test('removes duplicates, preserves the order and stops at the maximum', () => {
    const many = Array.from({ length: 80 }, (_, index) => index + 1);
    const selection = chooseParameter(emptySelection, 'left', 1);
    expect(chooseLocations(selection, 'left', [3, 3, 2]).left.locations).toEqual([3, 2]);
    expect(chooseLocations(selection, 'left', many).left.locations).toEqual(
      many.slice(0, maxLocationsPerAxis),
    );
  });

  test('needs a parameter', () => {
    expect(chooseLocations(emptySelection, 'right', [3])).toBe(emptySelection);
  });

  test('toggling a location twice changes nothing', () =>
    forAll([selections, aSide, fc.integer({ min: 61, max: 99 })], 100, (selection, which, location) => {
      const twice = toggleLocation(toggleLocation(selection, which, location), which, location);
      expect(isSameSelection(twice, selection)).toBe(true);
    }));
});

describe('Submit', () => {
  test('is possible if, and only if, both axes have a location and the dates are in order', () =>
    forAll([selections], 100, (selection) => {
      const both = sides.every((which) => selection[which].locations.length > 0);
      const { start, end } = selection;
      const inOrder = start === undefined || end === undefined || start <= end;
      expect(whyNotReady(selection) === undefined).toBe(both && inOrder);
    }));

  test('says what is missing', () => {
    expect(whyNotReady(emptySelection)).toBe('Choose at least one location for the left and the right axis.');
    const left = { ...emptySelection, left: { parameter: 1, locations: [2] } };
    expect(whyNotReady(left)).toBe('Choose at least one location for the right axis.');
    const both = { ...left, right: { parameter: 7, locations: [3] } };
    expect(whyNotReady(chooseDates(both, { start: '2020-01-02', end: '2020-01-01' }))).toBe(
      'The start date is after the end date.',
    );
  });
});
