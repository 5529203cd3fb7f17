import { describe, expect, test } from 'vitest';
import { toFormValues } from '#features/records/screen/form-values.ts';
import { describeDoubt, doubtPlace, findDoubtedPlace } from '#features/records/screen/place-doubt.ts';
import { modelOf } from '../../support/record-screens.ts';

const extent = { west: -115, south: 42, east: -110, north: 44.5 };

describe('a place', () => {
  test.each([
    ['in the basin', 43.5, -112.5],
    ['on its edge', 42, -115],
    ['a few miles outside', 41.7, -112.5],
  ])('%s is not doubted', (_, lat, lng) => {
    expect(doubtPlace(extent, { lat, lng })).toBeUndefined();
  });

  test.each([
    ['swapped', -112.5, 43.5, undefined, [43.5, -112.5]],
    ['without the minus sign', 43.5, 112.5, 5691, [43.5, -112.5]],
    ['swapped, without the minus sign', 112.5, 43.5, undefined, [43.5, -112.5]],
    ['with the minus sign at the latitude', -43.5, 112.5, 10_058, [43.5, -112.5]],
    ['with two minus signs', -43.5, -112.5, 5900, [43.5, -112.5]],
    ['0, 0', 0, 0, 7194, undefined],
    ['the next basin but one', 40, -112.5, 138, undefined],
    ['no place on Earth', 500, 500, undefined, undefined],
  ] as const)('%s is doubted, with what was meant', (_, lat, lng, miles, meant) => {
    const doubt = doubtPlace(extent, { lat, lng });
    expect(doubt?.meant).toEqual(meant && { lat: meant[0], lng: meant[1] });
    if (miles === undefined) expect(doubt?.miles).toBeUndefined();
    else expect(Math.abs((doubt?.miles ?? 0) - miles) / miles).toBeLessThan(0.02);
  });

  test('has its distance in the question', () => {
    expect(describeDoubt({ miles: 1204, meant: undefined })).toBe(
      'This place is 1,204 miles outside the basin.',
    );
    expect(describeDoubt({ miles: undefined, meant: undefined })).toBe('This is no place on Earth.');
  });
});

describe('the coordinates of a form', () => {
  const { fields } = modelOf('locations').model;
  const typed = (latitude: string, longitude: string) => ({ coordinates: { latitude, longitude } });
  const find = (values: object, saved?: { latitude_dd: number; longitude_dd: number }) =>
    findDoubtedPlace(
      { fields, extent },
      { ...toFormValues(fields), ...values },
      saved && { coordinates: saved },
    );

  test('are doubted as typed', () => {
    expect(find(typed('43.50', '112.5'))).toMatchObject({
      field: 'coordinates',
      typed: '43.50, 112.5',
      doubt: { meant: { lat: 43.5, lng: -112.5 } },
    });
  });

  test('are not doubted while they are incomplete, or if they were saved before', () => {
    expect(find(typed('43.5', ''))).toBeUndefined();
    expect(find(typed('43.5', 'west'))).toBeUndefined();
    expect(find(typed('10', '20'), { latitude_dd: 10, longitude_dd: 20 })).toBeUndefined();
    expect(find(typed('10', '21'), { latitude_dd: 10, longitude_dd: 20 })).toBeDefined();
  });

  test('of a model without coordinates are never doubted', () => {
    const { fields: none } = modelOf('datasets').model;
    expect(findDoubtedPlace({ fields: none, extent }, toFormValues(none), undefined)).toBeUndefined();
  });
});
