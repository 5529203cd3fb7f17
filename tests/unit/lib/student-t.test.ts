import { expect, test } from 'vitest';
import { fSurvival, studentTCumulative, studentTQuantile } from '#lib/regression.ts';

// Expected figures: scipy.stats.t.cdf, t.ppf (exact to about 1e-9) and f.sf.

test.each([
  [0, 5, 0.5],
  [1, 1, 0.7500000000000002],
  [-1, 1, 0.24999999999999978],
  [2.5, 2, 0.9351941398892446],
  [0.3, 3, 0.6081183539800405],
  [1.3, 17, 0.8945240930562365],
  [-2.2, 36, 0.017155039645989613],
  [3.6, 40, 0.9995660591719423],
  [12, 4, 0.9998617857257486],
] as const)('is below %d with %d degrees of freedom with the chance %d', (t, degrees, chance) => {
  expect(studentTCumulative(t, degrees)).toBeCloseTo(chance, 12);
});

test.each([
  [0.9, 1, 3.0776835372078066],
  [0.9, 2, 1.8856180831641507],
  [0.9, 17, 1.3333793897216268],
  [0.9, 36, 1.3055138844096723],
  [0.1, 36, -1.305513884409672],
  [0.75, 18, 0.6883638064662002],
  [0.7, 18, 0.5338157504081399],
  [0.5, 7, 6.878510081383591e-17],
  [0.999, 3, 10.214531852405331],
] as const)('stays with the chance %d and %d degrees of freedom below %d', (chance, degrees, t) => {
  expect(studentTQuantile(chance, degrees)).toBeCloseTo(t, 8);
});

test.each([
  [0, 1, 10, 1.0],
  [4.2, 1, 10, 0.06757724892514728],
  [13.5, 1, 37, 0.0007509889887561748],
  [0.5, 2, 18, 0.6147098006316025],
  [9.1, 2, 36, 0.0006330789248337813],
  [110, 2, 36, 4.625148041765952e-16],
] as const)(
  'F is above %d with %d and %d degrees of freedom with the chance %d',
  (f, numerator, denominator, chance) => {
    expect(fSurvival(f, numerator, denominator)).toBeCloseTo(chance, 12);
  },
);

test.each([0, -1, 2.5, Number.NaN])('rejects %d degrees of freedom', (degrees) => {
  expect(() => studentTCumulative(1, degrees)).toThrow(RangeError);
});

test.each([0, 1, -0.5, Number.NaN])('rejects the chance %d', (chance) => {
  expect(() => studentTQuantile(chance, 10)).toThrow(RangeError);
});
