import { describe, expect, test } from 'vitest';
import { leapDayOrder } from '#domain/season/season.ts';
import { barParts, dayRuns, describeRun, yearRows } from '#features/site-page/screen/Completeness.tsx';

const leap = leapDayOrder('water');

test('the years of a record are rows, the newest first', () => {
  const counts = { approved: [300, 0], provisional: [0, 5], flagged: [1, 0], missing: [64, 10] };
  expect(yearRows({ first_year: 2020, ...counts })).toEqual([
    { year: 2021, approved: 0, provisional: 5, flagged: 0, missing: 10 },
    { year: 2020, approved: 300, provisional: 0, flagged: 1, missing: 64 },
  ]);
});

test('a bar has a piece for each state that has days, and a part of a year a part of the width', () => {
  const row = { year: 2021, approved: 0, provisional: 61, flagged: 0, missing: 122 };
  const parts = barParts(row);
  expect(parts.map(({ state }) => state)).toEqual(['provisional', 'missing']);
  expect(parts[1]?.from).toBeCloseTo(parts[0]?.width ?? 0);
  expect(parts.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(50);
});

describe('the periods of a year', () => {
  test.each([
    ['no day', '-'.repeat(366), []],
    ['one state', 'A'.repeat(366), [['approved', 1, 366]]],
    ['one state in a year without Feb 29', `${'M'.repeat(151)}-${'M'.repeat(214)}`, [['missing', 1, 366]]],
    [
      'another state after Feb 28',
      `${'A'.repeat(151)}-${'P'.repeat(214)}`,
      [
        ['approved', 1, 151],
        ['provisional', 153, 366],
      ],
    ],
    [
      'a record that begins and ends within the year',
      `${'-'.repeat(10)}AAFF${'-'.repeat(352)}`,
      [
        ['approved', 11, 12],
        ['flagged', 13, 14],
      ],
    ],
  ])('of %s', (_, letters, expected) => {
    expect(letters).toHaveLength(366);
    expect(dayRuns(letters, leap).map(({ state, first, last }) => [state, first, last])).toEqual(expected);
  });

  test('are named with their dates', () => {
    expect(describeRun({ state: 'missing', first: 1, last: 366 }, 2021)).toBe(
      'Missing: Oct 1, 2020 to Sep 30, 2021',
    );
    expect(describeRun({ state: 'flagged', first: 85, last: 85 }, 2021)).toBe('Flagged: Dec 24, 2020');
    expect(describeRun({ state: 'approved', first: 152, last: 153 }, 2020)).toBe(
      'Approved: Feb 29, 2020 to Mar 1, 2020',
    );
  });
});
