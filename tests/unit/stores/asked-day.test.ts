import { describe, expect, it, test } from 'vitest';
import { parseAskedDay, readOn, readOthers, stepDay, writeOn } from '#stores/asked-day.ts';

const today = '2026-05-14';
const first = '1950-10-01';

describe('the asked day', () => {
  it.each([
    ['', { kind: 'today' }],
    ['  ', { kind: 'today' }],
    [today, { kind: 'today' }],
    ['2021-05-14', { kind: 'day', day: '2021-05-14' }],
    [' 2021-05-14 ', { kind: 'day', day: '2021-05-14' }],
    ['2024-02-29', { kind: 'day', day: '2024-02-29' }],
    [first, { kind: 'day', day: first }],
  ])('“%s” is a day', (text, expected) => {
    expect(parseAskedDay(text, today, first)).toEqual(expected);
  });

  it.each([
    ['2026-02-30', 'There is no day “2026-02-30”. Write one as 2021-05-14.'],
    ['2023-02-29', 'There is no day “2023-02-29”. Write one as 2021-05-14.'],
    ['May 14, 2021', 'There is no day “May 14, 2021”. Write one as 2021-05-14.'],
    ['2021-5-14', 'There is no day “2021-5-14”. Write one as 2021-05-14.'],
    ['yesterday', 'There is no day “yesterday”. Write one as 2021-05-14.'],
    ['<img src=x onerror=alert(1)>', 'There is no day “<img src=x onerror=alert…”. Write one as 2021-05-14.'],
    ['2026-05-15', 'May 15, 2026 is in the future.'],
    ['9999-12-31', 'Dec 31, 9999 is in the future.'],
    ['1950-09-30', 'There is no brief of Sep 30, 1950: the first value is of Oct 1, 1950.'],
  ])('“%s” is refused with a sentence', (text, message) => {
    expect(parseAskedDay(text, today, first)).toEqual({ kind: 'refused', text, message });
  });

  it.each([undefined, null])(
    'before the first day is known (%s), the server judges an early one',
    (unknown) => {
      expect(parseAskedDay('1850-01-01', today, unknown)).toEqual({ kind: 'day', day: '1850-01-01' });
    },
  );
});

test('steps to the day before and after, and to today without a day', () => {
  expect(stepDay('2024-03-01', -1, today)).toBe('2024-02-29');
  expect(stepDay('2026-05-12', 1, today)).toBe('2026-05-13');
  expect(stepDay('2026-05-13', 1, today)).toBe('');
  expect(stepDay(today, 1, today)).toBeUndefined();
});

test('the address has the day beside the other parameters, which stay', () => {
  expect(readOn('on=2021-05-14&sites=12,345')).toBe('2021-05-14');
  expect(readOn('sites=12,345')).toBe('');
  expect(readOthers('on=2021-05-14&sites=12,345')).toBe('sites=12,345');
  expect(writeOn('')).toBe('');
  expect(writeOn('2021-05-14')).toBe('on=2021-05-14');
});
