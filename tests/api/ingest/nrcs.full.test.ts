import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { listSiteHealth } from '#features/snotel/contract.ts';
import { ingest } from '#ingest/run.ts';
import { basin, quietImport } from '../../support/basin.ts';
import { describeEngines, openEmbeddedStore } from '../../support/engines.ts';
import { shareStore } from '../../support/shared-store.ts';
import { readStoredValues } from '../../support/stored-values.ts';
import { openTestApp } from '../../support/test-app.ts';

const fixture = (name: string) => path.resolve(import.meta.dirname, '../../fixtures/ingest', name);
const shared = path.resolve(import.meta.dirname, '../../../../shared/data');

describeEngines('NRCS importer', (open) => {
  const store = shareStore(open);

  const stored = () => readStoredValues(store, 'approval', 'qualifier', 'flag');

  test('parses AWDB: null is missing, suspect values are flagged, approval and edits are stored', async () => {
    const report = await ingest(store, 'nrcs', { basin, file: fixture('nrcs-awdb.json') });
    expect(await stored()).toEqual([
      '577:WY:SNTL 2 2026-01-01 8.5 A',
      '577:WY:SNTL 2 2026-01-03 99 P S agency',
      '577:WY:SNTL 2 2026-01-04 8.7 P Ed',
      '577:WY:SNTL 2 2026-01-05 -0.1 P range',
    ]);
    expect(report.series).toMatchObject([
      {
        name: '577:WY:SNTL WTEQ',
        missing: 1,
        written: 4,
        rejected: [],
        flagged: [
          { reason: 'Flagged: doubted by the agency' },
          { reason: 'Flagged: outside what is possible here' },
        ],
      },
    ]);
    expect(report.unknown_columns).toEqual(['577:WY:SNTL SNWD', '9999:ZZ:SNTL WTEQ']);
    expect(report.failures).toEqual([
      { name: '577:WY:SNTL PRCP', message: 'These are monthly values, not daily ones.' },
    ]);
  });

  test('writes nothing in a second run, and replaces a revised value', async () => {
    await ingest(store, 'nrcs', { basin, file: fixture('nrcs-awdb.json') });
    const again = await ingest(store, 'nrcs', { basin, file: fixture('nrcs-awdb.json') });
    expect([again.rows_written, again.rows_unchanged]).toEqual([0, 4]);
    const text = (await readFile(fixture('nrcs-awdb.json'), 'utf8')).replace('"value": 8.7', '"value": 9.1');
    const fetchOnce: typeof fetch = async () => new Response(text);
    const revised = await ingest(store, 'nrcs', { ...quietImport, fetch: fetchOnce, sites: ['577'] });
    expect([revised.rows_written, revised.rows_unchanged]).toEqual([1, 3]);
  });

  test('parses a report by the beginnings of its headers, once its station is named', async () => {
    const unnamed = await ingest(store, 'nrcs', { basin, file: fixture('nrcs-report.csv') });
    expect(unnamed.failures[0]?.message).toContain('--sites');
    await ingest(store, 'nrcs', {
      basin,
      file: fixture('nrcs-report.csv'),
      sites: ['577:WY:SNTL'],
      since: '2026-01-02',
    });
    expect(await stored()).toEqual(['577:WY:SNTL 2 2026-01-03 8.8 P', '577:WY:SNTL 5 2026-01-03 19.5 P']);
  });

  test('requests ten sites at a time, and each by itself when the batch is refused', async () => {
    const requests: string[] = [];
    const answer: typeof fetch = async (input) => {
      const url = new URL(String(input));
      const sites = (url.searchParams.get('stationTriplets') ?? '').split(',');
      requests.push(sites.join(' '));
      if (sites.includes('489:ID:SNTL')) return new Response('Bad station', { status: 400 });
      const values = [{ date: '2026-01-01', value: 4 }];
      return Response.json(
        sites.map((stationTriplet) => ({
          stationTriplet,
          data: [
            { stationElement: { elementCode: 'WTEQ', durationName: 'DAILY', storedUnitCode: 'in' }, values },
          ],
        })),
      );
    };
    const report = await ingest(store, 'nrcs', {
      ...quietImport,
      fetch: answer,
      sites: ['577', '489', 'nowhere'],
    });
    expect(requests).toEqual(['577:WY:SNTL 489:ID:SNTL', '577:WY:SNTL', '489:ID:SNTL']);
    expect(report.failures.map((failure) => failure.name)).toEqual(['489:ID:SNTL', 'nowhere']);
    expect(report.unknown_columns).toEqual(['nowhere']);
    expect(await stored()).toHaveLength(1);
    requests.length = 0;
    await ingest(store, 'nrcs', { ...quietImport, fetch: answer });
    expect(requests[0]?.split(' ')).toHaveLength(10);
  });

  test('asks only for daily values, also of a reservoir that has none', async () => {
    const requests: string[] = [];
    const answer: typeof fetch = async (input) => {
      const { searchParams } = new URL(String(input));
      const asked = ['duration', 'elements', 'stationTriplets'].map((name) => searchParams.get(name));
      requests.push(asked.join(' '));
      return Response.json([{ stationTriplet: '13126000:ID:BOR', data: [] }]);
    };
    const report = await ingest(store, 'nrcs', { ...quietImport, fetch: answer, sites: ['13126000'] });
    expect(requests).toEqual(['DAILY RESC 13126000:ID:BOR']);
    expect(report.failures).toEqual([]);
    expect(await stored()).toEqual([]);
  });

  test('refuses an error page and writes nothing', async () => {
    const page: typeof fetch = async () => new Response('<html>Service unavailable</html>');
    const report = await ingest(store, 'nrcs', { ...quietImport, fetch: page, sites: ['577'] });
    expect(report.status).toBe('failed');
    expect(report.failures[0]?.message).toContain('Service unavailable');
    expect(await stored()).toEqual([]);
  });
});

describe.skipIf(!existsSync(shared))('the agency’s own files', () => {
  const store = shareStore(openEmbeddedStore);

  test('a season of 23 sites shows in the snowpack as soon as it is imported', {
    tags: ['full'],
  }, async () => {
    const file = path.join(shared, 'real/awdb_wteq_wy2026_23_sites.json');
    const report = await ingest(store, 'nrcs', { basin, file });
    const raw: { data: { values: { value: number | null }[] }[] }[] = JSON.parse(
      await readFile(file, 'utf8'),
    );
    const values = raw.flatMap((site) => site.data.flatMap((each) => each.values));
    const known = report.series.length;
    expect(known + report.unknown_columns.length).toBe(raw.length);
    expect(known).toBeGreaterThan(15);
    expect(report.rows_written).toBeGreaterThan(known * 100);
    expect(report.rows_written).toBeLessThanOrEqual(values.length);
    await using portal = openTestApp(store);
    const sites = await portal.request(listSiteHealth, {}, { token: 'User' });
    const peak = Math.max(...sites.map((site) => site.indicator));
    expect(peak).toBeGreaterThan(5);
    expect(sites.every((site) => site.hydro_health_pct === null)).toBe(true);
  });

  test('a report of an unknown station and monthly values are reported and not imported', async () => {
    const importSample = (name: string) =>
      ingest(store, 'nrcs', { basin, file: path.join(shared, 'samples', name) });
    const report = await importSample('nrcs_reportgenerator_daily_322_2016.csv');
    expect(report.rows_written).toBe(0);
    expect(report.unknown_columns.some((name) => name.startsWith('322 WTEQ'))).toBe(true);
    const monthly = await importSample('awdb_rest_data_602_CO_PREC_monthly.json');
    expect(monthly.rows_written).toBe(0);
    const reconstructed = await importSample('awdb_rest_data_546_ID_WTEQ_daily_median_RECONSTRUCTED.json');
    expect(reconstructed.failures).toEqual([]);
    expect(reconstructed.rows_written).toBeGreaterThan(5);
  });
});
