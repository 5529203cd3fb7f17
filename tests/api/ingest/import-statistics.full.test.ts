import { describe, expect, test } from 'vitest';
import { seedDemo } from '#ingest/demo/index.ts';
import { ingest } from '#ingest/run.ts';
import {
  applyStatisticSetting,
  buildMissingStatistics,
  rebuildStatistics,
} from '#server/db/build-statistics.ts';
import { endDemonstration } from '#server/db/demonstration.ts';
import { readStatistics } from '#server/db/statistic-day.ts';
import { basin, quietImport } from '../../support/basin.ts';
import { describeEngines } from '../../support/engines.ts';
import { hydroMetTable } from '../../support/fake-hydromet.ts';
import { shareStore } from '../../support/shared-store.ts';

const now = () => new Date('2026-03-20T18:00:00Z');
const streamflow = 1;

type Sample = { readonly day: string; readonly value: number };

/** The first days of October 1990 to 2019: 100 cfs in the first year, 1 more in each following one. */
const normals: readonly Sample[] = Array.from({ length: 30 }, (_, at) =>
  ['01', '02', '03'].map((day) => ({ day: `${1990 + at}-10-${day}`, value: 100 + at })),
).flat();

describeEngines('statistics after an import', (open) => {
  const store = shareStore(open);

  const importFlows = (samples: readonly Sample[], { column = 'heii_qd', replaceSource = false } = {}) =>
    ingest(store, 'usbr', {
      ...quietImport,
      now,
      sites: [column],
      since: '1980-01-01',
      replaceSource,
      fetch: async (input) => {
        const values = new Map(samples.map(({ day, value }) => [day, value]));
        return new Response(hydroMetTable(input, [...values.keys()], (_, day) => values.get(day)));
      },
    });

  const findRecord = async () => {
    const [record] = await store.query<{ loc_ndx: number; parameter_ndx: number }>(
      'select loc_ndx, parameter_ndx from location_parameter where parameter_ndx = $1',
      [streamflow],
    );
    if (!record) throw new Error('there is no record');
    return record;
  };
  const october1 = async () =>
    (await readStatistics(store, await findRecord(), 'water', 'value')).statistics.find(
      ({ order }) => order === 1,
    );
  /** The row versions, which change with every write. */
  const versions = () =>
    store.query('select year_kind, measure, xmin::text, ctid::text from statistic_day order by 1, 2');

  test('are those of its values, in both kinds of years and as volumes', async () => {
    await importFlows(normals);
    expect(await october1()).toMatchObject({ count: 30, minimum: 100, median: 114.5, maximum: 129 });
    expect((await versions()).length).toBe(4);
    const record = await findRecord();
    const stored = await readStatistics(store, record, 'irrigation', 'value');
    await rebuildStatistics(store);
    expect(await readStatistics(store, record, 'irrigation', 'value')).toEqual(stored);
  });

  test('are not computed again for recent days, nor for the same values', async () => {
    await importFlows(normals);
    const before = await versions();
    const report = await importFlows([...normals, { day: '2026-03-01', value: 5000 }]);
    expect(report.rows_written).toBe(1);
    await importFlows([{ day: '2020-11-20', value: 5000 }]);
    expect(await versions()).toEqual(before);
  });

  test.each([
    ['revised', { day: '2019-10-01', value: 500 }],
    ['added', { day: '2019-10-04', value: 500 }],
    ['added where it may bridge a gap before the first year', { day: '1990-09-25', value: 500 }],
  ])('are computed again after a value of the normal period is %s', async (_, sample) => {
    await importFlows(normals);
    const before = await versions();
    await importFlows([sample]);
    expect(await versions()).not.toEqual(before);
    if (sample.day === '2019-10-01') expect((await october1())?.maximum).toBe(500);
  });

  test('leave out a value that a later import flags', async () => {
    await importFlows(normals);
    await importFlows([{ day: '2019-10-01', value: -5 }]);
    expect(await october1()).toMatchObject({ count: 29, minimum: 100, maximum: 128 });
  });

  test('are those of the new source after another one was replaced', async () => {
    await importFlows(normals);
    await store.query(`update location_parameter set source = 'usgs'`);
    await importFlows(
      normals.filter(({ day }) => day < '2010'),
      { replaceSource: true },
    );
    expect(await october1()).toMatchObject({ count: 20, lastYear: 2010 });
  });

  describe('of the demonstration', () => {
    const seed = () =>
      seedDemo(store, { basin, through: '2026-03-08', valuesOf: new Set(['13037500']), replace: true });

    test('are replaced with its values', async () => {
      await seed();
      expect((await october1())?.minimum).toBeGreaterThan(200);
      await importFlows(normals);
      expect(await october1()).toMatchObject({ count: 30, median: 114.5 });
    });

    test('are removed with its values', async () => {
      await seed();
      await store.transaction((transaction) => endDemonstration(transaction, 'test', store.engine));
      expect(await versions()).toEqual([]);
    });
  });

  test('leave provisional values out where the basin file says so, from the next start on', async () => {
    await importFlows(normals);
    await store.query(
      `update daily_value set approval = case when rdate < '2010-01-01' then 'A' else 'P' end`,
    );
    const before = await versions();
    await applyStatisticSetting(store, false);
    expect(await versions()).toEqual(before);
    await applyStatisticSetting(store, true);
    expect(await versions()).toEqual([]);
    // Requests compute what is not stored yet.
    expect(await october1()).toMatchObject({ count: 20, lastYear: 2010 });
    expect(await buildMissingStatistics(store)).toEqual({ records: 1, rows: 4 });
    expect(await october1()).toMatchObject({ count: 20, lastYear: 2010, provisional: 0 });
    await importFlows([{ day: '2005-10-01', value: 500 }]);
    expect(await october1()).toMatchObject({ count: 19, lastYear: 2010 });
  });

  test('are computed again for newer formulas, also after an interruption', async () => {
    await importFlows(normals);
    await store.query('update statistic_setting set formulas = 0');
    await store.query(
      'insert into statistic_setting (formulas, approved_only) values (0, false) on conflict do nothing',
    );
    await applyStatisticSetting(store, false);
    expect(await versions()).toEqual([]);
    expect(await buildMissingStatistics(store, { signal: AbortSignal.abort() })).toEqual({
      records: 0,
      rows: 0,
    });
    expect(await buildMissingStatistics(store)).toEqual({ records: 1, rows: 4 });
    expect(await buildMissingStatistics(store)).toEqual({ records: 0, rows: 0 });
  });
});
