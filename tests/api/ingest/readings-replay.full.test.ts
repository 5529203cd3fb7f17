import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readSiteLatest } from '#contract/site-latest.ts';
import { describeFinding } from '#domain/finding/finding.ts';
import { ingest } from '#ingest/run.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { formatDay } from '#lib/calendar.ts';
import type { Store } from '#server/db/store.ts';
import { readDataVersion } from '#server/http/query-cache.ts';
import { quietImport } from '../../support/basin.ts';
import { describeEngines } from '../../support/engines.ts';
import { createFakeReadings, features, heise, latestFeature } from '../../support/fake-readings.ts';
import { createFakeUsgs } from '../../support/fake-usgs.ts';
import { Killed, mortal } from '../../support/mortal.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';

const hourMs = 3_600_000;
/** Midnight of May 20, 2026 in the basin. */
const midnight = Date.parse('2026-05-20T06:00:00Z');

/** The flow of a flood by the hour of the day: it rises from 5,000 cfs to 21,000 cfs at 4 p.m. and falls again. */
const floodAt = (hour: number) => Math.round(5000 + 16_000 * Math.exp(-(((hour - 16) / 5) ** 2)));

/** The newest reading at an hour: that of a quarter to. */
const readingAt = (hour: number) =>
  latestFeature({
    time: new Date(midnight + (hour - 0.25) * hourMs).toISOString(),
    value: String(floodAt(hour)),
  });

/** Answers that say what is usual and what has been, each with its tag. */
const statisticAnswers = [
  '/api/wy-analysis-comparison/1/1/Minimum,P25,Median,P75,Maximum,2026,2017',
  '/api/wy-analysis-standing/1/1',
  '/api/sites/1/season?parameter=1',
  '/api/timeseries-daily-data/1/1/2026-01-01/2026-05-20',
  '/api/summary-of-sites-tscompare',
  '/api/public-map/conditions',
];

describeEngines('the readings of a flood', (open) => {
  let store: Store;
  let portal: TestApp;

  const at = (hour: number) => new Date(midnight + hour * hourMs);
  const importAt = (hour: number, usgs: () => Response, to = store) =>
    ingest(to, 'now', { ...quietImport, now: () => at(hour), fetch: createFakeReadings({ usgs }).fetch });
  const readPage = async (portalOf = portal) => {
    const { records } = await portalOf.request(
      readSiteLatest,
      { params: { location: '1' } },
      { token: 'User' },
    );
    return records.find((each) => each.parameter_ndx === 1);
  };
  const readText = async (hour: number) => {
    const latest = await readPage();
    return latest && describeFinding(latest, { today: todayInBasin(at(hour)), now: at(hour) }).reading;
  };
  const countReadings = async () => {
    const [row] = await store.query<{ all: number; times: number }>(
      'select count(*)::int as all, count(distinct time)::int as times from latest_reading',
    );
    return row;
  };
  const answersOf = (urls: readonly string[]) =>
    Promise.all(
      urls.map(async (url) => {
        const { statusCode, body, headers } = await portal.send(url, 'User');
        return { url, statusCode, body, etag: headers.etag };
      }),
    );

  beforeAll(async () => {
    vi.useFakeTimers({ now: at(0), toFake: ['Date'] });
    store = await open();
    const last = Math.floor(midnight / (24 * hourMs)) - 1;
    const daily = Array.from({ length: 13_000 }, (_, back) => ({
      site: heise,
      code: '00060',
      date: formatDay(last - back),
      value: String(4000 + ((back * 7) % 997)),
      approved: back > 200,
    }));
    const { fetch } = createFakeUsgs({ daily });
    await ingest(store, 'usgs', { ...quietImport, now: () => at(0), fetch, sites: [heise] });
    portal = openTestApp(store);
  });
  beforeEach(() => {
    vi.setSystemTime(at(0));
  });
  afterEach(() => store.query('delete from latest_reading'));
  afterAll(async () => {
    vi.useRealTimers();
    await portal?.close();
    await store?.close();
  });

  test('reach the page of the site hour by hour, through a refusal and a restart, once each', async () => {
    expect((await readPage())?.reading).toBeUndefined();
    const said: string[] = [];
    for (let hour = 1; hour <= 24; hour += 1) {
      vi.setSystemTime(at(hour));
      const answer = () => features(readingAt(hour));
      if (hour === 9) {
        const limited = () => new Response('', { status: 429, headers: { 'retry-after': '3600' } });
        expect((await importAt(hour, limited)).status).toBe('failed');
      } else if (hour === 13) {
        // The process dies in its transaction, and a new one begins again.
        await expect(importAt(hour, answer, mortal(store, 5))).rejects.toThrow(Killed);
        await portal.close();
        portal = openTestApp(store);
        await importAt(hour, answer);
      } else {
        await importAt(hour, answer);
      }
      if (hour % 5 === 0) await importAt(hour, answer);
      said.push((await readText(hour))?.sentence ?? '');
    }
    expect(said.slice(0, 4)).toEqual([
      '5,000 cfs at 12:45 a.m.',
      '5,010 cfs at 1:45 a.m., rising 4.0 cfs per hour',
      '5,020 cfs at 2:45 a.m., rising 13 cfs per hour',
      '5,050 cfs at 3:45 a.m., rising 31 cfs per hour',
    ]);
    expect(said[8]).toBe(said[7]);
    expect(said[9]).toBe('8,790 cfs at 9:45 a.m., rising 1,280 cfs per hour');
    expect(said[15]).toBe('21,000 cfs at 3:45 p.m., rising 627 cfs per hour');
    expect(said[16]).toBe('20,400 cfs at 4:45 p.m., falling 627 cfs per hour');
    expect(said[23]).toBe('6,240 cfs yesterday at 11:45 p.m., falling 1,020 cfs per hour');
    // The 9th hour was lost to the refusal: that service sends only the newest reading.
    expect(await countReadings()).toEqual({ all: 23, times: 23 });
  });

  test('stand beside the daily mean, which stays what it was', async () => {
    const before = await readPage();
    await importAt(12, () => features(readingAt(12)));
    const after = await readPage();
    expect(after).toEqual({
      ...before,
      reading: {
        time: '2026-05-20T17:45:00.000Z',
        value: floodAt(12),
        approval: 'P',
        interval_minutes: null,
        change_per_hour: null,
      },
    });
  });

  test('become stale where none follows, in words and without a trend', async () => {
    for (const hour of [1, 2, 3, 4]) await importAt(hour, () => features(readingAt(hour)));
    expect(await readText(6.5)).toMatchObject({
      isStale: false,
      trend: 'rising 31 cfs per hour',
      age: undefined,
    });
    expect(await readText(7)).toMatchObject({ isStale: true, trend: undefined, age: '3 hours old' });
    expect((await readText(60))?.sentence).toBe('5,050 cfs on May 20 at 3:45 a.m., 2 days old');
  });

  test('leave every statistic and daily value as it was, to the bit and to the tag', async () => {
    const [version, before] = [await readDataVersion(store), await answersOf(statisticAnswers)];
    expect(before.map(({ statusCode }) => statusCode)).toEqual(statisticAnswers.map(() => 200));
    for (let hour = 1; hour <= 24; hour += 1) await importAt(hour, () => features(readingAt(hour)));
    expect(await answersOf(statisticAnswers)).toEqual(before);
    expect(await readDataVersion(store)).toBe(version);
    const [counts] = await store.query<{ n: number }>(
      `select count(*)::int as n from daily_value where rdate >= '2026-05-20'`,
    );
    expect(counts?.n).toBe(0);
  });

  test('are only for those who may see the values of their provider', async () => {
    await importAt(12, () => features(readingAt(12)));
    await using open = openTestApp(store, { openProviders: ['USGS'] });
    const url = '/api/sites/1';
    const [closed, opened, signedIn] = await Promise.all([
      portal.send(url),
      open.send(url),
      portal.send(url, 'User'),
    ]);
    expect([closed, opened, signedIn].map(({ body }) => body.includes('"reading":'))).toEqual([
      false,
      true,
      true,
    ]);
    for (const path of ['/api/public-map/latest/1', '/api/site-cards?sites=1']) {
      expect((await portal.send(path)).body).not.toContain('"reading":');
      expect((await portal.send(path, 'User')).body).toContain('"reading":');
    }
  });

  test('go when another agency’s values replace those of their series', async () => {
    await importAt(12, () => features(readingAt(12)));
    await store.query(`update location_parameter set source = 'usbr'`);
    // The embedded database has this clock too, and notes when the source of a series changes.
    vi.setSystemTime(at(1));
    const { fetch } = createFakeUsgs({
      daily: [{ site: heise, code: '00060', date: '2026-05-19', value: '4100', approved: false }],
    });
    await ingest(store, 'usgs', {
      ...quietImport,
      now: () => at(1),
      fetch,
      sites: [heise],
      since: '2026-05-19',
      replaceSource: true,
    });
    expect(await countReadings()).toEqual({ all: 0, times: 0 });
  });
});
