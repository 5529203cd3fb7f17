import { describe, expect, test } from 'vitest';
import { readComparison } from '#features/time-series/rules/address.ts';

const today = '2026-11-22';
const axis = 'axes=one&parameter_left=1&locations_left=10';

describe('the dates of a link', () => {
  /** The start or the end is refused, and the other one stays. */
  function expectRefused(start: string, end: string, name: 'start' | 'end', what: string): void {
    const link = `${axis}&start=${start}&end=${end}&submitted=yes`;
    const { selection, shown, faults } = readComparison(link, today);
    const graph = name === 'start' ? 'begins where the record begins' : 'ends where the record ends';
    expect(faults).toEqual([`${what}. The graph ${graph}.`]);
    const expected = { start: start || undefined, end: end || undefined, [name]: undefined };
    expect(selection.dates).toEqual(expected);
    expect(shown).toMatchObject({ ...expected, left: { parameter: 1, locations: [10] } });
  }

  test.each([
    ['a day that its month does not have', '2025-02-30', '2025-06-30', 'start', '2025-02-30'],
    ['Feb 29 of a common year', '2024-02-29', '2025-02-29', 'end', '2025-02-29'],
    ['words', 'yesterday', '2025-06-30', 'start', 'yesterday'],
    ['a date of another order', '2024-01-01', 'Jun 30, 2025', 'end', 'Jun 30, 2025'],
    ['a long text', '9'.repeat(40), '', 'start', `${'9'.repeat(24)}…`],
  ] as const)('are no dates where one is %s', (_, start, end, name, text) => {
    expectRefused(start, end, name, `The ${name} date of this link, ${text}, is not a date`);
  });

  test.each([
    ['2025-06-30', '2025-01-01', 'end', 'ends on Jan 1, 2025, before it begins on Jun 30, 2025'],
    ['2026-11-23', '2027-09-30', 'start', 'begins on Nov 23, 2026, in the future'],
    ['2025-01-01', '2999-12-31', 'end', 'ends on Dec 31, 2999, far in the future'],
    ['1066-10-14', '2025-01-01', 'start', 'begins on Oct 14, 1066, before any record'],
    ['', '1799-12-31', 'end', 'ends on Dec 31, 1799, before any record'],
  ] as const)('from %s to %s lose their %s, which %s', (start, end, name, what) => {
    expectRefused(start, end, name, `This link ${what}`);
  });

  test.each([
    ['none', ''],
    ['open ones', 'start=&end='],
    ['one day', 'start=2025-01-01&end=2025-01-01'],
    ['the water year that has begun', 'start=2026-10-01&end=2027-09-30'],
    ['Feb 29 of a leap year', 'start=2024-02-29&end=2024-02-29'],
    ['an earlier day of knowledge', 'known_on=2026-11-22'],
  ])('are used as they are: %s', (_, dates) => {
    expect(readComparison(`${axis}&${dates}&submitted=yes`, today).faults).toEqual([]);
  });

  test('name each fault once', () => {
    const { shown, faults } = readComparison(`${axis}&start=x&end=y&submitted=yes`, today);
    expect(faults.map((each) => each.split(' is ')[0])).toEqual([
      'The start date of this link, x,',
      'The end date of this link, y,',
    ]);
    expect(shown).toMatchObject({ start: undefined, end: undefined });
  });

  test('of knowledge must be days up to today', () => {
    const read = (day: string) => readComparison(`${axis}&known_on=${day}&submitted=yes`, today);
    expect(read('2026-11-23').faults).toEqual([
      'This link asks for the values as known on Nov 23, 2026, in the future. The graph shows the values as known now.',
    ]);
    expect(read('soon').faults).toEqual([
      'The day “As known on” of this link, soon, is not a date. The graph shows the values as known now.',
    ]);
    expect(read('2026-11-23').shown).not.toHaveProperty('knownOn');
    expect(read('2026-11-01').shown?.knownOn).toBe('2026-11-01');
  });
});
