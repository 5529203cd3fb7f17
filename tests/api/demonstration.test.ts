import { expect, test } from 'vitest';
import { readDemonstration, removeDemonstration } from '#contract/demonstration.ts';
import { readVersion } from '#contract/system.ts';
import { listSiteSummaries } from '#contract/time-series.ts';
import { seedDemoContent } from '#ingest/demo/content.ts';
import { extendDemo, seedDemo } from '#ingest/demo/index.ts';
import { ingest } from '#ingest/run.ts';
import type { Store } from '#server/db/store.ts';
import { basin } from '../support/basin.ts';
import { describeEngines } from '../support/engines.ts';
import { shareStore } from '../support/shared-store.ts';
import { openTestApp, roleVerifier } from '../support/test-app.ts';

const through = '2025-02-20';
const token = 'Developer';

describeEngines('demonstration data', (open) => {
  let store: Store;
  shareStore(open, (opened) => {
    store = opened;
  });

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

  test('are marked by series until an import replaces them', async () => {
    const portal = openTestApp(store, { verifier: roleVerifier });
    try {
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
    } finally {
      await portal.close();
    }
  });

  test('are removed by a Developer, with their records; what is imported or edited stays', async () => {
    const portal = openTestApp(store, { verifier: roleVerifier });
    try {
      await seed();
      await seedDemoContent(store, { through, putFile: async ({ name }) => ({ id: name, name }) });
      await importHeise();
      await store.query(
        `UPDATE announcement SET updated_by = 'somebody' WHERE content->>'title' = 'Demonstration data'`,
      );
      const left = await portal.request(readDemonstration, {}, { token });
      expect(left).toEqual({ series: 1, all_series: 2, records: expect.any(Number) });
      expect(left.records).toBeGreaterThan(5);
      const refused = await portal.send({
        method: 'DELETE',
        url: '/api/demonstration',
        headers: { authorization: 'Bearer User' },
      });
      expect(refused.statusCode).toBe(403);
      expect(await portal.request(removeDemonstration, {}, { token })).toEqual(left);
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
      const again = await portal.request(removeDemonstration, {}, { token });
      expect(again).toEqual({ series: 0, all_series: 1, records: 0 });
    } finally {
      await portal.close();
    }
  });
});
