import { expect, test } from 'vitest';
import { readDemonstration, removeDemonstration } from '#contract/demonstration.ts';
import { readCurrentImport } from '#contract/imports.ts';
import { readVersion } from '#contract/system.ts';
import { listSiteSummaries } from '#features/site-summary/contract.ts';
import { seedDemoContent } from '#ingest/demo/content.ts';
import { extendDemo, seedDemo } from '#ingest/demo/index.ts';
import { ingest } from '#ingest/run.ts';
import type { Store } from '#server/db/store.ts';
import { basin } from '../support/basin.ts';
import { describeEngines } from '../support/engines.ts';
import { shareStore } from '../support/shared-store.ts';
import { openTestApp } from '../support/test-app.ts';

const through = '2025-02-20';
const token = 'Developer';

describeEngines('demonstration data', (open) => {
  const store = shareStore(open);

  const seed = () => seedDemo(store, { basin, through, valuesOf: new Set(['13037500', 'AMF']) });
  const importHeise = () =>
    ingest(store, 'usbr', {
      basin,
      sites: ['heii_qd'],
      since: '2025-01-01',
      now: () => new Date('2025-02-21T18:00:00Z'),
      fetch: async () => new Response('DateTime,heii_qd\n2025-01-01,1540\n'),
    });
  const marks = async (portal: ReturnType<typeof openTestApp>) => {
    const rows = await portal.request(listSiteSummaries, {}, { token });
    return rows.map(({ loc_id, source, is_demonstration }) => [loc_id, source, is_demonstration]);
  };

  const readCurrent = async (portal: ReturnType<typeof openTestApp>) =>
    (await portal.request(readCurrentImport, {}, { token })).import;
  const outcome = async (portal: ReturnType<typeof openTestApp>) => {
    await expect
      .poll(async () => (await readCurrent(portal))?.status, { timeout: 20_000 })
      .not.toBe('running');
    return readCurrent(portal);
  };
  const lastRun = async () => {
    const [run] = await store.query(
      `select source, status, report->'failures'->0->>'message' as message
       from ingest_run order by ingest_run_ndx desc limit 1`,
    );
    return run;
  };

  test('are marked by series until an import replaces them', async () => {
    await using portal = openTestApp(store);
    await seed();
    expect(await marks(portal)).toEqual([
      ['AMF', null, true],
      ['13037500', null, true],
    ]);
    expect(await portal.request(readVersion, {})).toMatchObject({ demo_share: 'all' });
    await importHeise();
    expect(await marks(portal)).toEqual([
      ['AMF', null, true],
      ['13037500', 'usbr', false],
    ]);
    expect(await portal.request(readVersion, {})).toMatchObject({ demo_data: true, demo_share: 'some' });
  });

  test('are removed by a Developer, with their records; what is imported or edited stays', async () => {
    await using portal = openTestApp(store);
    await seed();
    await seedDemoContent(store, { through, putFile: async ({ name }) => ({ id: name, name }) });
    await importHeise();
    await store.query(
      `UPDATE announcement SET updated_by = 'somebody' WHERE content->>'title' = 'Storage allocation meeting'`,
    );
    const left = await portal.request(readDemonstration, {}, { token });
    expect(left).toEqual({ series: 1, all_series: 2, records: expect.any(Number) });
    expect(left.records).toBeGreaterThan(5);
    const started = await portal.send({ method: 'DELETE', url: '/api/demonstration' }, token);
    expect([started.statusCode, started.headers.location]).toEqual([202, '/api/imports/current']);
    expect(started.json()).toMatchObject({ import: { source: 'demonstration', status: 'running' } });
    expect(await outcome(portal)).toMatchObject({
      status: 'succeeded',
      series_done: 1,
      series_total: 1,
      messages: [`1 synthetic records and ${left.records} content records were removed.`],
    });
    expect(await portal.request(readDemonstration, {}, { token })).toEqual({
      series: 0,
      all_series: 1,
      records: 0,
    });
    expect(await marks(portal)).toEqual([['13037500', 'usbr', false]]);
    expect(await portal.request(readVersion, {})).toMatchObject({ demo_data: false, demo_share: 'none' });
    expect(await store.query('SELECT count(*)::int AS n FROM announcement')).toEqual([{ n: 1 }]);
    expect(await extendDemo(store, { basin, through: '2025-03-01' })).toEqual({ values: 0 });
    // A second time there is nothing left.
    await portal.request(removeDemonstration, {}, { token });
    expect(await outcome(portal)).toMatchObject({
      messages: ['0 synthetic records and 0 content records were removed.'],
    });
    expect(await lastRun()).toEqual({ source: 'demonstration', status: 'succeeded', message: null });
  });

  test('of which a cancel leaves whole series, and says how many', async () => {
    // After the entry in the audit log and the first series, it waits until somebody has canceled.
    const first = Promise.withResolvers<void>();
    const canceled = Promise.withResolvers<void>();
    let transactions = 0;
    const slow: Store = {
      ...store,
      transaction: async (work) => {
        transactions += 1;
        const result = await store.transaction(work);
        if (transactions === 2) {
          first.resolve();
          await canceled.promise;
        }
        return result;
      },
    };
    await using portal = openTestApp(slow);
    await seed();
    transactions = 0;
    await portal.request(removeDemonstration, {}, { token });
    await first.promise;
    const again = await portal.send({ method: 'DELETE', url: '/api/demonstration' }, token);
    expect([again.statusCode, again.json().detail]).toEqual([
      409,
      expect.stringMatching(
        /^The removal of the demonstration has been running since .*, started by test\|Developer/,
      ),
    ]);
    const cancel = portal.send({ method: 'DELETE', url: '/api/imports/current' }, token);
    await expect.poll(async () => (await readCurrent(portal))?.is_stopping).toBe(true);
    canceled.resolve();
    expect((await cancel).statusCode).toBe(200);
    expect(await outcome(portal)).toMatchObject({
      status: 'cancelled',
      series_done: 1,
      messages: [
        '1 of 2 synthetic records were removed. The others stay.',
        'Canceled by test|Developer. What it had done until then is complete.',
      ],
    });
    expect(await lastRun()).toEqual({
      source: 'demonstration',
      status: 'cancelled',
      message: 'Canceled by test|Developer. What it had done until then is complete.',
    });
    expect(await portal.request(readDemonstration, {}, { token })).toMatchObject({
      series: 1,
      all_series: 1,
    });
  });
});
