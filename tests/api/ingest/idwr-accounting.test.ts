import { expect, test } from 'vitest';
import { ingest } from '#ingest/run.ts';
import { quietImport } from '../../support/basin.ts';
import { describeEngines } from '../../support/engines.ts';
import { shareStore } from '../../support/shared-store.ts';
import { readStoredValues } from '../../support/stored-values.ts';

const canal = '13037505';
const minidoka = '13081500';
const now = () => new Date('2026-03-09T18:00:00Z');

const history = (site: string, values: readonly [string, string][]) =>
  JSON.stringify(
    values.map(([HSTDate, flow]) => ({
      SiteID: site,
      SiteType: 'D',
      HSTDate,
      'Flow (CFS)': flow,
      'Gage Height (Feet)': 'NaN',
    })),
  );

describeEngines('IDWR importer', (open) => {
  const store = shareStore(open);

  test('fetches a canal’s history ten years at a time; NaN is missing, never zero', {
    tags: ['full'],
  }, async () => {
    const requests: string[] = [];
    const fetchYears: typeof fetch = async (input) => {
      const url = new URL(String(input));
      const form = url.searchParams.has('siteid') ? '' : ' by sitelist';
      requests.push(`${url.pathname.split('/').at(-1)} ${url.searchParams.get('yearlist')}${form}`);
      if (!url.searchParams.get('yearlist')?.includes('2025')) return new Response('');
      return new Response(
        history(canal, [
          ['7/2/2025', 'NaN'],
          ['7/1/2025', '345.5'],
          ['7/3/2025', '350'],
        ]),
      );
    };
    const options = { ...quietImport, fetch: fetchYears, now, sites: [canal], since: '2010-01-01' };
    const report = await ingest(store, 'idwr', options);
    expect(report.failures).toEqual([]);
    expect(await readStoredValues(store)).toEqual([
      `${canal} 6 2025-07-01 345.5`,
      `${canal} 6 2025-07-03 350`,
    ]);
    expect(report.series[0]).toMatchObject({ written: 2, missing: 1 });
    expect(requests).toEqual([
      'history 2010,2011,2012,2013,2014,2015,2016,2017,2018,2019',
      // Nothing came, and the other name of the parameter might be the right one.
      'history 2010,2011,2012,2013,2014,2015,2016,2017,2018,2019 by sitelist',
      'history 2020,2021,2022,2023,2024,2025,2026',
    ]);
    const again = await ingest(store, 'idwr', options);
    expect([again.rows_written, again.rows_unchanged]).toEqual([0, 2]);
  });

  test('takes the gain of a reach, negative ones included, from the model of its downstream gage', {
    tags: ['full'],
  }, async () => {
    const fetchModel: typeof fetch = async (input) =>
      new Response(
        String(input).includes('/model')
          ? JSON.stringify([
              {
                SiteID: minidoka,
                'Accounting Date': '3/1/2026',
                'Reach Gain (CFS)': '-120.5',
                'Actual Flow (CFS)': '900',
              },
            ])
          : '',
      );
    await ingest(store, 'idwr', {
      ...quietImport,
      fetch: fetchModel,
      now,
      sites: [minidoka],
      since: '2026-01-01',
    });
    expect(await readStoredValues(store)).toEqual(['RG-NEEL-MINI 9 2026-03-01 -120.5']);
  });

  test('imports the other sites when one is refused, and reports an unknown site', async () => {
    const other = '13033010';
    const fetchSome: typeof fetch = async (input) =>
      String(input).includes(canal)
        ? new Response('<h1>Server Error</h1>', { status: 400 })
        : new Response(history(other, [['7/1/2025', '12']]));
    const report = await ingest(store, 'idwr', {
      ...quietImport,
      fetch: fetchSome,
      now,
      sites: [canal, other, 'nobody'],
      since: '2025-01-01',
    });
    expect(report.failures).toMatchObject([
      { name: canal, message: expect.stringContaining('Server Error') },
      { name: 'nobody', message: expect.stringContaining('is unknown') },
    ]);
    expect(report.unknown_columns).toEqual(['nobody']);
    expect(await readStoredValues(store)).toHaveLength(1);
  });
});
