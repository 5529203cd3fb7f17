import { describe, expect, test } from 'vitest';
import { createInstantOf, readStamp } from '#features/own-records/server/read-stamp.ts';

type Order = Parameters<typeof readStamp>[1];

/** The instant of a stamp, or why there is none. */
function instantOf(text: string, zone: string, order: Order): string {
  const stamp = readStamp(text, order);
  if ('reason' in stamp) return stamp.reason;
  const instant = createInstantOf(zone)(stamp);
  return typeof instant === 'number' ? new Date(instant).toISOString() : instant.reason;
}

describe('stamps of loggers', () => {
  test.each<[string, string, Order, string]>([
    ['4/7/2026 8:15 PM', 'basin', 'MDY', '2026-04-08T02:15:00.000Z'],
    ['7/4/2026 20:15', 'basin', 'DMY', '2026-04-08T02:15:00.000Z'],
    ['07.04.2026 20:15:30', '-07:00', 'DMY', '2026-04-08T03:15:30.000Z'],
    ['2026-04-07T20:15:00-06:00', 'stamp', undefined, '2026-04-08T02:15:00.000Z'],
    ['2026-04-07T20:15:00.250Z', 'stamp', undefined, '2026-04-07T20:15:00.250Z'],
    ['2026-04-07 24:00', 'UTC', 'YMD', '2026-04-08T00:00:00.000Z'],
    ['20260407 00:00', 'UTC', 'YMD', '2026-04-07T00:00:00.000Z'],
    ['07-Apr-2026 12:30 AM', 'UTC', undefined, '2026-04-07T00:30:00.000Z'],
    ['2/29/2024 12:00', 'basin', 'MDY', '2024-02-29T19:00:00.000Z'],
    ['2/29/2023 12:00', 'basin', 'MDY', 'is a day that does not exist'],
    ['2/29/1900 12:00', 'basin', 'MDY', 'is a day that does not exist'],
    ['13/4/2026 12:00', 'basin', 'MDY', 'has no such month: is the order of day and month right?'],
    ['4/13/2026 12:00', 'basin', 'DMY', 'has no such month: is the order of day and month right?'],
    ['4/7/26 12:00', 'basin', 'MDY', 'has a year without four digits'],
    ['4/7/2026 12:00', 'basin', 'YMD', 'does not begin with its year'],
    [
      '07/04/2025 08:15',
      'UTC',
      undefined,
      'has its year last, and nothing says whether its month or its day comes first',
    ],
    ['2026-04-07 12:00 +99:99', 'stamp', 'YMD', 'is not a time'],
    ['2026-04-07 12:00 +05:60', 'stamp', 'YMD', 'is not a time'],
    ['2026-04-07 24:01', 'UTC', 'YMD', 'is not a time'],
    ['2026-04-07 12:60', 'UTC', 'YMD', 'is not a time'],
    ['2026-04-07 13:00 PM', 'UTC', 'YMD', 'is not a time'],
    ['2026-04-07', 'UTC', 'YMD', 'has a date without a time'],
    ['2026-04-07 12:00', 'stamp', 'YMD', 'has a time without its zone'],
    ['2026-04-07 12:00Z', 'basin', 'YMD', 'has a zone of its own, and the file is said to have another'],
    ['yesterday', 'basin', 'YMD', 'is not a date'],
    ['', 'basin', 'YMD', 'has no time'],
    // The night in spring has no hour from 2:00, and that in fall has the one from 1:00 twice.
    ['3/8/2026 1:59', 'basin', 'MDY', '2026-03-08T08:59:00.000Z'],
    ['3/8/2026 2:30', 'basin', 'MDY', 'is in the hour that the clocks leave out'],
    ['3/8/2026 3:00', 'basin', 'MDY', '2026-03-08T09:00:00.000Z'],
    ['11/1/2026 0:59', 'basin', 'MDY', '2026-11-01T06:59:00.000Z'],
    ['11/1/2026 1:30', 'basin', 'MDY', 'is in the hour that comes twice when the clocks change'],
    ['11/1/2026 2:00', 'basin', 'MDY', '2026-11-01T09:00:00.000Z'],
    ['11/1/2026 1:30', '-07:00', 'MDY', '2026-11-01T08:30:00.000Z'],
  ])('%s in %s is %s', (text, zone, order, expected) => {
    expect(instantOf(text, zone, order)).toBe(expected);
  });
});
