import { describe, expect, test } from 'vitest';
import { refuseIssueDay, seasonSentence, stepIssueDay } from '#season/issue-day/issue-day.ts';

const today = '2026-11-21';
const limits = { to: '07-31', hasCarryOver: false, today };

describe('the issue day', () => {
  test.each([
    ['2026-04-01', undefined],
    ['2026-01-01', undefined],
    ['1990-07-31', undefined],
    ['', 'There is no day “”. Write one as 2026-04-01.'],
    ['soon', 'There is no day “soon”. Write one as 2026-04-01.'],
    ['2026-02-30', 'There is no day “2026-02-30”. Write one as 2026-04-01.'],
    ['2026-4-1', 'There is no day “2026-4-1”. Write one as 2026-04-01.'],
    ['x'.repeat(90), `There is no day “${'x'.repeat(24)}…”. Write one as 2026-04-01.`],
    ['2027-04-01', 'Apr 1, 2027 is in the future.'],
    ['2026-08-01', 'Aug 1, 2026 is out of season: An outlook can be issued from Jan 1 to Jul 31.'],
  ])('of “%s” is refused with %s', (text, expected) => {
    expect(refuseIssueDay(text, limits)).toBe(expected);
  });

  test.each([
    ['2026-04-01', '2026-03-01', '2026-05-01'],
    ['2026-04-15', '2026-04-01', '2026-05-01'],
    ['2026-01-01', '2025-07-01', '2026-02-01'],
    ['2026-07-20', '2026-07-01', undefined],
    ['2025-07-20', '2025-07-01', '2026-01-01'],
    ['2026-01-31', '2026-01-01', '2026-02-01'],
  ])('steps from %s back to %s and on to %s', (day, previous, next) => {
    expect(stepIssueDay(day, 'previous', limits)).toBe(previous);
    expect(stepIssueDay(day, 'next', limits)).toBe(next);
  });

  test('is any day up to today where reservoirs have a carry-over', () => {
    const all = { ...limits, hasCarryOver: true };
    for (const day of ['2026-08-01', '2025-12-31', '2026-11-21', '2024-02-29']) {
      expect(refuseIssueDay(day, all)).toBeUndefined();
    }
    expect(refuseIssueDay('2026-11-22', all)).toBe('Nov 22, 2026 is in the future.');
    expect(refuseIssueDay('2025-02-29', all)).toContain('There is no day');
    expect([stepIssueDay('2026-01-01', 'previous', all), stepIssueDay('2026-07-20', 'next', all)]).toEqual([
      '2025-12-01',
      '2026-08-01',
    ]);
    expect(seasonSentence(all)).toBe(
      'An outlook can be issued from Jan 1 to Jul 31. The days after it have the carry-over.',
    );
  });
});
