import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type InstantCell, readBasinClock, readFixedClock, readInstant } from '#ingest/reading/parse-day.ts';
import { wallTimeInBasin } from '#lib/basin-clock.ts';
import { forAll } from '../../support/for-all.ts';

const shown = (cell: InstantCell) => (typeof cell === 'number' ? new Date(cell).toISOString() : cell.reason);

test.each([
  ['2026-03-20T17:45:00Z', '2026-03-20T17:45:00.000Z'],
  ['2026-03-20T17:45:00+00:00', '2026-03-20T17:45:00.000Z'],
  ['2026-03-20 11:45:00-0600', '2026-03-20T17:45:00.000Z'],
  ['2026-03-20T11:45:00.000-06:00', '2026-03-20T17:45:00.000Z'],
  ['2026-03-20T11:45', 'has a time without its zone'],
  ['2026-03-20T24:30:00Z', 'is not a time'],
  ['2026-02-29T10:00:00Z', 'is not a time'],
  ['2026-03-20T10:00:00+25:00', 'is not a time'],
  ['2026-03-20', 'is not a time'],
  ['yesterday', 'is not a time'],
  ['', 'has no time'],
])('reads the instant %s as %s', (text, expected) => {
  expect(shown(readInstant(text))).toBe(expected);
});

test.each([
  ['2026-03-20 11:45', '2026-03-20T17:45:00.000Z'],
  ['03/20/2026 11:45', '2026-03-20T17:45:00.000Z'],
  ['2026-01-20 11:45', '2026-01-20T18:45:00.000Z'],
  ['2026-03-08 01:59', '2026-03-08T08:59:00.000Z'],
  ['2026-03-08 02:00', 'is in the hour that the clocks leave out'],
  ['2026-03-08 03:00', '2026-03-08T09:00:00.000Z'],
  ['2026-11-01 00:59', '2026-11-01T06:59:00.000Z'],
  ['2026-11-01 01:00', 'is in the hour that comes twice when the clocks change'],
  ['2026-11-01 02:00', '2026-11-01T09:00:00.000Z'],
  ['2026-11-01', 'is not a time'],
])('reads %s on the clocks of the basin as %s', (text, expected) => {
  expect(shown(readBasinClock(text))).toBe(expected);
});

test('reads a clock that is never changed', () => {
  expect(shown(readFixedClock('2026-07-01 04:00', -480))).toBe('2026-07-01T12:00:00.000Z');
  expect(shown(readFixedClock('2026-07-01', -480))).toBe('is not a time');
});

test('reads back every minute that the clocks of the basin show once', () => {
  const minute = fc.integer({
    min: Date.parse('2020-01-01') / 60_000,
    max: Date.parse('2030-01-01') / 60_000,
  });
  forAll([minute], 100, (minutes) => {
    const instant = minutes * 60_000;
    const read = readBasinClock(wallTimeInBasin(new Date(instant)));
    if (typeof read === 'number') expect(read).toBe(instant);
    else expect(read.reason).toContain('comes twice');
  });
});
