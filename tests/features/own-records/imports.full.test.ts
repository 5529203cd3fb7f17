import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Mapping } from '#features/own-records/rules/mapping.ts';
import { computeEndedDays } from '#features/own-records/server/ended-days.ts';
import { ingest } from '#ingest/run.ts';
import type { Store } from '#server/db/store.ts';
import { describeEngines } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/set-up.ts';
import { shareStore } from '../../support/shared-store.ts';
import { diversion, insertOwnSites, ownBasin, readDays } from './own-portal.ts';
import { baseMapping } from './wrong-files.ts';

const now = '2026-04-10T18:00:00Z';
const tools = { sleep: async () => {}, environment: {}, random: () => 0.5 };
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

describeEngines('imports of one’s own', (open) => {
  const store = shareStore(open);
  const folder = temporaryFolder('own-imports');

  beforeEach(async () => {
    vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] });
    await insertOwnSites(store);
  });

  /** Imports a file of the feed `gates`. */
  const importFile = (content: string, mapping: Partial<Mapping> = {}, into: Store = store) => {
    const file = path.join(folder, 'feed.csv');
    writeFileSync(file, content);
    const basin = { ...ownBasin, feeds: { gates: { file, ...baseMapping, zone: 'stamp', ...mapping } } };
    return ingest(into, 'feed gates', { ...tools, basin });
  };

  /** Makes a site one of the same canal; readings may be a day apart there, and at the first site. */
  const makeCanalOf = (location: number) =>
    store.query(`update own_site set limit_minutes = 1500,
      parameters = case when loc_ndx = ${location} then '{${diversion}}' else parameters end`);

  /** A reading each day at midnight, in standard time. */
  const daily = (first: string, count: number, valueAt: (at: number) => number, site = 'HEII') =>
    Array.from(
      { length: count },
      (_, at) =>
        `${site},${new Date(Date.parse(`${first}T07:00:00Z`) + at * dayMs).toISOString()},${valueAt(at)}\n`,
    ).join('');

  /** Adds a reading each day of the first site, as an import that was ended before their days were computed. */
  const noteReadings = async (first: string, count: number, value: number) => {
    await store.query(
      `insert into own_reading select 1, ${diversion}, d, 1, ${value}, null, 1
        from generate_series('${first}T07:00:00Z'::timestamptz, '${first}T07:00:00Z'::timestamptz + interval '${count - 1} days', '1 day') d`,
    );
    await store.query(
      `update own_series set days_from = '${first}', days_to = date '${first}' + ${count} where loc_ndx = 1`,
    );
  };

  test('a folder is read to its end, whatever one of its files is', async () => {
    const files = path.join(folder, 'all');
    mkdirSync(files);
    const write = (name: string, rows: string) => writeFileSync(path.join(files, name), rows);
    const header = 'site,time,value\n';
    await makeCanalOf(2);
    await importFile(`${header}${daily('2023-02-01', 1000, () => 10)}`);
    write('a.csv', 'not a file of the logger\n');
    write('b.csv', `${header}${daily('2025-11-01', 100, () => 11 / 35.314_666_7)}`);
    write('c.csv', `${header}${daily('2026-03-01', 10, () => 12)}`);
    const gates = { folder: files, ...baseMapping, zone: 'stamp' };
    const report = await ingest(store, 'feed gates', { ...tools, basin: { ...ownBasin, feeds: { gates } } });
    // Only of the second file the record is refused, as its values are in another unit.
    expect(report.failures.map(({ name }) => name)).toEqual(['a.csv', 'HEII Diversion']);
    expect(await store.query(`select from own_reading where value = 12`)).toHaveLength(10);
  });

  test('the history names a feed, and not its address with the key', async () => {
    const url = 'https://logger.example/data?key=secret';
    const basin = { ...ownBasin, feeds: { gates: { url, ...baseMapping } } };
    const fetch = async () => new Response('site,time,value\nHEII,4/1/2026 10:00,x\n');
    await ingest(store, 'feed gates', { ...tools, basin, fetch });
    const [run] = await store.query<{ report: object }>('select report from ingest_run');
    expect(JSON.stringify(run?.report)).not.toContain('secret');
    expect(run?.report).toMatchObject({ failures: [{ name: 'gates' }] });
  });

  /** A reading each hour. */
  const hourly = (start: string, count: number, valueAt: (at: number) => number, site = 'HEII') =>
    Array.from(
      { length: count },
      (_, at) => `${site},${new Date(Date.parse(start) + at * hourMs).toISOString()},${valueAt(at)}\n`,
    ).join('');

  /** Computes the days that have ended. @returns what was refused */
  const compute = async (at: Date) => {
    const refusals: string[] = [];
    await computeEndedDays(store, ownBasin, { now: at, onError: (error) => refusals.push(String(error)) });
    return refusals;
  };

  describe('a counter that wraps', () => {
    const counts = hourly('2026-04-01T05:00:00Z', 27, (at) => (9_990_000 + at * 510) % 10_000_000);

    test.each([
      ['gal', 1 / 325_851.43],
      ['AF', 1],
      ['m³', 1 / 1233.4818],
    ])('in %s counts on past the number at which it is 0 again', async (unit, acreFeet) => {
      const report = await importFile(`site,time,value\n${counts}`, {
        ...{ row: 'counter', unit, counter: { wraps_at: 10_000_000 } },
      });
      expect(report.failures).toEqual([]);
      const day = (await readDays(store, 1, diversion))['2026-04-01'] ?? 0;
      expect(day / ((24 * 510 * acreFeet * 43_560) / 86_400)).toBeCloseTo(1, 5);
    });

    test('is one record in whichever unit it comes', async () => {
      const wraps = (wraps_at: number): Partial<Mapping> => ({ row: 'counter', counter: { wraps_at } });
      const line = (day: number) => `site,time,value\n${hourly(`2026-04-0${day}T05:00:00Z`, 2, () => 0)}`;
      await importFile(line(1), { ...wraps(1000), unit: 'KAF' });
      const same = await importFile(line(2), { ...wraps(1_000_000), unit: 'AF' });
      expect(same.failures).toEqual([]);
      const other = await importFile(line(3), { ...wraps(1000), unit: 'AF' });
      expect(other.failures[0]?.message).toContain('a counter that wraps at 1000 in the unit that is stored');
    });
  });

  test('of means of a day that begin and end at noon gives each day its value as the means arrive', async () => {
    const means: Partial<Mapping> = { stamp: 'end', period_minutes: 1440 };
    for (const [at, value] of [4, 8, 6].entries())
      await importFile(`site,time,value\nHEII,2026-04-0${at + 2}T18:00:00Z,${value}\n`, means);
    expect(await readDays(store, 1, diversion)).toEqual({ '2026-04-02': 6, '2026-04-03': 7 });
  });

  describe('days that have ended', () => {
    const friday = '2026-04-11T05:45:00Z';
    const monday = new Date('2026-04-13T18:00:00Z');
    /** Two days until Friday at 23:00, in summer. */
    const untilFriday = (site: string) => hourly('2026-04-09T05:00:00Z', 49, () => 8, site);

    test('are computed on Monday where nothing has run since Friday', async () => {
      vi.setSystemTime(friday);
      await importFile(`site,time,value\n${untilFriday('HEII')}`);
      expect(await readDays(store, 1, diversion)).toEqual({ '2026-04-09': 8 });
      expect(await compute(monday)).toEqual([]);
      expect(await readDays(store, 1, diversion)).toEqual({ '2026-04-09': 8, '2026-04-10': 8 });
      const open = await store.query('select from own_series where days_from <= $1', ['2026-04-12']);
      expect(open).toEqual([]);
    });

    test('of a record that an agency has taken over stay as they are, and its latest readings', async () => {
      await makeCanalOf(2);
      vi.setSystemTime(friday);
      await importFile(`site,time,value\n${untilFriday('HEII')}${untilFriday('W-7')}`);
      await store.query(`update location_parameter set source = 'usgs' where loc_ndx = 1`);
      await store.query('update latest_reading set value = 99 where loc_ndx = 1');
      expect(await compute(monday)).toEqual([]);
      expect(await readDays(store, 1, diversion)).toEqual({ '2026-04-09': 8 });
      expect(await readDays(store, 2, diversion)).toEqual({ '2026-04-09': 8, '2026-04-10': 8 });
      const latest = await store.query('select from latest_reading where loc_ndx = 1 and value <> 99');
      expect(latest).toEqual([]);
    });

    test('of one record that are refused hold up no other', async () => {
      await makeCanalOf(2);
      await importFile(`site,time,value\n${daily('2023-02-01', 1060, () => 10)}`);
      await noteReadings('2025-12-27', 40, 10 / 35.314_666_7);
      vi.setSystemTime(friday);
      await importFile(`site,time,value\n${untilFriday('W-7')}`);
      expect(await compute(monday)).toEqual([expect.stringContaining('They seem to be in m')]);
      expect(Object.keys(await readDays(store, 2, diversion))).toEqual(['2026-04-09', '2026-04-10']);
    });
  });

  /** A store that does something around the work of each transaction. */
  const withTransactions = (around: (tx: Store, work: () => Promise<unknown>) => Promise<unknown>): Store =>
    new Proxy(store, {
      get: (_, name) =>
        name === 'transaction'
          ? (work: (tx: Store) => Promise<unknown>) =>
              store.transaction((tx) => around(tx as unknown as Store, () => work(tx as unknown as Store)))
          : Reflect.get(store, name),
    });

  describe('an import that does not come to its end', () => {
    test('leaves no day without its value, when its process was killed after the first readings', async () => {
      await makeCanalOf(2);
      const killed = withTransactions(async (tx, work) => {
        if ((await tx.query('select from own_reading limit 1')).length > 0) throw new Error('killed');
        return work();
      });
      const content = `site,time,value\n${daily('2025-05-01', 300, () => 10)}`;
      await expect(importFile(content, {}, killed)).rejects.toThrow('killed');
      expect(Object.keys(await readDays(store, 1, diversion)).length).toBeLessThan(93);
      expect(await compute(new Date(now))).toEqual([]);
      expect(Object.keys(await readDays(store, 1, diversion))).toHaveLength(299);
    });

    test('has the days of all other records, when one is refused after its first days', async () => {
      await makeCanalOf(2);
      await importFile(`site,time,value\n${daily('2023-02-01', 1000, () => 10)}`);
      const inOtherUnit = daily('2025-11-01', 140, (at) => (at < 92 ? 11 : 11 / 35.314_666_7));
      const other = daily('2025-11-01', 140, () => 5, 'W-7');
      const report = await importFile(`site,time,value\n${inOtherUnit}${other}`);
      expect(report.failures).toEqual([
        { name: 'HEII Diversion', message: expect.stringContaining('They seem to be in m') },
      ]);
      expect(Object.keys(await readDays(store, 2, diversion))).toHaveLength(139);
    });
  });

  test('writes readings and days of a site while no other can', async () => {
    const countOf = async (from: Store) => {
      const [row] = await from.query<{ count: number }>(
        'select ((select count(*) from own_reading) + (select count(*) from daily_value))::int as count',
      );
      return row?.count ?? 0;
    };
    const isLocked = `select from pg_locks where locktype = 'advisory'
      and objid::bigint = hashtext('own records 1')::bigint & 4294967295`;
    const writes: boolean[] = [];
    const watched = withTransactions(async (tx, work) => {
      const before = await countOf(tx);
      const result = await work();
      if ((await countOf(tx)) > before) writes.push((await tx.query(isLocked)).length > 0);
      return result;
    });
    await makeCanalOf(2);
    await importFile(`site,time,value\n${daily('2025-05-01', 200, () => 10)}`, {}, watched);
    expect(writes.length).toBeGreaterThan(2);
    expect(writes).not.toContain(false);
  });

  describe('a feed of two canals is asked from the stamp', () => {
    const since = /since=(.*)$/;
    /** Imports the feed once for each answer. @returns from when it was asked, the last time included */
    const askFor = async (answers: readonly string[], into: (round: number) => Store = () => store) => {
      await makeCanalOf(2);
      const asked: string[] = [];
      const url = 'https://logger.example/data?since={since}';
      const feeds = { gates: { url, ...baseMapping, zone: 'stamp' } };
      for (const [round, answer] of [...answers, ''].entries())
        await ingest(into(round), 'feed gates', {
          ...{ ...tools, basin: { ...ownBasin, feeds } },
          fetch: async (input) => {
            asked.push(since.exec(decodeURIComponent(String(input)))?.[1] ?? '');
            return new Response(`site,time,value\n${answer}`);
          },
        }).catch(() => {});
      return asked;
    };
    const rows = (site: string, start: string, count: number) => hourly(start, count, () => 5, site);
    const long = '1980-01-01T00:00:00Z';

    test('of the one that lags', async () => {
      const first = rows('HEII', '2026-04-01T06:00:00Z', 7) + rows('W-7', '2026-04-01T06:00:00Z', 5);
      const next = rows('HEII', '2026-04-01T13:00:00Z', 3) + rows('W-7', '2026-04-01T11:00:00Z', 4);
      expect(await askFor([first, next])).toEqual([long, '2026-04-01T10:00:00Z', '2026-04-01T14:00:00Z']);
    });

    test('of the one that has sent nothing, but not for ever', async () => {
      const first = rows('HEII', '2026-03-01T06:00:00Z', 2) + rows('W-7', '2026-03-01T06:00:00Z', 4);
      const [march, april] = [rows('W-7', '2026-03-20T06:00:00Z', 2), rows('W-7', '2026-04-01T06:00:00Z', 2)];
      expect(await askFor([first, march, april])).toEqual([
        long,
        '2026-03-01T07:00:00Z',
        '2026-03-01T07:00:00Z',
        '2026-04-01T07:00:00Z',
      ]);
    });

    test('before the rows of one that were refused', async () => {
      const both = rows('HEII', '2026-04-01T06:00:00Z', 7) + rows('W-7', '2026-04-01T06:00:00Z', 7);
      await store.query(`insert into own_series values (1, ${diversion}, 'day')`);
      expect(await askFor([both])).toEqual([long, '2026-04-01T06:00:00Z']);
    });

    test('from which it was asked before, when the import was killed after the first', async () => {
      const both = rows('HEII', '2026-04-01T06:00:00Z', 7) + rows('W-7', '2026-04-01T06:00:00Z', 7);
      const killed = withTransactions(async (tx, work) => {
        if ((await tx.query('select from own_reading limit 1')).length > 0) throw new Error('killed');
        return work();
      });
      const into = (round: number) => (round === 0 ? killed : store);
      expect(await askFor([both, both], into)).toEqual([long, long, '2026-04-01T12:00:00Z']);
    });
  });
});
