import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptySelection, emptySide, type Selection } from '#features/time-series/rules/selection.ts';
import {
  isAnyDropped,
  locationsWith,
  parametersIn,
  restoreSelection,
} from '#features/time-series/screen/choices.ts';
import { forAll } from '../../support/for-all.ts';

const huc8s = [{ huc8_ndx: 1 }, { huc8_ndx: 2 }, { huc8_ndx: 3 }];
const parameters = [
  { parameter_ndx: 1, huc8_ndx_array: [1, 2] },
  { parameter_ndx: 7, huc8_ndx_array: [2] },
  { parameter_ndx: 9, huc8_ndx_array: [] },
];
const locations = [
  { loc_ndx: 10, huc8_ndx_array: [1], parameter_ndx_array: [1] },
  { loc_ndx: 11, huc8_ndx_array: [2], parameter_ndx_array: [7, 1] },
  { loc_ndx: 12, huc8_ndx_array: [], parameter_ndx_array: [9] },
];
const all = { huc8s, parameters, locations };
const saved: Selection = {
  huc8s: [2],
  left: { parameter: 1, locations: [11] },
  right: { parameter: 7, locations: [11] },
  start: '2020-01-01',
  end: undefined,
};

describe('filtering', () => {
  test('filters parameters by HUC8s', () => {
    expect(parametersIn(parameters, []).map((each) => each.parameter_ndx)).toEqual([1, 7, 9]);
    expect(parametersIn(parameters, [1, 3]).map((each) => each.parameter_ndx)).toEqual([1]);
  });

  test('offers all locations in the HUC8s that have the parameter, and no others', () => {
    const some = fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 4 });
    const place = fc.record({ loc_ndx: fc.nat(), huc8_ndx_array: some, parameter_ndx_array: some });
    forAll([fc.array(place), some, fc.integer({ min: 1, max: 6 })], 100, (places, chosen, parameter) => {
      const offered = new Set(locationsWith(places, chosen, parameter));
      for (const each of places) {
        const inHuc8s = chosen.length === 0 || chosen.some((huc8) => each.huc8_ndx_array.includes(huc8));
        expect(offered.has(each)).toBe(inHuc8s && each.parameter_ndx_array.includes(parameter));
      }
    });
  });
});

describe('restoring in stages', () => {
  test('restores only the dates before the first list is loaded', () => {
    expect(restoreSelection(saved, {}).selection).toEqual({ ...emptySelection, start: '2020-01-01' });
  });

  test('restores HUC8s, then parameters, then locations', () => {
    const first = restoreSelection(saved, { huc8s });
    expect(first.selection).toMatchObject({ huc8s: [2], left: emptySide, right: emptySide });
    const second = restoreSelection(saved, { huc8s, parameters });
    expect(second.selection.left).toEqual({ parameter: 1, locations: [] });
    const third = restoreSelection(saved, all);
    expect(third.selection).toEqual(saved);
    for (const { dropped } of [first, second, third]) expect(isAnyDropped(dropped)).toBe(false);
  });

  test('drops and returns ids that no longer exist', () => {
    const { selection, dropped } = restoreSelection(
      {
        ...saved,
        huc8s: [2, 8],
        left: { parameter: 1, locations: [11, 99, 10] },
        right: { parameter: 5, locations: [4] },
      },
      all,
    );
    expect(selection.huc8s).toEqual([2]);
    expect(selection.left.locations).toEqual([11]);
    expect(selection.right).toEqual(emptySide);
    expect(dropped).toEqual({ huc8s: [8], parameters: [5], locations: [99, 10] });
  });

  test('sets the first parameter of a location that comes without one', () => {
    const wanted = { ...emptySelection, left: { parameter: undefined, locations: [11] } };
    expect(restoreSelection(wanted, all).selection.left).toEqual({ parameter: 7, locations: [11] });
    expect(
      restoreSelection({ ...emptySelection, left: { parameter: undefined, locations: [77] } }, all),
    ).toEqual({
      selection: emptySelection,
      dropped: { huc8s: [], parameters: [], locations: [77] },
    });
  });

  test('restores only what the lists offer', () => {
    const some = fc.uniqueArray(fc.integer({ min: 1, max: 14 }), { maxLength: 5 });
    const axis = fc.record({
      parameter: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
      locations: some,
    });
    forAll([some, axis, axis], 100, (chosen, left, right) => {
      const wanted = { huc8s: chosen, left, right, start: undefined, end: undefined };
      const { selection } = restoreSelection(wanted, all);
      expect(restoreSelection(selection, all)).toMatchObject({ selection });
      expect(isAnyDropped(restoreSelection(selection, all).dropped)).toBe(false);
      for (const which of [selection.left, selection.right]) {
        const offered = locationsWith(locations, selection.huc8s, which.parameter).map(
          (each) => each.loc_ndx,
        );
        expect(offered).toEqual(expect.arrayContaining([...which.locations]));
      }
    });
  });
});
