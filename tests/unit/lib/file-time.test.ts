import { expect, test } from 'vitest';
import { formatFileTime } from '#lib/basin-clock.ts';

test.each([
  ['2026-11-22T05:04:09Z', '2026-11-21 2204'],
  ['2026-07-01T05:59:59Z', '2026-06-30 2359'],
  ['2026-07-01T06:00:00Z', '2026-07-01 0000'],
])('the time %s is %s in a file’s name, in America/Denver', (instant, name) => {
  expect(formatFileTime(new Date(instant))).toBe(name);
});

test('backups also have the seconds', () => {
  expect(formatFileTime(new Date('2026-11-22T05:04:09Z'), 'second')).toBe('2026-11-21 220409');
});
