import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readChartState, writeChartState } from '#kits/chart/index.ts';

test('writes the window, the hidden lines, the table and the log scale to the address, and reads them back', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('days', 'season', 'months'),
      fc.integer({ min: 0, max: 400 }),
      fc.integer({ min: 1, max: 500 }),
      fc.uniqueArray(fc.constantFrom('left-1', 'right-20', 'Median', '2026'), { maxLength: 3 }),
      fc.constantFrom(true, undefined),
      fc.constantFrom(true, undefined),
      (kind, from, span, hidden, hasTable, isLog) => {
        const state = { window: [from, from + span] as const, hidden, hasTable, isLog };
        expect(readChartState(writeChartState(state, kind), kind)).toEqual(state);
      },
    ),
  );
});

test('reads invalid parts as the initial state', () => {
  const whole = { window: undefined, hidden: [] };
  expect(readChartState('x=2020-02-30..2021-01-01&off=a b', 'days')).toEqual(whole);
  expect(readChartState('x=2020-02-03..2020-02-01', 'days')).toEqual(whole);
  expect(readChartState('x=1..2..3', 'season')).toEqual(whole);
  expect(readChartState('numbers=1', 'days')).toEqual(whole);
  expect(readChartState('log=true', 'days')).toEqual(whole);
  expect(readChartState('', 'months')).toEqual(whole);
});
