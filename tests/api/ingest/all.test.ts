import { afterEach, beforeEach, expect, test } from 'vitest';
import { readIngestStatus } from '#contract/ingest-status.ts';
import { ImportRunning, takeLease } from '#ingest/lease.ts';
import { BadIngestRequest, ingest, sourceNames } from '#ingest/run.ts';
import type { Store } from '#server/db/open.ts';
import { openApp, roleVerifier } from '../../support/api.ts';
import { describeEngines } from '../../support/engines.ts';
import { insertFixture } from '../../support/fixture-data.ts';

const now = () => new Date('2026-03-09T18:00:00Z');
const away: typeof fetch = async () => new Response('closed', { status: 403 });
const options = { now, sleep: async () => {}, environment: {} };

describeEngines('imports of all sources', (open) => {
  let store: Store;
  beforeEach(async () => {
    store = await open();
  });
  afterEach(() => store.close());

  test('one source after the other; one that is refused does not stop the others', async () => {
    const sites = ['13037500', '13037505'];
    const fetchSome: typeof fetch = async (input) =>
      String(input).includes('Accounting')
        ? new Response(JSON.stringify([{ SiteID: '13037505', HSTDate: '3/1/2026', 'Flow (CFS)': '12' }]))
        : away(input);
    const report = await ingest(store, 'all', { ...options, fetch: fetchSome, sites, since: '2026-01-01' });
    expect(report).toMatchObject({ source: 'all', status: 'failed', rows_written: 1 });
    const runs = await store.query<{ source: string; status: string }>(
      'select source, status from ingest_run order by source',
    );
    expect(runs.map(({ source }) => source)).toEqual(sourceNames.filter((name) => name !== 'all').toSorted());
    expect(runs.find(({ source }) => source === 'idwr')?.status).toBe('succeeded');
    expect(runs.find(({ source }) => source === 'usgs')?.status).toBe('failed');
    expect(await store.query("select from portal_state where key = 'ingest_lease'")).toEqual([]);
  });

  test('a file belongs to one source', async () => {
    await expect(ingest(store, 'all', { ...options, file: 'x.csv' })).rejects.toThrow(BadIngestRequest);
  });

  test('one import at a time; that of a process that was killed is over after ten minutes', async () => {
    const lease = await takeLease(store);
    await expect(ingest(store, 'idwr', { ...options, fetch: away })).rejects.toThrow(ImportRunning);
    expect(await store.query('select from ingest_run')).toEqual([]);
    await store.query("update portal_state set updated_at = now() - interval '11 minutes'");
    const second = await takeLease(store);
    // The first one comes back too late to take it away.
    await lease.release();
    await expect(takeLease(store)).rejects.toThrow(ImportRunning);
    await second.release();
    await (await takeLease(store)).release();
  });

  test('developers see the last run of each source, with its failures, and which records are late', async () => {
    await insertFixture(store);
    await ingest(store, 'usgs', { ...options, fetch: away, sites: ['13037500'] });
    const portal = openApp(store, { verifier: roleVerifier });
    const status = await portal.request(readIngestStatus, {}, { token: 'Developer' });
    expect(status.sources).toMatchObject([
      { source: 'usgs', status: 'failed', succeeded_at: null, failures: [{ name: '13037500' }] },
    ]);
    expect(status.records).toHaveLength(5);
    expect(status.records.every(({ is_late, lag_days }) => is_late && (lag_days ?? 0) > 365)).toBe(true);
    await expect(portal.request(readIngestStatus, {}, { token: 'Administrator' })).rejects.toMatchObject({
      status: 403,
    });
    await portal.close();
  });
});
