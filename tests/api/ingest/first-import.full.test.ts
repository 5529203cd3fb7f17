import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readVersion } from '#contract/system.ts';
import { readDemonstration } from '#features/import-status/contract.ts';
import { seedDemoContent } from '#ingest/demo/content.ts';
import { extendDemo, seedDemo } from '#ingest/demo/index.ts';
import { writeDemoReadings } from '#ingest/demo/readings.ts';
import { ingest } from '#ingest/run.ts';
import { describeFirstImport } from '#lib/demonstration.ts';
import { endDemonstration, readDemoState } from '#server/db/demonstration.ts';
import { importLockKey } from '#server/db/locks.ts';
import type { Store } from '#server/db/store.ts';
import { basin, quietImport } from '../../support/basin.ts';
import { setDemonstration } from '../../support/demonstration.ts';
import { describeEngines } from '../../support/engines.ts';
import { createFakeAgencies, now } from '../../support/fake-agencies.ts';
import { hydroMetTable } from '../../support/fake-hydromet.ts';
import { insertFixture } from '../../support/fixture-data.ts';
import { Killed, mortal } from '../../support/mortal.ts';
import { createServices, small } from '../../support/official-services.ts';
import { closeAfter, temporaryFolder } from '../../support/set-up.ts';
import { emptyTables, shareStore } from '../../support/shared-store.ts';
import { openTestApp } from '../../support/test-app.ts';
import { wrongFiles, wrongFilesNow } from '../../support/wrong-files.ts';
import { wrongUsgsFiles } from '../../support/wrong-usgs-files.ts';

const through = '2026-03-08';
const stations = new Set(['13037500', 'AMF']);
type Options = Parameters<typeof ingest>[2];

const flow = (day: string) => (input: unknown) =>
  Promise.resolve(new Response(hydroMetTable(input, [day], () => '1540')));
const ofHeise: Partial<Options> = { sites: ['heii_qd'], since: '2026-01-01', now, fetch: flow('2026-01-05') };

/** What the first import may meet without storing a value, and what is said of it. */
const situations: readonly (readonly [
  name: string,
  source: string,
  options: Partial<Options>,
  said: RegExp,
])[] = [
  ['a source that does not exist', 'nobody', {}, /There is no source/],
  ['a source that the basin file does not use', 'usbr', { basin: { ...basin, sites: [] } }, /./],
  ['a day that does not exist', 'usbr', { since: '2026-02-30' }, /is not a date/],
  ['a file that does not exist', 'usbr', { file: '/nowhere.csv' }, /nowhere/],
  ['a folder instead of a file', 'usbr', { file: import.meta.dirname }, /./],
  [
    'a service that cannot be reached',
    'usbr',
    { ...ofHeise, fetch: () => Promise.reject(new TypeError('fetch failed')) },
    /./,
  ],
  ['a service that fails', 'usbr', { ...ofHeise, fetch: async () => new Response('', { status: 500 }) }, /./],
  [
    'a page of maintenance',
    'usbr',
    { ...ofHeise, fetch: async () => new Response('<html>down</html>') },
    /./,
  ],
  [
    'an answer without a row',
    'usbr',
    { ...ofHeise, fetch: async () => new Response('DateTime,heii_qd\n') },
    /Nothing arrived/,
  ],
  [
    'days without values',
    'usbr',
    { ...ofHeise, fetch: async (input) => new Response(hydroMetTable(input, ['2026-01-05'], () => '')) },
    /Nothing arrived/,
  ],
  [
    'days in the future',
    'usbr',
    { ...ofHeise, fetch: async () => new Response('DateTime,heii_qd\n2027-01-05,1540\n') },
    /./,
  ],
  ['a site that nobody knows', 'usbr', { ...ofHeise, sites: ['nope'] }, /unknown/],
  ['areas, which are no values', 'boundaries', { fetch: async () => new Response('', { status: 500 }) }, /./],
  [
    'readings of now, of which no series was imported',
    'now',
    { fetch: async () => new Response('', { status: 500 }) },
    /./,
  ],
  [
    'statistics that no agency sends',
    'official',
    { sites: ['13037500'], fetch: async () => new Response('', { status: 500 }) },
    /./,
  ],
  [
    'all sources while all fail',
    'all',
    { sites: ['heii_qd'], since: '2026-01-01', fetch: async () => new Response('', { status: 500 }) },
    /./,
  ],
  ['an import that is canceled before it begins', 'usbr', { ...ofHeise, signal: AbortSignal.abort() }, /./],
];

describeEngines('the first import into a demonstration', (open) => {
  const store = shareStore(open);
  const folder = temporaryFolder('first-import');

  /** All that an import could take away. */
  const content = async (of: Store = store) =>
    JSON.stringify([
      await readDemoState(of),
      ...(await Promise.all(
        ['daily_value', 'statistic_day', 'location_parameter', 'latest_reading', 'announcement'].map(
          (table) =>
            of.query(
              `select count(*)::int as n, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from ${table} t`,
            ),
        ),
      )),
    ]);
  const seed = async (into: Store = store) => {
    await seedDemo(into, { basin, through, valuesOf: stations });
    await seedDemoContent(into, { through, putFile: async ({ name }) => ({ id: name, name }) });
    await writeDemoReadings(into, { basin, now: now(), hours: 2 });
  };
  /** Runs an import; what it says, and how it failed, a line each. */
  const run = async (source: string, options: Partial<Options>, to: Store = store) => {
    const said: string[] = [];
    const all = { ...quietImport, now, ...options, onProgress: (line: string) => said.push(line) };
    const report = await ingest(to, source, all).catch((error: unknown) => {
      if (error instanceof Killed) throw error;
      said.push(String(error));
      return undefined;
    });
    return { report, said };
  };
  const series = () =>
    store.query(
      'select loc_id, source from location_parameter join location using (loc_ndx) order by 1, parameter_ndx',
    );

  describe('of nothing', async () => {
    // Seeded once: each test shows that nothing has changed.
    const whole = closeAfter(await open());
    beforeAll(() => seed(whole));

    test.each(situations)('removes nothing: %s', async (_, source, options, expected) => {
      const before = await content(whole);
      const { said } = await run(source, options, whole);
      expect(said.join('\n')).toMatch(expected);
      expect(said.join('\n')).not.toContain('Removed the demonstration');
      expect(await content(whole)).toBe(before);
    });

    test('removes nothing while another one is running', async () => {
      const before = await content(whole);
      const lock = await whole.tryLock(importLockKey);
      expect((await run('usbr', ofHeise, whole)).said.join()).toContain('Another import is running');
      await lock?.release();
      expect(await content(whole)).toBe(before);
    });

    test('removes nothing if the first series cannot be written', async () => {
      const before = await content(whole);
      const full: Store = {
        ...whole,
        transaction: (work) =>
          whole.transaction((transaction) =>
            work({
              ...transaction,
              copyBinary: async (table, ...rest) => {
                if (table === 'daily_value') throw new Error('disk full');
                await transaction.copyBinary(table, ...rest);
              },
            }),
          ),
      };
      expect((await run('usbr', ofHeise, full)).said.join()).toContain('disk full');
      expect(await content(whole)).toBe(before);
    });
  });

  test('removes nothing for a file of which nothing is stored, and all for one of which something is', {
    timeout: 300_000,
  }, async () => {
    const files = [...wrongFiles, ...wrongUsgsFiles].filter(({ before }) => before === undefined);
    const outcomes = { whole: 0, real: 0 };
    for (const { title, source, file, sites, acceptMagnitude, written } of files) {
      await emptyTables(store);
      await setDemonstration(store, true);
      const saved = path.join(folder, 'saved');
      await writeFile(saved, file);
      const midnight = source === 'aquainfo' ? ('start' as const) : undefined;
      await run(source, { file: saved, sites, acceptMagnitude, midnight, now: () => wrongFilesNow });
      const isWhole = (await readDemoState(store)).has_data;
      expect(isWhole, `${source} ${title}`).toBe(written.length === 0);
      outcomes[isWhole ? 'whole' : 'real'] += 1;
    }
    expect(outcomes.whole).toBeGreaterThan(50);
    expect(outcomes.real).toBeGreaterThan(50);
  });

  test('says so before, removes everything synthetic, and stores the real values', async () => {
    await seed();
    await using portal = openTestApp(store);
    const [{ n: locations } = { n: 0 }] = await store.query<{ n: number }>(
      'select count(*)::int as n from location',
    );
    const counted = await portal.request(readDemonstration, {}, { token: 'Developer' });
    expect(counted).toEqual({ series: 2, records: expect.any(Number) });
    expect(counted.records).toBeGreaterThan(5);
    await store.query(`update announcement set updated_by = 'somebody'`);
    await store.query(
      `insert into daily_value select loc_ndx, 3, '2026-03-09', 7, 'P', 'entry' from location where loc_id = 'AMF'`,
    );
    const { report, said } = await run('usbr', ofHeise);
    expect(report?.status).toBe('succeeded');
    const records = counted.records - 1;
    const removed = `Removed the demonstration: 2 series and ${records} content records.`;
    expect(said[0]).toBe(describeFirstImport({ series: 2, records }));
    expect(said.filter((line) => line.includes('emonstration'))).toEqual([said[0], removed]);
    expect(await series()).toEqual([
      { loc_id: '13037500', source: 'usbr' },
      { loc_id: 'AMF', source: null },
    ]);
    expect(
      await store.query(
        'select loc_id, rdate::text as day, result_value_daily as value from daily_value join location using (loc_ndx) order by 1',
      ),
    ).toEqual([
      { loc_id: '13037500', day: '2026-01-05', value: 1540 },
      { loc_id: 'AMF', day: '2026-03-09', value: 7 },
    ]);
    expect(
      await store.query(
        'select (select count(*)::int from location) as locations, (select count(*)::int from announcement) as own, (select count(*)::int from dataset) as datasets, (select count(note)::int from data_provider) as notes, (select count(*)::int from latest_reading) as readings',
      ),
    ).toEqual([{ locations, own: 1, datasets: 0, notes: 0, readings: 0 }]);
    expect(await portal.request(readVersion, {})).toMatchObject({ demo_data: false });
    const [entry] = await store.query(`select actor, action from audit_log where entity = 'demonstration'`);
    expect(entry).toEqual({ actor: expect.stringMatching(/^import \d+$/), action: 'delete' });
    // Nothing of it comes back, and the next import has nothing to say of it.
    expect(await extendDemo(store, { basin, through: '2026-04-01' })).toEqual({ values: 0 });
    await writeDemoReadings(store, { basin, now: now(), hours: 2 });
    await seedDemoContent(store, { through, putFile: async ({ name }) => ({ id: name, name }) });
    expect(await store.query('select from latest_reading union all select from dataset')).toEqual([]);
    expect((await run('usbr', ofHeise)).said.join()).not.toContain('demonstration');
  });

  test('of a former version’s portal that is partly real removes the synthetic series only', async () => {
    await seed();
    await store.query(
      `update location_parameter set source = 'usgs' where loc_ndx = (select loc_ndx from location where loc_id = 'AMF')`,
    );
    const values = `select count(*)::int as n from daily_value join location using (loc_ndx) where loc_id = 'AMF'`;
    const before = await store.query(values);
    await run('usbr', ofHeise);
    expect(await series()).toEqual([
      { loc_id: '13037500', source: 'usbr' },
      { loc_id: 'AMF', source: 'usgs' },
    ]);
    expect(await store.query(values)).toEqual(before);
  });

  test('of official statistics ends it, too', async () => {
    await seed();
    const { said } = await run('official', { basin: small, fetch: createServices().fetch });
    expect(said[0]).toMatch(/^The portal is a demonstration/);
    expect(await series()).toEqual([]);
    expect((await readDemoState(store)).has_data).toBe(false);
    expect(await store.query('select distinct agency from official_statistic order by 1')).toEqual([
      { agency: 'nrcs' },
      { agency: 'usgs' },
    ]);
  });

  test('ends it once, whichever of its series comes first', async () => {
    await seed();
    const end = () => store.transaction((transaction) => endDemonstration(transaction, 'test', store.engine));
    expect((await Promise.all([end(), end()])).filter((each) => each !== undefined)).toHaveLength(1);
  });

  const agencies = createFakeAgencies();
  test.each(agencies)(
    'from $source, killed anywhere, leaves a whole demonstration or one that has begun to be real',
    {
      timeout: 300_000,
    },
    async ({ source, sites, fetch, expectedRows }) => {
      const options: Partial<Options> = { sites, since: '2025-10-01', fetch };
      const outcomes = { whole: 0, begun: 0 };
      const lifetimes = Array.from({ length: 15 }, (_, at) => 2 + at * 8);
      for (const lifetime of lifetimes) {
        await emptyTables(store);
        await insertFixture(store);
        await store.query(`insert into daily_value
          select loc_ndx, parameter_ndx, date '2026-01-01' + day, day, 'A'
          from location_parameter, generate_series(1, 40) day`);
        await setDemonstration(store, true);
        const before = await content();
        const isKilled = await run(source, options, mortal(store, lifetime)).then(
          () => false,
          () => true,
        );
        const { has_data } = await readDemoState(store);
        const [{ n: synthetic } = { n: 0 }] = await store.query<{ n: number }>(
          'select count(*)::int as n from location_parameter where source is null',
        );
        if (has_data) expect(await content(), `after ${lifetime} statements`).toBe(before);
        else expect(synthetic).toBe(0);
        if (isKilled) outcomes[has_data ? 'whole' : 'begun'] += 1;
        // Taken up again, it ends with the rows of an import that nobody has killed.
        const { report } = await run(source, options);
        expect(report?.failures).toEqual([]);
        expect(await store.query('select count(*)::int as n from daily_value')).toEqual([
          { n: expectedRows.length },
        ]);
        expect((await readDemoState(store)).has_data).toBe(false);
      }
      expect(Math.min(outcomes.whole, outcomes.begun)).toBeGreaterThan(0);
    },
  );
});
