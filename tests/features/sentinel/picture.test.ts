import { expect, test } from 'vitest';
import { type DrawnWell, pictureOf } from '#features/sentinel/screen/picture.ts';

const well = (loc_ndx: number, days: readonly number[], depths: readonly number[]): DrawnWell => ({
  location: { loc_ndx },
  days,
  depths,
  maxGap: 40,
});

test('draws each water level from its first reading, up where it rose, on one scale around 0', () => {
  const picture = pictureOf([well(1, [100, 130, 160], [50, 48.5, 53.2]), well(2, [90, 150], [10, 10.4])]);
  expect(picture).toMatchObject({ span: [90, 160], range: [-4, 4] });
  expect(picture?.lines.map(({ ndx, ys }) => [ndx, ys.map((each) => each.toFixed(1))])).toEqual([
    [1, ['0.0', '1.5', '-3.2']],
    [2, ['0.0', '-0.4']],
  ]);
});

test('leaves out wells without two readings, and is nothing without any', () => {
  expect(pictureOf([well(1, [], []), well(2, [100], [5])])).toBeUndefined();
  expect(pictureOf([well(1, [100], [5]), well(2, [1, 2], [5, 5])])).toMatchObject({
    lines: [{ ndx: 2 }],
    range: [-1, 1],
  });
});
