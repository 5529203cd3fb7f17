import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeFinding } from '#domain/finding/finding.ts';
import { describeReading, type FindingReading, readingOf } from '#domain/finding/reading.ts';
import { gageFinding } from '../../support/finding.ts';
import { forAll } from '../../support/for-all.ts';

const minuteMs = 60_000;
const start = Date.parse('2026-06-19T16:00:00Z');

/** Readings every so many minutes. */
const every = (minutes: number, values: readonly number[]) =>
  readingOf({ times: values.map((_, at) => start + at * minutes * minuteMs), values, approval: 'P' });

describe('the latest reading of a record', () => {
  test('has the usual interval, whatever single gaps there are', () => {
    expect(every(15, [1, 2, 3, 4])?.interval_minutes).toBe(15);
    const times = [0, 15, 30, 240, 255].map((minutes) => start + minutes * minuteMs);
    expect(readingOf({ times, values: [1, 2, 3, 4, 5], approval: 'A' })?.interval_minutes).toBe(15);
    expect(every(15, [1, 2])?.interval_minutes).toBeNull();
    expect(readingOf({ times: [], values: [], approval: 'A' })).toBeUndefined();
  });

  test('compares with the reading of about an hour before, for an hour', () => {
    expect(every(15, [100, 110, 120, 130, 150])?.change_per_hour).toBe(50);
    expect(every(120, [100, 150])?.change_per_hour).toBe(25);
    expect(every(45, [100, 130])?.change_per_hour).toBe(40);
  });

  test('compares with none that is too near or too far', () => {
    expect(every(15, [100, 110])?.change_per_hour).toBeNull();
    expect(every(200, [100, 110])?.change_per_hour).toBeNull();
    expect(every(60, [100])?.change_per_hour).toBeNull();
  });

  test('rises by as much for an hour as a straight line does, however often it is read', () =>
    forAll(
      [fc.integer({ min: 1, max: 90 }), fc.integer({ min: -500, max: 500 }), fc.integer({ min: 0, max: 24 })],
      100,
      (minutes, slope, count) => {
        const reading = every(
          minutes,
          Array.from({ length: count }, (_, at) => 1000 + (slope * at * minutes) / 60),
        );
        const change = reading?.change_per_hour;
        if (typeof change === 'number') expect(change).toBeCloseTo(slope, 3);
      },
    ));
});

const reading: FindingReading = {
  time: '2026-06-19T16:45:00.000Z',
  value: 12_812,
  approval: 'P',
  interval_minutes: 15,
  change_per_hour: 12,
};
const cfs = { unit: 'cfs', isDepth: false };
const say = (part: Partial<FindingReading>, now: string, unit: { unit: string; isDepth: boolean } = cfs) =>
  describeReading({ ...reading, ...part }, { ...unit, now: new Date(now) }).sentence;

describe('the words for a reading', () => {
  test.each([
    [{}, '2026-06-19T17:00:00Z', '12,800 cfs at 10:45 a.m., rising 12 cfs per hour'],
    [{ change_per_hour: -40 }, '2026-06-19T17:00:00Z', '12,800 cfs at 10:45 a.m., falling 40 cfs per hour'],
    [{ change_per_hour: 0.001 }, '2026-06-19T17:00:00Z', '12,800 cfs at 10:45 a.m., steady'],
    [{ change_per_hour: null }, '2026-06-19T17:00:00Z', '12,800 cfs at 10:45 a.m.'],
    [
      { time: '2026-06-19T05:59:00Z' },
      '2026-06-19T06:00:00Z',
      '12,800 cfs yesterday at 11:59 p.m., rising 12 cfs per hour',
    ],
  ] as const)('of %j at %s: %s', (part, now, sentence) => {
    expect(say(part, now)).toBe(sentence);
  });

  test.each([
    ['2026-06-19T17:30:00Z', '12,800 cfs at 10:45 a.m., rising 12 cfs per hour'],
    ['2026-06-19T17:30:01Z', '12,800 cfs at 10:45 a.m., 45 minutes old'],
    ['2026-06-19T19:45:00Z', '12,800 cfs at 10:45 a.m., 3 hours old'],
    ['2026-06-20T17:00:00Z', '12,800 cfs yesterday at 10:45 a.m., 24 hours old'],
    ['2026-06-22T17:00:00Z', '12,800 cfs on Jun 19 at 10:45 a.m., 3 days old'],
  ])('say at %s how old one is after three of its intervals, and no trend', (now, sentence) => {
    expect(say({}, now)).toBe(sentence);
  });

  test('assume an hour between readings where it is not known', () => {
    expect(say({ interval_minutes: null }, '2026-06-19T19:45:00Z')).not.toContain('old');
    expect(say({ interval_minutes: null }, '2026-06-19T19:46:00Z')).toContain('3 hours old');
  });

  test('of a depth to water are those of the water level', () => {
    const well = { unit: 'ft', isDepth: true };
    const now = '2026-06-19T17:00:00Z';
    expect(say({ value: 41.25, change_per_hour: 0.02 }, now, well)).toContain(
      'water level falling 0.02 ft per hour',
    );
    expect(say({ value: 41.25, change_per_hour: 0 }, now, well)).toContain('water level steady');
  });

  test('have the clock of the basin when it changes', () => {
    const at = (time: string) => say({ time, change_per_hour: null }, '2026-11-01T09:00:00Z');
    expect(at('2026-11-01T07:45:00Z')).toContain('at 1:45 a.m.');
    expect(at('2026-11-01T08:45:00Z')).toBe('12,800 cfs at 1:45 a.m.');
  });
});

describe('a finding', () => {
  const finding = { ...gageFinding, reading };
  const now = new Date('2026-06-19T17:00:00Z');

  test('says the reading beside the daily mean, which it leaves as it is', () => {
    const without = describeFinding(gageFinding, { today: '2026-06-19', now });
    const text = describeFinding(finding, { today: '2026-06-19', now });
    expect(text).toEqual({ ...without, reading: text.reading });
    expect([without.reading, text.reading?.isProvisional]).toEqual([undefined, true]);
  });

  test('says nothing of a reading on the page of a past day, or where values are withheld', () => {
    expect(describeFinding(finding, { today: '2026-06-19' }).reading).toBeUndefined();
    const withheld = describeFinding({ ...finding, is_withheld: true }, { today: '2026-06-19', now });
    expect(withheld.reading).toBeUndefined();
  });
});
