import { expect, test } from 'vitest';
import { readIngestStatus } from '#features/import-status/contract.ts';
import { ImportRunning, withImportLock } from '#ingest/engine/ingest-runs.ts';
import { BadIngestRequest, ingest, sourceArguments } from '#ingest/run.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { addDays } from '#lib/calendar.ts';
import { basin, quietImport } from '../../support/basin.ts';
import { describeEngines } from '../../support/engines.ts';
import { insertFixture } from '../../support/fixture-data.ts';
import { shareStore } from '../../support/shared-store.ts';
import { openTestApp } from '../../support/test-app.ts';

const now = () => new Date('2026-03-09T18:00:00Z');
const unavailable: typeof fetch = async () => new Response('closed', { status: 403 });
const options = { ...quietImport, now };

/** Runs are recorded with the database's clock. */
const today = (later = 0) => addDays(todayInBasin(new Date()), later);

describeEngines('imports of all sources', (open) => {
  const store = shareStore(open);

  test('runs one source after the other; a refused one does not stop the others', async () => {
    const sites = ['13037500', '13037505'];
    const fetchSome: typeof fetch = async (input) =>
      String(input).includes('Accounting')
        ? new Response(JSON.stringify([{ SiteID: '13037505', HSTDate: '3/1/2026', 'Flow (CFS)': '12' }]))
        : unavailable(input);
    const report = await ingest(store, 'all', { ...options, fetch: fetchSome, sites, since: '2026-01-01' });
    expect(report).toMatchObject({ source: 'all', status: 'failed', rows_written: 1 });
    const runs = await store.query<{ source: string; status: string }>(
      'select source, status from ingest_run order by source',
    );
    expect(runs.map(({ source }) => source)).toEqual(
      sourceArguments.filter((name) => name !== 'all' && name !== 'now').toSorted(),
    );
    expect(runs.find(({ source }) => source === 'idwr')?.status).toBe('succeeded');
    expect(runs.find(({ source }) => source === 'usgs')?.status).toBe('failed');
  });

  test('refuses a file, which belongs to one source', async () => {
    await expect(ingest(store, 'all', { ...options, file: 'x.csv' })).rejects.toThrow(BadIngestRequest);
  });

  test('runs one import at a time, and the next one even after a failure', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const first = withImportLock(store, () => {
      begin();
      return promise;
    });
    await begun;
    await expect(ingest(store, 'idwr', { ...options, fetch: unavailable })).rejects.toThrow(ImportRunning);
    expect(await store.query('select from ingest_run')).toEqual([]);
    resolve();
    await first;
    await expect(withImportLock(store, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    const next = await ingest(store, 'idwr', { ...options, fetch: unavailable, sites: ['nobody'] });
    expect(next.unknown_columns).toEqual(['nobody']);
  });

  test('with keepCurrent, requests whole records once a week and the last 90 days otherwise', async () => {
    const requestedYears: string[] = [];
    const answer: typeof fetch = async (input) => {
      const years = new URL(String(input)).searchParams.get('yearlist') ?? '';
      requestedYears.push(years.slice(0, 4));
      return new Response(JSON.stringify([{ SiteID: '13037505', HSTDate: '3/1/2026', 'Flow (CFS)': '12' }]));
    };
    const small = { ...basin, sites: basin.sites.filter(({ id }) => id === '13037505') };
    const runAt = (day: string) =>
      ingest(store, 'idwr', {
        ...options,
        basin: small,
        fetch: answer,
        keepCurrent: true,
        now: () => new Date(`${day}T18:00:00Z`),
      });
    await runAt(today());
    expect(requestedYears[0]).toBe('1980');
    requestedYears.length = 0;
    const recent = await runAt(today(2));
    expect(new Set(requestedYears)).toEqual(new Set([today(2 - 90).slice(0, 4)]));
    expect(recent.is_whole).toBe(false);
    requestedYears.length = 0;
    await runAt(today(8));
    expect(requestedYears[0]).toBe('1980');
  });

  test('shows developers the last run of each source, its failures, and which records are late', async () => {
    await insertFixture(store);
    await ingest(store, 'usgs', { ...options, fetch: unavailable, sites: ['13037500'] });
    await using portal = openTestApp(store);
    const status = await portal.request(readIngestStatus, {}, { token: 'Developer' });
    expect(status.sources).toMatchObject([
      { source: 'usgs', status: 'failed', succeeded_at: null, failures: [{ name: '13037500' }] },
    ]);
    expect(status.records).toHaveLength(5);
    expect(status.records.every(({ lag_days }) => (lag_days ?? 0) > 365)).toBe(true);
    await expect(portal.request(readIngestStatus, {}, { token: 'Administrator' })).rejects.toMatchObject({
      status: 403,
    });
  });
});
