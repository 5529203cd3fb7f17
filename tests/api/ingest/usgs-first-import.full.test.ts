import { expect, test } from 'vitest';
import { parameterNdx } from '#domain/vocabulary.ts';
import { usgs } from '#ingest/agencies/usgs/fetch.ts';
import { targetsOf } from '#ingest/basin/targets.ts';
import { ingest } from '#ingest/run.ts';
import type { SourceSeries } from '#ingest/source.ts';
import { addDays } from '#lib/calendar.ts';
import { basin, quietImport } from '../../support/basin.ts';
import { describeEngines } from '../../support/engines.ts';
import { createFakeUsgs, type FakeRow, type FakeSeries, type FakeUsgs } from '../../support/fake-usgs.ts';
import { shareStore } from '../../support/shared-store.ts';

const today = '2026-03-08';
const targets = targetsOf(basin, 'usgs', 'first').all;
const wellParameters = new Set<number>([parameterNdx.depthToWater, parameterNdx.groundwaterElevation]);
const keys = [...new Set(targets.map(({ key }) => key))];
const isWell = (key: string) =>
  targets.some((each) => each.key === key && wellParameters.has(each.parameter));

/**
 * The whole basin: every gage with a daily mean of its length, nine in ten of them for the whole period, a recorder
 * of ten years at every third well, and field measurements at all wells.
 */
function createBasinService(): FakeUsgs {
  const series = keys.flatMap((site, at): FakeSeries[] => {
    const code = isWell(site) ? '72019' : '00060';
    const years = isWell(site) ? 10 : at % 10 === 0 ? 15 + (at % 30) : 60;
    const begin = addDays(today, -Math.round(years * 365.25));
    return isWell(site) && at % 3 !== 0 ? [] : [{ site, code, id: `series-${site}`, begin, end: today }];
  });
  const daily = series.flatMap(({ site, code, id }): FakeRow[] =>
    [-2, -1, 0].map((day) => ({
      site,
      code,
      record: id,
      date: addDays(today, day),
      value: String(100 + day),
      approved: true,
    })),
  );
  const measured = keys.filter(isWell).map(
    (site): FakeRow => ({
      site,
      code: '72019',
      date: '2025-10-07T17:20:00+00:00',
      value: '12.5',
    }),
  );
  const locations = keys.map((site) => ({ site, altitude: 5000, huc: '170402060503' }));
  return createFakeUsgs({ series, daily, measured, locations });
}

/** Reads every series as an import does, without writing it. */
async function readAll(service: FakeUsgs, environment: Record<string, string> = {}) {
  const messages: string[] = [];
  const series: SourceSeries[] = [];
  const { fetch, sleep, now } = service;
  const onProgress = (message: string) => void messages.push(message);
  const tools = { fetch, sleep, now, environment, onProgress, random: () => 0.5 };
  for await (const each of usgs.fetch({}, tools, basin)) series.push(each);
  const refused = series.filter(({ kind }) => kind === 'refused');
  const sites = new Set(series.flatMap((each) => (each.kind === 'read' ? [each.target.site.id] : [])));
  return { messages, refused, sites: sites.size };
}

describeEngines('the first import of the whole basin from USGS', (open) => {
  const store = shareStore(open);

  test('ends complete by itself with 50 requests an hour, in at most 60 requests', async () => {
    const service = createBasinService();
    service.limits = { anonymous: 50, withKey: 1000 };
    const messages: string[] = [];
    const report = await ingest(store, 'usgs', {
      ...quietImport,
      fetch: service.fetch,
      sleep: service.sleep,
      now: service.now,
      onProgress: (message) => messages.push(message),
    });
    expect(report.failures).toEqual([]);
    // The fake service has three days of records of decades, and says so.
    expect(report.status).toBe('partial');
    expect(report.incomplete).toContainEqual({
      name: '13037500 00060',
      message: expect.stringMatching(
        /^3 of some 16,600 days arrived: the service says that it has 1980-10-01 to /,
      ),
    });
    const [stored] = await store.query<{ n: number }>(
      'select count(distinct loc_ndx)::int as n from daily_value',
    );
    expect(stored?.n).toBe(keys.length);
    const hours = service.sleeps.reduce((sum, each) => sum + each, 0) / 3_600_000;
    console.log(
      `A first import of ${keys.length} USGS sites: ${service.requestedUrls.length} requests in ${hours.toFixed(1)} h.`,
    );
    expect(service.requestedUrls.length).toBeLessThanOrEqual(60);
    expect(hours).toBeLessThan(2);
    expect(messages).toContainEqual(
      expect.stringMatching(
        /about \d+ requests for 165 sites, about .* USGS permits 50 requests an hour, 48 are left\. A free key \(USGS_API_KEY, from https:.*signup.*20 times faster/,
      ),
    );
    expect(messages).toContainEqual(expect.stringMatching(/USGS permits \d+ more requests in this hour/));
  });
});

test('waits for the limit in growing steps and goes on by itself', async () => {
  const service = createBasinService();
  service.limits = { anonymous: 7, withKey: 1000 };
  const { messages, refused, sites } = await readAll(service);
  expect([refused, sites]).toEqual([[], keys.length]);
  const waits = service.sleeps.filter((each) => each >= 60_000);
  expect(waits.slice(0, 5)).toEqual([1, 4, 10, 20, 25].map((minutes) => minutes * 60_000));
  expect(messages).toContainEqual(
    expect.stringContaining(
      'the limit of 7 an hour is used up; the import waits 25 min, then goes on by itself',
    ),
  );
});

test('does not wait with a key, and does not recommend one', async () => {
  const service = createBasinService();
  service.limits = { anonymous: 50, withKey: 1000 };
  const { messages, sites } = await readAll(service, { USGS_API_KEY: 'a-key' });
  expect(sites).toBe(keys.length);
  expect(service.sleeps.every((each) => each < 1000)).toBe(true);
  expect(messages.join()).not.toContain('signup');
});

test.each(['list', 'post'] as const)('ends complete if the service refuses the form %s', async (form) => {
  const service = createBasinService();
  service.refusedForm = form;
  const { refused, sites } = await readAll(service);
  expect([refused, sites]).toEqual([[], keys.length]);
  expect(service.requestedUrls.length).toBeLessThanOrEqual(65);
});

test('leaves a service that has blocked the address, with one message and a request in each form', async () => {
  const service = createBasinService();
  service.faults = ['403', '403'];
  const { refused, sites } = await readAll(service);
  expect(refused).toEqual([
    {
      kind: 'refused',
      name: 'USGS',
      message: expect.stringContaining('has blocked this address or key (status 403)'),
    },
  ]);
  expect([service.requestedUrls.length, sites]).toEqual([2, 0]);
});

test('halves a batch that times out, and loses nothing', async () => {
  const service = createBasinService();
  // Two tries of the first batch, and two of its first half.
  let timeouts = 4;
  const fetchSlowly: typeof fetch = async (input, init) => {
    if (!String(input).includes('/daily/') || timeouts === 0) return service.fetch(input, init);
    timeouts -= 1;
    throw new DOMException('The operation timed out.', 'TimeoutError');
  };
  const { refused, sites } = await readAll({ ...service, fetch: fetchSlowly });
  expect(timeouts).toBe(0);
  expect([refused, sites]).toEqual([[], keys.length]);
});

test('lists the time series batch by batch if the service fails for all sites at once', async () => {
  const service = createBasinService();
  service.faults = Array.from({ length: 5 }, () => 'html' as const);
  const { refused, sites } = await readAll(service);
  expect([refused, sites]).toEqual([[], keys.length]);
  const lists = service.requestedUrls.filter((url) => url.includes('/time-series-metadata/'));
  expect(lists).toHaveLength(5 + keys.length / 5);
});
