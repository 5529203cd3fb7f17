import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  parseMonitoringLocations,
  parseSeriesMetadata,
  parseValuesPage,
} from '#ingest/agencies/usgs/parse.ts';
import { createRdbReader, parseNwisJson } from '#ingest/agencies/usgs/parse-nwis.ts';
import type { UsgsRow } from '#ingest/agencies/usgs/row.ts';
import { ingest } from '#ingest/run.ts';
import { SourceRefused } from '#ingest/source.ts';
import { basin, quietImport } from '../../support/basin.ts';
import { describeEngines } from '../../support/engines.ts';
import { createFakeUsgs, type FakeRow, type FakeUsgs, createFlow as flow } from '../../support/fake-usgs.ts';
import { shareStore } from '../../support/shared-store.ts';
import { readStoredValues } from '../../support/stored-values.ts';

const shared = path.resolve(import.meta.dirname, '../../../../shared/data/samples');
const heise = '13037500';
const well = '434657112282201';
const now = () => new Date('2026-03-09T18:00:00Z');

function parseNwisRdb(text: string): UsgsRow[] {
  const rows: UsgsRow[] = [];
  const reader = createRdbReader((row) => rows.push(row));
  for (const line of text.split('\n')) reader.readLine(line);
  reader.end();
  return rows;
}

/** One fault for every try of a request. */
const onEveryTry = (fault: FakeUsgs['faults'][number]) => Array.from({ length: 5 }, () => fault);

describeEngines('USGS importer', (open) => {
  const store = shareStore(open);

  const run = (service: FakeUsgs, options: object = {}) =>
    ingest(store, 'usgs', {
      ...quietImport,
      fetch: service.fetch,
      sleep: service.sleep,
      now,
      sites: [heise],
      ...options,
    });
  const stored = () => readStoredValues(store, 'approval', 'qualifier');
  const values = async () => (await readStoredValues(store)).map((row) => Number(row.split(' ')[3]));

  test('follows all pages, with rows in any order, repeated, or without a value', async () => {
    const rows = flow(heise, '2026-03-01', ['1500', '1510', null, '1530', '1540']);
    rows[4] = { ...rows[4], approved: false, qualifier: ['ESTIMATED'] } as FakeRow;
    rows[2] = { ...rows[2], qualifier: ['ICE'] } as FakeRow;
    const service = createFakeUsgs({ daily: [...rows.toReversed(), ...rows.slice(0, 2)], pageSize: 2 });
    const report = await run(service);
    expect(report.failures).toEqual([]);
    expect(await stored()).toEqual([
      `${heise} 1 2026-03-01 1500 A`,
      `${heise} 1 2026-03-02 1510 A`,
      `${heise} 1 2026-03-04 1530 A`,
      `${heise} 1 2026-03-05 1540 P e`,
    ]);
    expect(report.series[0]).toMatchObject({ read: 4, written: 4, missing: 1 });
    expect(service.requestedUrls.filter((url) => url.includes('/daily/'))).toHaveLength(4);
  });

  test('writes nothing in a second run, counts revised values, and leaves those no longer sent', async () => {
    const service = createFakeUsgs({ daily: flow(heise, '2026-03-01', ['1500', '1510', '1520']) });
    await run(service);
    const again = await run(service);
    expect([again.rows_written, again.rows_unchanged]).toEqual([0, 3]);
    service.daily = flow(heise, '2026-03-01', ['1500', '1515']);
    const revised = await run(service);
    expect([revised.rows_written, revised.rows_unchanged]).toEqual([1, 1]);
    expect(await values()).toEqual([1500, 1515, 1520]);
  });

  test('uses the longest of several records, and fills its gaps from the others', async () => {
    const service = createFakeUsgs({
      daily: [
        ...flow(heise, '2026-03-01', ['1', '2'], { record: 'short' }),
        ...flow(heise, '2026-03-02', ['20', '30', '40'], { record: 'long' }),
      ],
    });
    await run(service);
    expect(await values()).toEqual([1, 20, 30, 40]);
  });

  test('merges a well’s recorder and field measurements, on the day in America/Denver', async () => {
    const service = createFakeUsgs({
      daily: [{ site: well, code: '72019', date: '2026-02-01', value: '305.1' }],
      measured: [
        // 6:15 p.m. of the day before in Denver.
        { site: well, code: '72019', date: '2026-02-11T01:15:00+00:00', value: '305.9', record: '' },
        { site: well, code: '72019', date: '2026-02-01T20:00:00+00:00', value: '999', record: '' },
      ],
    });
    const report = await run(service, { sites: [`USGS-${well}`] });
    expect(report.failures).toEqual([]);
    expect(await readStoredValues(store)).toEqual([
      `${well} 7 2026-02-01 305.1`,
      `${well} 7 2026-02-10 305.9`,
    ]);
  });

  test('waits as long as Retry-After says, and retries when the service is back', async () => {
    const service = createFakeUsgs({ daily: flow(heise, '2026-03-01', ['1500']) });
    service.faults = ['429', 'offline', '500'];
    const report = await run(service);
    expect(report.status).toBe('succeeded');
    expect(service.sleeps[0]).toBe(7000);
    expect(await stored()).toHaveLength(1);
  });

  test('requests site by site when the batch is too large', async () => {
    const others = ['13011000', '13032500'];
    const service = createFakeUsgs({
      daily: [heise, ...others].flatMap((site) => flow(site, '2026-03-01', ['5'])),
      maxSites: 1,
    });
    const report = await run(service, { sites: [heise, ...others] });
    expect(report.status).toBe('succeeded');
    expect(await stored()).toHaveLength(3);
  });

  test('falls back to the legacy service after error pages and truncated responses, and writes neither', async () => {
    const service = createFakeUsgs({ daily: flow(heise, '2026-03-01', ['1500', '1510']) });
    // First the list of records fails, then the values, each on every try.
    service.faults = [...onEveryTry('html'), ...onEveryTry('truncated')];
    const report = await run(service);
    expect(report.status).toBe('succeeded');
    expect(service.requestedUrls.at(-1)).toContain('/nwis/dv/');
    expect(await stored()).toHaveLength(2);
    service.daily = flow(heise, '2026-03-01', ['9', '9']);
    service.faults = ['html', 'html', 'html', 'html'].flatMap(() => onEveryTry('html'));
    const refused = await run(service);
    expect(refused.failures).toMatchObject([
      { name: heise, message: expect.stringContaining('Down for maintenance') },
    ]);
    expect(await values()).toEqual([1500, 1510]);
  });

  test('fills in what the basin file leaves out about a site, and nothing else', async () => {
    const bare = basin.sites.map((site) =>
      site.id === heise ? { ...site, elevation_ft: undefined, huc10: undefined } : site,
    );
    const service = createFakeUsgs({
      daily: flow(heise, '2026-03-01', ['1500']),
      locations: [{ site: heise, altitude: 5010.5, huc: '170401040903' }],
    });
    const place = async () => {
      const [row] = await store.query(
        `select elevation_ft::float8 as feet, huc10_code as huc10 from location left join huc10 using (huc10_ndx)
         where loc_id = $1`,
        [heise],
      );
      return row;
    };
    await run(service, { basin: { ...basin, sites: bare } });
    expect(await place()).toEqual({ feet: 5010.5, huc10: '1704010409' });
    // The next import with the same basin file does not clear it.
    await run(service, { basin: { ...basin, sites: bare } });
    expect(await place()).toEqual({ feet: 5010.5, huc10: '1704010409' });
    await run(service);
    expect(await place()).toEqual({ feet: 5018, huc10: '1704010409' });
  });

  test('stores the right rows for any sequence of faults, row order and page size', async () => {
    const days = flow(heise, '2025-12-01', ['1', '2', null, '4', '5', '6', '7']);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('429' as const, '500' as const, 'offline' as const), { maxLength: 4 }),
        fc.shuffledSubarray(days, { minLength: 7 }),
        fc.integer({ min: 1, max: 8 }),
        async (faults, shuffled, pageSize) => {
          await store.query('delete from daily_value');
          const service = createFakeUsgs({ daily: shuffled, pageSize });
          service.faults = faults;
          expect((await run(service)).status).toBe('succeeded');
          expect(await values()).toEqual([1, 2, 4, 5, 6, 7]);
        },
      ),
      { numRuns: 8, seed: 3 },
    );
  });

  test('reports an unknown site, and sends the API key if there is one', async () => {
    const service = createFakeUsgs();
    const keys: (string | null)[] = [];
    const fetchWithKey: typeof fetch = (input, init) => {
      keys.push(new Headers(init?.headers).get('x-api-key'));
      return service.fetch(input, init);
    };
    const report = await run(service, {
      sites: [heise, '99999999'],
      fetch: fetchWithKey,
      environment: { USGS_API_KEY: 'a-key' },
    });
    expect(report.unknown_columns).toEqual(['99999999']);
    expect(new Set(keys)).toEqual(new Set(['a-key']));
  });

  test('requests only the days from `since` on', async () => {
    const service = createFakeUsgs({ daily: flow(heise, '2026-03-01', ['1', '2', '3']) });
    await run(service, { since: '2026-03-03' });
    expect(await stored()).toHaveLength(1);
    expect(service.requestedUrls.find((url) => url.includes('/daily/'))).toContain(
      'time=2026-03-03%2F2026-03-08',
    );
  });
});

describe('the legacy service', () => {
  test.skipIf(!existsSync(shared))('parses recorded responses of both services', async () => {
    const sample = (name: string) => readFile(path.join(shared, name), 'utf8');
    expect(parseValuesPage(await sample('usgs_ogc_daily.json')).items.length).toBeGreaterThan(0);
    expect(parseMonitoringLocations(await sample('usgs_ogc_monitoring-locations.json')).items[0]).toEqual({
      key: '410252073314801',
      elevationFt: 9,
      huc10: '0110000604',
    });
    expect(parseSeriesMetadata(await sample('usgs_ogc_time-series-metadata.json')).items).toHaveLength(2);
    expect(parseValuesPage(await sample('usgs_ogc_field-measurements.json')).items.length).toBeGreaterThan(0);
    expect(parseNwisRdb(await sample('usgs_nwis_dv_02177000.rdb')).length).toBeGreaterThan(20);
    expect(() => parseNwisJson('<html>')).toThrow(SourceRefused);
    const rows = parseNwisJson(await sample('usgs_nwis_dv_two_sites_with_empty_series.json'));
    expect(rows.every(({ site, code }) => site !== '' && /^\d{5}$/.test(code))).toBe(true);
  });
});
