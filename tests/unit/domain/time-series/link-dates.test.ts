import { describe, expect, test } from 'vitest';
import { readComparison } from '#domain/time-series/address.ts';

const today = '2026-11-22';
const axis = 'axes=one&parameter_left=1&locations_left=10';

describe('the dates of a link', () => {
  test.each([
    [
      'a day that its month does not have',
      'start=2025-02-30&end=2025-06-30',
      { start: undefined, end: '2025-06-30' },
      'The start date of this link, 2025-02-30, is not a date. The graph begins where the record begins.',
    ],
    [
      'February 29 of a common year',
      'start=2024-02-29&end=2025-02-29',
      { start: '2024-02-29', end: undefined },
      'The end date of this link, 2025-02-29, is not a date. The graph ends where the record ends.',
    ],
    [
      'words',
      'start=yesterday&end=2025-06-30',
      { start: undefined, end: '2025-06-30' },
      'The start date of this link, yesterday, is not a date. The graph begins where the record begins.',
    ],
    [
      'a date of another order',
      'start=2024-01-01&end=06/30/2025',
      { start: '2024-01-01', end: undefined },
      'The end date of this link, 06/30/2025, is not a date. The graph ends where the record ends.',
    ],
    [
      'a long text',
      `start=${'9'.repeat(40)}`,
      { start: undefined, end: undefined },
      `The start date of this link, ${'9'.repeat(24)}…, is not a date. The graph begins where the record begins.`,
    ],
    [
      'an end before the start',
      'start=2025-06-30&end=2025-01-01',
      { start: '2025-06-30', end: undefined },
      'This link ends on 01/01/2025, before it begins on 06/30/2025. The graph ends where the record ends.',
    ],
    [
      'a start in the future',
      'start=2026-11-23&end=2027-09-30',
      { start: undefined, end: '2027-09-30' },
      'This link begins on 11/23/2026, in the future. The graph begins where the record begins.',
    ],
    [
      'an end far in the future',
      'start=2025-01-01&end=2999-12-31',
      { start: '2025-01-01', end: undefined },
      'This link ends on 12/31/2999, far in the future. The graph ends where the record ends.',
    ],
    [
      'a start before any record',
      'start=1066-10-14&end=2025-01-01',
      { start: undefined, end: '2025-01-01' },
      'This link begins on 10/14/1066, before any record. The graph begins where the record begins.',
    ],
    [
      'an end before any record',
      'start=&end=1799-12-31',
      { start: undefined, end: undefined },
      'This link ends on 12/31/1799, before any record. The graph ends where the record ends.',
    ],
  ])('say what is wrong with %s, and leave the rest', (_, dates, expected, sentence) => {
    const { selection, shown, faults } = readComparison(`${axis}&${dates}&submitted=yes`, today);
    expect(faults).toEqual([sentence]);
    expect(selection.dates).toEqual(expected);
    expect(shown).toMatchObject({ ...expected, left: { parameter: 1, locations: [10] } });
  });

  test.each([
    ['none', ''],
    ['open ones', 'start=&end='],
    ['one day', 'start=2025-01-01&end=2025-01-01'],
    ['the water year that has begun', 'start=2026-10-01&end=2027-09-30'],
    ['February 29 of a leap year', 'start=2024-02-29&end=2024-02-29'],
    ['an earlier day of knowledge', 'known_on=2026-11-22'],
  ])('are used as they are: %s', (_, dates) => {
    expect(readComparison(`${axis}&${dates}&submitted=yes`, today).faults).toEqual([]);
  });

  test('name each fault once, those of the submitted selection too', () => {
    const link = `${axis}&start=x&end=y&submitted=other&shown.axes=one&shown.parameter_left=1&shown.locations_left=10&shown.start=x&shown.end=2020-13-01`;
    const { shown, faults } = readComparison(link, today);
    expect(faults.map((each) => each.split(' is ')[0])).toEqual([
      'The start date of this link, x,',
      'The end date of this link, y,',
      'The end date of this link, 2020-13-01,',
    ]);
    expect(shown).toMatchObject({ start: undefined, end: undefined });
  });

  test('of knowledge must be days up to today', () => {
    const read = (day: string) => readComparison(`${axis}&known_on=${day}&submitted=yes`, today);
    expect(read('2026-11-23').faults).toEqual([
      'This link asks for the values as known on 11/23/2026, in the future. The graph shows the values as known now.',
    ]);
    expect(read('soon').faults).toEqual([
      'The day “As known on” of this link, soon, is not a date. The graph shows the values as known now.',
    ]);
    expect(read('2026-11-23').shown).not.toHaveProperty('knownOn');
    expect(read('2026-11-01').shown?.knownOn).toBe('2026-11-01');
  });
});
