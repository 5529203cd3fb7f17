import path from 'node:path';
import { expect, test } from 'vitest';
import { seedDemo } from '#ingest/demo/index.ts';
import { BadIngestRequest, ingest } from '#ingest/run.ts';
import type { Store } from '#server/db/store.ts';
import { basin, quietImport } from '../../support/basin.ts';
import { describeEngines } from '../../support/engines.ts';
import { shareStore } from '../../support/shared-store.ts';

const fixture = (name: string) => path.resolve(import.meta.dirname, '../../fixtures/ingest', name);

describeEngines('USBR importer', (open) => {
  const store = shareStore(open);

  const fromFile = (name: string, more = {}) =>
    ingest(store, 'usbr', { basin, file: fixture(name), ...more });

  const stored = (locId = '13037500') =>
    store.query<{
      day: string;
      value: number;
      approval: string;
      qualifier: string | null;
      flag: string | null;
    }>(
      `SELECT rdate::text AS day, result_value_daily AS value, approval, qualifier, flag
       FROM daily_value JOIN location USING (loc_ndx) WHERE loc_id = $1 ORDER BY rdate`,
      [locId],
    );

  const pairs = async (locId?: string) => (await stored(locId)).map(({ day, value }) => [day, value]);

  test('converts flags to qualifiers, drops missing markers, and flags values that fail a rule', async () => {
    const report = await fromFile('usbr-flags.csv');
    expect(report.status).toBe('succeeded');
    expect(await stored()).toEqual([
      { day: '2020-01-01', value: 1970, approval: 'P', qualifier: null, flag: null },
      { day: '2020-01-03', value: 1980, approval: 'P', qualifier: null, flag: null },
      { day: '2020-01-04', value: 1990, approval: 'P', qualifier: 'Ed', flag: null },
      { day: '2020-01-05', value: 2000, approval: 'P', qualifier: '+', flag: 'agency' },
    ]);
    expect((await stored('AMF')).map(({ value, qualifier, flag }) => [value, qualifier, flag])).toEqual([
      [1_000_000, null, null],
      [1_001_000, null, null],
      [1_003_000, 'C', null],
      [1_004_000, 'e', null],
      [-50, null, 'range'],
    ]);
    expect(report.rows_flagged).toBe(2);
    expect(report.series).toMatchObject([
      {
        name: 'heii_qd',
        missing: 2,
        read: 4,
        written: 4,
        rejected: [],
        flagged: [
          {
            reason: 'Flagged: doubted by the agency',
            count: 1,
            examples: [{ date: '2020-01-05', value: '2000' }],
          },
        ],
      },
      {
        name: 'amf_af',
        missing: 1,
        read: 5,
        written: 5,
        flagged: [
          {
            reason: 'Flagged: outside what is possible here',
            count: 1,
            examples: [{ date: '2020-01-06', value: '-50' }],
          },
        ],
      },
    ]);
  });

  test('parses a file saved by a spreadsheet, with days in any order', async () => {
    await fromFile('usbr-excel.csv');
    expect(await pairs()).toEqual([
      ['2019-12-31', 1960.5],
      ['2020-01-01', 1970],
      ['2020-01-02', 1980],
    ]);
  });

  test('writes nothing in a second run, replaces revised values, and leaves those no longer sent', async () => {
    expect((await fromFile('usbr-first.csv')).rows_written).toBe(3);
    const second = await fromFile('usbr-first.csv');
    expect([second.rows_written, second.rows_unchanged]).toEqual([0, 3]);
    const revised = await fromFile('usbr-revised.csv');
    expect([revised.rows_written, revised.rows_unchanged]).toEqual([2, 1]);
    expect(await pairs()).toEqual([
      ['2020-01-01', 1970],
      ['2020-01-02', 1985],
      ['2020-01-03', 1990],
      ['2020-01-04', 2000],
    ]);
    const [summary] = await store.query(
      'SELECT por_start::text, por_end::text, num_days, total_samples FROM location_parameter',
    );
    expect(summary).toEqual({
      por_start: '2020-01-01',
      por_end: '2020-01-04',
      num_days: 4,
      total_samples: 4,
    });
  });

  test.each([
    ['usbr-bad-day.csv', 'Line 3: "2020-02-30" does not exist (YYYY-MM-DD or M/D/YYYY).'],
    ['no-such-file.csv', 'cannot be read'],
  ])('refuses %s with a reason and writes nothing', async (name, reason) => {
    const report = await fromFile(name);
    expect(report.status).toBe('failed');
    expect(report.failures[0]?.message).toContain(reason);
    const [row] = await store.query<{ n: number }>('SELECT count(*)::int AS n FROM daily_value');
    expect(row?.n).toBe(0);
  });

  test('limits a file to `since` and `sites`', async () => {
    await fromFile('usbr-flags.csv', { since: '2020-01-04', sites: ['heii'] });
    expect(await pairs()).toEqual([
      ['2020-01-04', 1990],
      ['2020-01-05', 2000],
    ]);
    expect(await stored('AMF')).toEqual([]);
  });

  test('refuses an invalid request before it starts', async () => {
    await expect(ingest(store, 'nasa', { basin })).rejects.toBeInstanceOf(BadIngestRequest);
    await expect(fromFile('usbr-first.csv', { since: 'May' })).rejects.toThrow('Write it as YYYY-MM-DD');
    expect(await store.query('SELECT 1 FROM ingest_run')).toEqual([]);
  });

  test('stores the report of every run', async () => {
    await fromFile('usbr-flags.csv');
    await fromFile('usbr-error.html');
    const runs = await store.query(
      `SELECT source, status, rows_read, rows_written, rows_rejected, finished_at IS NOT NULL AS ended,
         jsonb_array_length(report->'series') AS series
       FROM ingest_run ORDER BY ingest_run_ndx`,
    );
    expect(runs).toEqual([
      {
        source: 'usbr',
        status: 'succeeded',
        rows_read: 9,
        rows_written: 9,
        rows_rejected: 0,
        ended: true,
        series: 2,
      },
      {
        source: 'usbr',
        status: 'failed',
        rows_read: 0,
        rows_written: 0,
        rows_rejected: 0,
        ended: true,
        series: 0,
      },
    ]);
  });

  test('leaves the stored values when writing a series fails', async () => {
    await seedDemo(store, { basin, through: '2025-02-20', valuesOf: new Set(['13037500']) });
    const before = (await stored()).length;
    const breaking: Store = {
      ...store,
      transaction: (work) =>
        store.transaction((transaction) =>
          work({
            ...transaction,
            copyBinary: async (table, columns, rows) => {
              if (table === 'daily_value') throw new Error('disk full');
              await transaction.copyBinary(table, columns, rows);
            },
          }),
        ),
    };
    await expect(ingest(breaking, 'usbr', { basin, file: fixture('usbr-first.csv') })).rejects.toThrow(
      'disk full',
    );
    expect(await stored()).toHaveLength(before);
    const [run] = await store.query('SELECT status FROM ingest_run');
    expect(run).toEqual({ status: 'failed' });
  });

  test('fetches from the service in spans of years, patiently', async () => {
    const requests: URL[] = [];
    const waits: number[] = [];
    const report = await ingest(store, 'usbr', {
      basin,
      sites: ['heii_qd', 'nope_zz'],
      since: '2000-01-01',
      now: () => new Date('2026-01-02T06:59:00Z'),
      sleep: async (milliseconds) => void waits.push(milliseconds),
      random: () => 0.5,
      environment: { USBR_URL: 'https://hydromet.test/daily.pl' },
      fetch: async (input) => {
        const url = new URL(String(input));
        requests.push(url);
        if (requests.length === 1) return new Response('busy', { status: 500 });
        return new Response(`DateTime,heii_qd\n${url.searchParams.get('start')},1970.00\n`);
      },
    });
    expect(report.unknown_columns).toEqual(['nope_zz']);
    expect(await pairs()).toEqual([
      ['2000-01-01', 1970],
      ['2020-01-01', 1970],
    ]);
    expect(requests.every(({ host }) => host === 'hydromet.test')).toBe(true);
    // After the failure, and before the second span.
    expect(waits).toEqual([2000, 1000]);
    const last = requests.at(-1)?.searchParams;
    expect(Object.fromEntries(last ?? [])).toEqual({
      list: 'heii qd',
      start: '2020-01-01',
      // Denver is a day behind at that instant, and its yesterday is the last whole day.
      end: '2025-12-31',
      format: 'csv',
      flags: 'true',
    });
  });

  test('refuses a series when the service sends an error page with status 200, and imports the others', async () => {
    const report = await ingest(store, 'usbr', {
      ...quietImport,
      sites: ['heii_qd', 'hen_af'],
      since: '2025-12-01',
      now: () => new Date('2026-01-03T12:00:00Z'),
      fetch: async (input) =>
        new URL(String(input)).searchParams.get('list')?.includes('heii qd')
          ? new Response('<html>Error: try later</html>')
          : new Response('DateTime,hen_af\n2026-01-01,85000.00\n'),
    });
    expect(report.status).toBe('failed');
    expect(report.failures.find(({ name }) => name === 'heii_qd')?.message).toContain('Error: try later');
    expect(await pairs('HEN')).toEqual([['2026-01-01', 85_000]]);
  });
});
