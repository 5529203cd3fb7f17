import { expect, test } from 'vitest';
import { markOf, suitsLogScale } from '#domain/parameters.ts';
import { parameterNdx, parameters } from '#domain/vocabulary.ts';

const daily = [1, 2, 3, 4, 8];
const weekly = [1, 8, 15, 22];
const monthly = [1, 32, 60, 91];

test.each([
  ['precipitation', daily, 'bars'],
  ['hoursPumped', daily, 'bars'],
  ['hoursPumped', monthly, 'bars'],
  ['diversion', daily, 'steps'],
  ['recharge', daily, 'steps'],
  ['recharge', monthly, 'dots'],
  ['streamflow', daily, 'line'],
  ['streamflow', weekly, 'line'],
  ['depthToWater', monthly, 'dots'],
  ['storage', [], 'line'],
  ['storage', [5], 'line'],
] as const)('%s on days %j is drawn as %s', (name, days, mark) => {
  expect(markOf(parameterNdx[name], days)).toBe(mark);
});

test('draws more than three records of bars as lines', () => {
  expect([3, 4].map((count) => markOf(parameterNdx.precipitation, daily, count))).toEqual(['bars', 'line']);
});

test('knows no mark of a parameter of the basin file or of none', () => {
  expect([101, undefined].map((ndx) => markOf(ndx, daily))).toEqual(['line', 'line']);
});

test('offers the logarithmic scale for streamflow only', () => {
  expect(parameters.filter(({ ndx }) => suitsLogScale(ndx)).map(({ name }) => name)).toEqual(['Streamflow']);
  expect(suitsLogScale(undefined)).toBe(false);
});
