import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chartCodec } from '#kits/chart/index.ts';
import { forAll } from '../../../support/for-all.ts';

test('writes the window, the hidden lines, the table, the log scale and the marks to the address, and reads them back', () =>
  forAll(
    [
      fc.constantFrom('days', 'season', 'months'),
      fc.integer({ min: 0, max: 400 }),
      fc.integer({ min: 1, max: 500 }),
      fc.uniqueArray(fc.constantFrom('left-1', 'right-20', 'Median', '2026'), { maxLength: 3 }),
      fc.constantFrom(true, undefined),
      fc.constantFrom(true, undefined),
      fc.constantFrom(true, undefined),
    ],
    100,
    (kind, from, span, hidden, hasTable, isLog, hasExcluded) => {
      const state = { window: [from, from + span] as const, hidden, hasTable, isLog, hasExcluded };
      const codec = chartCodec(kind);
      expect(codec.read(codec.write(state)).value).toEqual(state);
    },
  ));

test.each([
  ['x=2020-02-30..2021-01-01&off=a b', 'days'],
  ['x=2020-02-03..2020-02-01', 'days'],
  ['x=1..2..3', 'season'],
  ['numbers=1', 'days'],
  ['log=true', 'days'],
  ['', 'months'],
] as const)('reads invalid parts as the initial state: %s', (query, kind) => {
  expect(chartCodec(kind).read(query).value).toEqual({ window: undefined, hidden: [] });
});
