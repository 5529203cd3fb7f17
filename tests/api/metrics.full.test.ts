import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { todayInBasin } from '#lib/basin-clock.ts';
import { addDays } from '#lib/calendar.ts';
import type { Store, StoreStats } from '#server/db/store.ts';
import { createMetrics } from '#server/telemetry/metrics.ts';
import { createMetricsServer } from '#server/telemetry/metrics-listener.ts';
import { openTelemetry } from '#server/telemetry/open-telemetry.ts';
import { describeEngines, openEmbeddedStore } from '../support/engines.ts';
import { insertFixture } from '../support/fixture-data.ts';
import { listen } from '../support/local-server.ts';
import { closeAfter } from '../support/set-up.ts';
import { openTestApp, testConfig } from '../support/test-app.ts';

const token = 'a-token-of-the-tests';
const bearer = { authorization: `Bearer ${token}` };

/** The value of the one series that begins with `series`. */
function readValue(text: string, series: string): number {
  const found = text.split('\n').filter((line) => line.startsWith(`${series} `));
  expect(found, series).toHaveLength(1);
  return Number(found[0]?.split(' ').at(-1));
}

function seriesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

describeEngines('the figures', async (open) => {
  let clock = 0;
  // The database gives times of imports in whole seconds.
  const now = new Date(Math.floor(Date.now() / 1000) * 1000);

  const store = closeAfter(await open());
  await insertFixture(store);
  const metrics = createMetrics(store, testConfig(), { clock: () => clock, now: () => now });

  async function readLater() {
    clock += 15_000;
    return metrics.readText();
  }

  test('name version, engine, memory, delay of the event loop and start of the process', async () => {
    const text = await readLater();
    expect(text).toMatch(new RegExp(`^portal_info\\{version="[\\d.]+",engine="${store.engine}"\\} 1$`, 'm'));
    expect(readValue(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e7);
    expect(readValue(text, 'process_start_time_seconds')).toBeGreaterThan(1.6e9);
    expect(readValue(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    expect(readValue(text, 'portal_database_up')).toBe(1);
    expect(readValue(text, 'portal_database_waiting')).toBe(0);
    expect(readValue(text, 'portal_disk_free_bytes')).toBeGreaterThan(0);
  });

  test('follow the version of the published data', async () => {
    const before = readValue(await readLater(), 'portal_data_version');
    await store.query(`update location set loc_name = 'Other' where loc_ndx = 1`);
    expect(readValue(await readLater(), 'portal_data_version')).toBe(before + 1);
  });

  test('count late records', async () => {
    const endsBefore = (days: number) => addDays(todayInBasin(now), -days);
    await store.query(`update location_parameter set por_end = '${endsBefore(1)}' where parameter_ndx = 1`);
    await store.query(`update location_parameter set por_end = '${endsBefore(40)}' where parameter_ndx = 5`);
    await store.query('update location_parameter set por_end = null where parameter_ndx = 9');
    const text = await readLater();
    const counts = ['none', 'current', 'late', 'ended'].map((state) =>
      readValue(text, `portal_records{state="${state}"}`),
    );
    expect(counts).toEqual([1, 1, 1, 2]);
  });

  test('give age and result of the imports by source', async () => {
    const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();
    await store.query(`insert into ingest_run (source, status, started_at, finished_at) values
      ('usgs', 'succeeded', '${hoursAgo(8)}', '${hoursAgo(7)}'), ('usgs', 'failed', '${hoursAgo(2)}', '${hoursAgo(1)}'),
      ('nrcs', 'running', '${hoursAgo(1)}', null), ('/home/someone/secret.csv', 'failed', '${hoursAgo(1)}', null)`);
    const text = await readLater();
    expect(readValue(text, 'portal_import_age_seconds{source="usgs"}')).toBe(7 * 3600);
    expect(readValue(text, 'portal_import_result{source="usgs",result="failed"}')).toBe(1);
    expect(readValue(text, 'portal_import_result{source="usgs",result="succeeded"}')).toBe(0);
    expect(readValue(text, 'portal_import_result{source="nrcs",result="running"}')).toBe(1);
    expect(text).not.toContain('portal_import_age_seconds{source="nrcs"}');
    expect(text).not.toMatch(/secret|someone/);
  });

  test('never give a negative age after the clock was set back', async () => {
    const ahead = createMetrics(store, testConfig(), { clock: () => 0, now: () => new Date(0) });
    expect(readValue(await ahead.readText(), 'portal_import_age_seconds{source="usgs"}')).toBe(0);
  });

  test('read the database at most every 15 s', async () => {
    let statementCount = 0;
    const counting = {
      ...store,
      query: ((...input: Parameters<Store['query']>) => {
        statementCount += 1;
        return store.query(...input);
      }) as Store['query'],
    };
    let time = 0;
    const counted = createMetrics(counting, testConfig(), { clock: () => time, now: () => now });
    await Promise.all([counted.readText(), counted.readText()]);
    const once = statementCount;
    time = 14_999;
    await counted.readText();
    expect(statementCount).toBe(once);
    time = 15_000;
    await counted.readText();
    expect(statementCount).toBeGreaterThan(once);
  });

  test('tell how a replica does, where there is one', async () => {
    const withReplica = (replica: NonNullable<StoreStats['replica']>) =>
      createMetrics({ ...store, stats: () => ({ ...store.stats(), replica }) }, testConfig());
    const lagging = withReplica({
      state: 'lagging',
      isPrimaryDown: false,
      lagSeconds: 7.5,
      statements: { primary: 3, replica: 40 },
    });
    const text = await lagging.readText();
    expect(readValue(text, 'portal_replica_lag_seconds')).toBe(7.5);
    expect(readValue(text, 'portal_primary_up')).toBe(1);
    expect(readValue(text, 'portal_replica_state{state="lagging"}')).toBe(1);
    expect(readValue(text, 'portal_replica_state{state="away"}')).toBe(0);
    expect(readValue(text, 'portal_database_reads{server="replica"}')).toBe(40);
    const unknown = withReplica({
      state: 'away',
      isPrimaryDown: true,
      lagSeconds: undefined,
      statements: { primary: 0, replica: 0 },
    });
    const later = await unknown.readText();
    expect(readValue(later, 'portal_replica_lag_seconds')).toBeNaN();
    expect(readValue(later, 'portal_primary_up')).toBe(0);
    expect(await metrics.readText()).not.toContain('replica');
  });

  test('are all named in the documentation, and no others', async () => {
    const replica = {
      state: 'in use',
      isPrimaryDown: false,
      lagSeconds: 0,
      statements: { primary: 0, replica: 0 },
    } as const;
    const all = createMetrics({ ...store, stats: () => ({ ...store.stats(), replica }) }, testConfig());
    const names = (await all.readText()).match(/(?<=^# TYPE )portal_\w+/gm);
    const page = readFileSync(
      path.join(import.meta.dirname, '../../content/documentation/deploy.md'),
      'utf8',
    );
    expect([...new Set(page.match(/\bportal_\w+/g))].sort()).toEqual(names?.sort());
  });

  test('are there while the database is away, with those of before', async () => {
    let isDown = false;
    const mortal = {
      ...store,
      query: ((...input: Parameters<Store['query']>) =>
        isDown ? Promise.reject(new Error('away')) : store.query(...input)) as Store['query'],
    };
    let time = 0;
    const figures = createMetrics(mortal, testConfig(), { clock: () => time, now: () => now });
    const before = await figures.readText();
    isDown = true;
    time = 15_000;
    const after = await figures.readText();
    expect(readValue(after, 'portal_database_up')).toBe(0);
    expect(readValue(after, 'portal_data_version')).toBe(readValue(before, 'portal_data_version'));
    isDown = false;
    time = 30_000;
    expect(readValue(await figures.readText(), 'portal_database_up')).toBe(1);
  });
});

describe('a portal', async () => {
  async function openWith(environment: Record<string, string>) {
    const opened = await openTelemetry(testConfig(environment), store);
    return openTestApp(opened.store, { environment, telemetry: opened.telemetry });
  }

  const store = closeAfter(await openEmbeddedStore());
  const portal = closeAfter(await openWith({ METRICS_TOKEN: token, RATE_LIMIT_PER_MINUTE: '100000' }));

  const readFigures = async () => (await portal.send({ url: '/metrics', headers: bearer })).body;

  test.each([
    ['neither port nor token', {}],
    ['only a port of its own', { METRICS_PORT: '0' }],
  ])('has no figures at its own port with %s', async (_, environment) => {
    await using quiet = await openWith(environment);
    const answer = await quiet.send({ url: '/metrics', headers: bearer });
    expect(answer.statusCode).toBe(404);
  });

  test.each([
    ['no token', {}],
    ['another token', { authorization: 'Bearer a-token-of-others' }],
    ['a part of the token', { authorization: `Bearer ${token.slice(0, -1)}` }],
    ['a person’s token', { authorization: 'Bearer Administrator' }],
    ['the token as a password', { authorization: `Basic ${btoa(`:${token}`)}` }],
  ])('refuses %s', async (_, headers) => {
    const answer = await portal.send({ url: '/metrics', headers });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
    expect(answer.body).not.toContain('portal_info');
  });

  test('gives its figures for the token, never cached', async () => {
    const answer = await portal.send({ url: '/metrics', headers: bearer });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('is never refused by the limit of requests', async () => {
    await using limited = await openWith({ METRICS_TOKEN: token, RATE_LIMIT_PER_MINUTE: '1' });
    const codes = [];
    for (let count = 0; count < 3; count += 1) {
      codes.push((await limited.send({ url: '/metrics', headers: bearer })).statusCode);
    }
    expect(codes).toEqual([200, 200, 200]);
  });

  test('measures requests by pattern, method and class of status', async () => {
    await portal.send('/api/hydro-health-list-water-years');
    await portal.send('/api/timeseries-daily-data/1/1,2/2020-01-01/2020-02-01');
    await portal.send({ method: 'HEAD', url: '/api/version' });
    const text = await readFigures();
    const count = (labels: string) =>
      readValue(text, `portal_http_request_duration_seconds_count{${labels}}`);
    expect(count('route="/api/hydro-health-list-water-years",method="GET",status="4xx"')).toBe(1);
    const daily = '/api/timeseries-daily-data/:parameter/:locations/:start/:end';
    expect(count(`route="${daily}",method="GET",status="4xx"`)).toBe(1);
    expect(count('route="/api/version",method="HEAD",status="2xx"')).toBe(1);
    expect(text).toContain('portal_http_request_duration_seconds_bucket{le="0.25",route="/api/version"');
  });

  test('counts what it refuses by design, and no outage', async () => {
    const broken = {
      ...store,
      query: (() =>
        Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))) as Store['query'],
    };
    const environment = { METRICS_TOKEN: token };
    const { telemetry } = await openTelemetry(testConfig(environment), store);
    await using refusing = openTestApp(broken, { environment, telemetry });
    const statuses = [];
    for (const url of ['/api/tokens', '/api/ready', '/api/nothing', '/api/public-map/wells', '/']) {
      statuses.push((await refusing.send(url)).statusCode);
    }
    expect(statuses).toEqual([401, 503, 404, 503, 503]);
    const text = (await refusing.send({ url: '/metrics', headers: bearer })).body;
    expect(
      seriesOf(text)
        .filter((line) => line.startsWith('portal_refusals_total'))
        .sort(),
    ).toEqual([
      'portal_refusals_total{status="401"} 1',
      'portal_refusals_total{status="404"} 1',
      'portal_refusals_total{status="503"} 1',
    ]);
  });

  test('has no more series after 1,000 strange addresses, and repeats none of them', async () => {
    const strange = (index: number) => [
      `/api/secret-${index}`,
      `/${index}/secret@example.org`,
      `/api/public-map/geo/secret-${index}?secret=${index}`,
      `/%61pi/secret-${index}`,
      `/api/timeseries-daily-data/${index}/secret/x/y`,
    ];
    const sendAll = async (indexes: readonly number[]) => {
      for (const url of indexes.flatMap(strange)) {
        await portal.send({ url, headers: { 'x-secret': url, 'x-request-id': 'secret' } });
      }
    };
    await sendAll([0]);
    const before = seriesOf(await readFigures()).length;
    await sendAll(Array.from({ length: 200 }, (_, index) => index + 1));
    const text = await readFigures();
    expect(seriesOf(text)).toHaveLength(before);
    expect(text).not.toMatch(/secret/);
  });
});

describe('the port of its own', async () => {
  const store = closeAfter(await openEmbeddedStore());

  async function open(environment: Record<string, string>) {
    const config = testConfig(environment);
    const { origin, close } = await listen(createMetricsServer(createMetrics(store, config), config.metrics));
    onTestFinished(close);
    return origin;
  }

  test('has nothing else', async () => {
    const address = await open({ METRICS_PORT: '0' });
    const answer = await fetch(`${address}/metrics`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('portal_info');
    for (const path of ['/', '/api/version', '/metrics/', '/metrics%2f']) {
      expect((await fetch(address + path)).status, path).toBe(404);
    }
    expect((await fetch(`${address}/metrics`, { method: 'POST' })).status).toBe(405);
  });

  test('wants the token, too, if there is one', async () => {
    const address = await open({ METRICS_PORT: '0', METRICS_TOKEN: token });
    expect((await fetch(`${address}/metrics`)).status).toBe(401);
    expect((await fetch(`${address}/metrics`, { headers: bearer })).status).toBe(200);
  });
});
