import { expect, test } from 'vitest';
import { regress } from '#lib/regression.ts';

const line = regress([[1], [2], [3], [4], [5]], [2.1, 3.9, 6.2, 7.8, 10.1]);

// Expected figures: numpy.linalg.lstsq; the leave-one-out residuals by fitting again without each row.
test('fits a line with its errors', () => {
  expect(line?.coefficients[0]).toBeCloseTo(0.05, 12);
  expect(line?.coefficients[1]).toBeCloseTo(1.99, 12);
  expect(line?.degreesOfFreedom).toBe(3);
  expect(line?.standardError).toBeCloseTo(Math.sqrt(0.107 / 3), 12);
  expect(line?.predict([6])).toBeCloseTo(11.99, 12);
  expect(line?.predictionError([6])).toBeCloseTo(Math.sqrt((0.107 / 3) * (1 + 1.1)), 12);
  const withoutFirst = regress([[2], [3], [4], [5]], [3.9, 6.2, 7.8, 10.1]);
  expect(line?.leaveOneOutResiduals[0]).toBeCloseTo(2.1 - (withoutFirst?.predict([1]) ?? 0), 12);
});

test('without columns is the mean', () => {
  const mean = regress([[], [], []], [1, 2, 6]);
  expect(mean?.predict([])).toBeCloseTo(3, 12);
  expect(mean?.standardError).toBeCloseTo(Math.sqrt(7), 12);
  expect(mean?.predictionError([])).toBeCloseTo(Math.sqrt(7 * (1 + 1 / 3)), 12);
});

test.each([
  ['no row', [], []],
  ['as many rows as coefficients', [[1], [2]], [1, 2]],
  ['a column that never varies', [[0.1], [0.1], [0.1], [0.1]], [1, 2, 3, 4]],
  ['a column that is only zero', [[0], [0], [0]], [1, 2, 3]],
  [
    'a column that is twice another one',
    [
      [1, 2],
      [2, 4],
      [4, 8],
      [7, 14],
    ],
    [1, 2, 3, 4],
  ],
])('is undefined with %s', (_, rows, values) => {
  expect(regress(rows, values)).toBeUndefined();
});

test('keeps its digits for columns of millions', () => {
  const rows = Array.from({ length: 20 }, (_, at) => [3e6 + 1000 * at, 2e6 + 777 * ((at * 7) % 20)]);
  const fit = regress(
    rows,
    rows.map(([one = 0, other = 0]) => 5 + 0.6 * one - 0.3 * other),
  );
  expect(fit?.coefficients[1]).toBeCloseTo(0.6, 9);
  expect(fit?.coefficients[2]).toBeCloseTo(-0.3, 9);
});
