import { describe, expect, test } from 'vitest';
import { maxLocationsPerAxis } from '#domain/time-series/site-comparison.ts';
import { chooseBasket } from '#features/basket/screen/choose-basket.ts';
import { emptySelection } from '#features/time-series/rules/selection.ts';
import { location } from '../../support/fake-server.ts';

const gages = [location(10, [1]), location(11, [1, 7]), location(12, [1])];
const locations = [...gages, location(20, [7], 2)];

describe('choosing the basket for an axis', () => {
  test('takes the sites that have the parameter, after those that are chosen, and names the others', () => {
    const selection = { ...emptySelection, left: { parameter: 1, locations: [12] } };
    const { selection: after, note } = chooseBasket(selection, 'left', [20, 11, 10], locations);
    expect(after.left).toEqual({ parameter: 1, locations: [12, 11, 10] });
    expect(note).toBe('2 of 3 sites have Streamflow; Place 20 does not.');
  });

  test('takes the parameter that the largest number of sites have where none is chosen', () => {
    const { selection, note } = chooseBasket(emptySelection, 'right', [20, 11], locations);
    expect(selection.right).toEqual({ parameter: 7, locations: [20, 11] });
    expect(note).toBeUndefined();
  });

  test('leaves out sites outside the chosen HUC8s', () => {
    const { selection, note } = chooseBasket({ ...emptySelection, huc8s: [2] }, 'left', [20, 11], locations);
    expect(selection.left).toEqual({ parameter: 7, locations: [20] });
    expect(note).toBe('1 of your basket’s sites is outside the chosen HUC8s.');
  });

  test.each([
    [
      'no site of the basket is in the lists',
      emptySelection,
      [99],
      'None of the sites in your basket has a record.',
    ],
    [
      'no site is in the HUC8s',
      { ...emptySelection, huc8s: [2] },
      [10],
      'None of the sites in your basket is in the chosen HUC8s.',
    ],
    [
      'no site has the parameter',
      { ...emptySelection, left: { parameter: 7, locations: [20] } },
      [10],
      'None of the sites in your basket has Depth to Water.',
    ],
  ])('changes nothing, and says why, where %s', (_, selection, basket, note) => {
    expect(chooseBasket(selection, 'left', basket, locations)).toEqual({ selection, note });
  });

  test('ends at the maximum of the axis, and says so', () => {
    const many = Array.from({ length: maxLocationsPerAxis }, (_, at) => 100 + at);
    const selection = { ...emptySelection, left: { parameter: 1, locations: many } };
    const { selection: after, note } = chooseBasket(selection, 'left', [10], locations);
    expect(after.left.locations).toEqual(many);
    expect(note).toBe('The left axis shows at most 50 locations.');
  });
});
