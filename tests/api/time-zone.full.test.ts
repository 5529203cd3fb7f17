import { sql } from 'drizzle-orm/sql';
import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { parseBasin } from '#config/basin/basin-file.ts';
import { basinDefinitions } from '#config/basin/page-basin.ts';
import { readServiceDay } from '#ingest/reading/parse-day.ts';
import { ingest } from '#ingest/run.ts';
import {
  basinTimeZone,
  clockInBasin,
  defaultTimeZone,
  setBasinTimeZone,
  todayInBasin,
} from '#lib/basin-clock.ts';
import { dayNumber, yesterdayInBasin } from '#lib/calendar.ts';
import { formatExportedAt } from '#lib/calendar-text.ts';
import { instantSql } from '#server/db/records.ts';
import { basin, otherRiver, quietImport } from '../support/basin.ts';
import { describeEngines } from '../support/engines.ts';
import { ownVocabularyText } from '../support/own-vocabulary.ts';
import { shareStore } from '../support/shared-store.ts';

const pacific = 'America/Los_Angeles';
/** 00:30 in Denver, and 23:30 of the day before on the Pacific coast. */
const lateEvening = new Date('2026-03-10T06:30:00Z');

afterEach(() => setBasinTimeZone());

describe('the basin’s time zone', () => {
  test('is the default where the file names none, and that of the Upper Snake', () => {
    expect([otherRiver.time_zone, basin.time_zone]).toEqual([undefined, defaultTimeZone]);
    expect(basinTimeZone()).toBe(defaultTimeZone);
    expect(todayInBasin(lateEvening)).toBe('2026-03-10');
  });

  test('decides days, clocks and the time of an export', () => {
    setBasinTimeZone(pacific);
    expect(todayInBasin(lateEvening)).toBe('2026-03-09');
    expect(yesterdayInBasin(lateEvening)).toBe('2026-03-08');
    expect(clockInBasin(lateEvening)).toBe('2026-03-09T23:30:00');
    expect(formatExportedAt(lateEvening)).toContain('2026-03-09 23:30:00 America/Los_Angeles');
  });

  test('decides which instants of a service are midnights', () => {
    const midnight = `/Date(${Date.parse('2026-03-10T07:00:00Z')})/`;
    expect(readServiceDay(midnight)).toEqual({ kind: 'time' });
    setBasinTimeZone(pacific);
    expect(readServiceDay(midnight)).toEqual({ kind: 'day', day: dayNumber('2026-03-10') });
  });

  test('is given to the pages when they are built', () => {
    const inPacific = { ...otherRiver, time_zone: pacific };
    expect(basinDefinitions(inPacific).__TIME_ZONE__).toBe('"America/Los_Angeles"');
    expect(basinDefinitions(otherRiver).__TIME_ZONE__).toBe('"America/Denver"');
  });

  test.each(['Mountain', 'America/Boisee', 'GMT-7 (Denver)'])('is refused with its line: %s', (name) => {
    const text = `time_zone: ${name}\n${ownVocabularyText}`;
    expect(() => parseBasin(text, 'own.yaml')).toThrow(
      'own.yaml, line 1: time_zone: expected a time zone such as America/Boise',
    );
    expect(() => setBasinTimeZone(name)).toThrow(RangeError);
    expect(basinTimeZone()).toBe(defaultTimeZone);
  });
});

describeEngines('the basin’s time zone in the database', (open) => {
  const store = shareStore(open);

  test('ends the day of a comparison with former values', async () => {
    const endOf = async (day: string) => {
      const [row] = await store.query(
        sql`select extract(epoch from ${instantSql(day)})::float8 as seconds`,
        z.object({ seconds: z.number() }),
      );
      return new Date((row?.seconds ?? 0) * 1000).toISOString();
    };
    expect(await endOf('2026-03-09')).toBe('2026-03-10T06:00:00.000Z');
    setBasinTimeZone(pacific);
    expect(await endOf('2026-03-09')).toBe('2026-03-10T07:00:00.000Z');
  });

  test('decides the last day that an import requests', async () => {
    const ends: (string | null)[] = [];
    const fetch: typeof globalThis.fetch = async (input) => {
      ends.push(new URL(String(input)).searchParams.get('end'));
      return new Response('DateTime,otr_af\n2026-03-01,500\n');
    };
    const options = {
      ...quietImport,
      now: () => lateEvening,
      fetch,
      sites: ['otr_af'],
    };
    await ingest(store, 'usbr', { ...options, basin: otherRiver, since: '2026-03-01' });
    setBasinTimeZone(pacific);
    await ingest(store, 'usbr', { ...options, basin: otherRiver, since: '2026-03-01' });
    expect([ends.at(0) === ends.at(-1), ends.at(-1)]).toEqual([false, '2026-03-08']);
  });
});
