import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { dataFormats } from '#contract/data-links.ts';
import { nameOf } from '#contract/index.ts';
import { figureNames } from '#features/embeds/contract.ts';
import type { Store } from '#server/db/store.ts';
import { allEndpoints } from '../support/all-endpoints.ts';
import {
  briefRequest,
  insertBriefFixture,
  locationOf,
  markSeries,
  riverRequest,
} from '../support/brief-fixture.ts';
import { describeOneEngine } from '../support/engines.ts';
import { featureParts, joinParts } from '../support/feature-parts.ts';
import { insertOutlookFixture, outlookRequest } from '../support/outlook-fixture.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

/** Files of data by the name of their endpoint, without the format where it has several. */
const files: Readonly<Record<string, readonly string[]>> = {
  readDailyLink: ['/api/data/daily.:format?site=G1,SPRING&parameter=Streamflow&from=2022-06-20'],
  readStatisticsLink: ['/api/data/statistics.:format?site=G1&parameter=Streamflow&series=2021,Median'],
  readGainsLink: ['/api/data/reach-gains.:format?site=REACH'],
  readMonthlyGainsLink: ['/api/data/monthly-gains.:format?site=REACH&series=2020'],
  readSnowLink: ['/api/data/snow.:format', '/api/data/snow.:format?of=huc8s'],
  readSitesLink: ['/api/data/sites.:format', '/api/data/sites.:format?hide=provider'],
  readOutlookLink: ['volumes', 'season', 'predictors', 'coefficients', 'residuals', 'training'].map(
    (of) => `/api/data/outlook.:format?point=otter&issued=2020-05-10&of=${of}`,
  ),
  readFillLink: ['figures', 'years'].map(
    (of) => `/api/data/fill.:format?reservoir=both&issued=2020-05-10&of=${of}`,
  ),
  readCarryOverLink: ['/api/data/carry-over.:format?reservoir=both&issued=2020-11-10'],
  ...joinParts(({ dataFiles }) => dataFiles),
};

const flow = `/api/timeseries-daily-data/1/${locationOf('G1')},${locationOf('SPRING')}/2022-06-20/2022-06-30`;

/** Other answers that carry values and leave the portal. */
const others = [
  `${flow}?format=csv`,
  flow,
  `${flow}?format=columns`,
  ...featureParts.flatMap(({ answersWithValues = [] }) => answersWithValues),
];

const pictures = figureNames.flatMap((name) => {
  const query = { season: '?site=G1&parameter=Streamflow', snow: '?group=Upper', storage: '', brief: '' }[
    name
  ];
  return [`/api/figures/${name}${query}`];
});

/** The modules that write files, and what has no values of series. */
const producers = {
  'data-links/data-file.ts': 'files',
  'data-links/answer-file.ts': 'files',
  'data-links/serve-file.ts': 'what data-file.ts writes',
  'records/routes.ts': 'content records, without values',
  'time-series/daily-download.ts': 'others',
  'time-series/daily-text.ts': 'others',
  'time-series/routes.ts': 'others',
  ...joinParts((each) => each.producers),
};

test('the tables have every file that the portal writes', () => {
  const links = allEndpoints.filter(({ path: address }) => address.startsWith('/api/data/'));
  expect(links.map(nameOf).sort()).toEqual(Object.keys(files).sort());
  const source = path.resolve(import.meta.dirname, '../../src');
  const found = globSync('{server/modules,features/*/server}/**/*.ts', { cwd: source })
    .filter((file) =>
      /from '[^']*\/(text-files|csv)\.ts'|from 'hyparquet-writer'/.test(
        readFileSync(path.join(source, file), 'utf8'),
      ),
    )
    .map((file) => file.replace('server/modules/', ''));
  expect(found.sort()).toEqual(Object.keys(producers).sort());
});

const mark =
  /Synthetic|synthetic (demonstration )?values|Demonstration\b|Partly demonstration|"is_demonstration":true|"synthetic_parameters":\["/;
const allFiles = (names: readonly string[]) =>
  names.flatMap((name) => {
    const endpoint = allEndpoints.find((each) => nameOf(each) === name);
    const formats = dataFormats.filter((format) => endpoint?.params?.safeParse({ format }).success);
    expect(formats.length, name).toBeGreaterThan(0);
    return (files[name] ?? []).flatMap((url) => formats.map((format) => url.replace(':format', format)));
  });

describeOneEngine('where values come from', (open) => {
  let store: Store;
  let portal: TestApp;
  const send = (url: string) => portal.send(url, 'Developer');
  const get = async (url: string) => {
    const answer = await send(url);
    expect(answer.statusCode, `${url} ${answer.body.slice(0, 500)}`).toBe(200);
    return answer.body;
  };

  afterAll(() => vi.useRealTimers());

  describe('of the brief, the lists, single series and figures', () => {
    const names = Object.keys(files).filter((name) => !/Outlook|Fill|CarryOver/.test(name));
    const addresses = [...allFiles(names), ...others, ...pictures];

    beforeAll(async () => {
      vi.useFakeTimers({ now: new Date('2022-07-05T03:00:00Z'), toFake: ['Date'] });
      store = await open();
      await insertBriefFixture(store);
      await store.query('update location set data_provider_ndx = 9');
      await store.query(`update location set huc8_ndx = 1 where loc_id in ('S1', 'S2')`);
      portal = openTestApp(store, {
        brief: briefRequest,
        rivers: riverRequest,
        openProviders: ['USGS'],
        environment: { RATE_LIMIT_PER_MINUTE: '1000000' },
      });
    });
    afterAll(async () => {
      await portal?.close();
      await store?.close();
    });

    describe('all of which were measured', () => {
      beforeAll(() => markSeries(store, []));

      test.each(addresses)('%s names the deliverer, and claims no demonstration', async (url) => {
        const body = await get(url);
        expect(mark.exec(body)?.[0]).toBeUndefined();
        expect(body).toMatch(/USBR HydroMet|"source":"usbr"/);
        expect(body).not.toMatch(/Source: (USGS|none)/);
      });
    });

    describe('all of which are synthetic', () => {
      beforeAll(() => markSeries(store, 'all'));

      test.each(addresses)('%s says so', async (url) => {
        expect(await get(url)).toMatch(mark);
      });
    });

    describe('some of which are synthetic', () => {
      const synthetic = ['G1', 'R1', 'S1'];
      const isSynthetic = (site: string) => synthetic.includes(site.replace(/^Site /, ''));
      beforeAll(() => markSeries(store, synthetic));

      test.each(
        addresses.filter((url) => /\/(daily|snow|sites|brief)\.(csv|rdb)|format=csv|f=CSV/.test(url)),
      )('%s says so by row', async (url) => {
        const rows = rowsOf(await get(url), url.includes('.rdb'));
        expect(rows.length).toBeGreaterThan(0);
        for (const row of rows) {
          const expected = isSynthetic(row.site) ? 'yes' : (sums[row.site] ?? 'no');
          expect(`${row.site}: ${row.mark}`).toBe(`${row.site}: ${expected}`);
          const source = { yes: 'USGS', some: 'USBR HydroMet, USGS', no: 'USBR HydroMet' }[expected];
          // Nobody has delivered values of this one.
          if (row.source !== undefined && row.site !== 'Site S3')
            expect([source, '', 'usbr']).toContain(row.source);
        }
      });

      test.each(pictures.filter((url) => !url.includes('season')))(
        '%s names the synthetic ones',
        async (url) => {
          const { source: text } = JSON.parse(await get(url)) as { source: string };
          expect(text).toMatch(/USBR HydroMet, USGS\. Synthetic\s+demonstration\s+values:/);
          expect(text).not.toMatch(/values: .*Site (R2|R3|S2)/);
        },
      );

      test('the answers in JSON say so by value, series and site', async () => {
        const records = JSON.parse(await get(flow)) as { loc_ndx: number; is_demonstration: boolean }[];
        const { series } = JSON.parse(await get(`${flow}?format=columns`)) as { series: typeof records };
        for (const each of [...records, ...series]) {
          expect(each.is_demonstration).toBe(each.loc_ndx === locationOf('G1'));
        }
      });
    });
  });

  describe('of outlooks and of what it takes to fill', () => {
    const addresses = allFiles(['readOutlookLink', 'readFillLink', 'readCarryOverLink']);

    beforeAll(async () => {
      vi.useFakeTimers({ now: new Date('2021-05-11T03:00:00Z'), toFake: ['Date'] });
      store = await open();
      await insertOutlookFixture(store);
      await store.query('update location set data_provider_ndx = 9');
      portal = openTestApp(store, { outlook: outlookRequest });
    });
    afterAll(async () => {
      await portal?.close();
      await store?.close();
    });

    test.each(addresses)('%s names deliverers, and the synthetic series', async (url) => {
      await markSeries(store, []);
      const measured = await get(url);
      expect(measured).toMatch(/Source: .*Values: USBR HydroMet/);
      expect(mark.exec(measured)?.[0]).toBeUndefined();
      await markSeries(store, ['FLOW', 'R1']);
      expect(await get(url)).toMatch(
        /Source: .*Values: USBR HydroMet, USGS\. Synthetic demonstration values: Site (FLOW|R1)\b/,
      );
      await markSeries(store, 'all');
      expect(await get(url)).toMatch(/Values: USGS\. Synthetic demonstration values(?!:)/);
    });
  });
});

/** Rows that sum series of which some are synthetic. */
const sums: Readonly<Record<string, 'some'>> = { Storage: 'some', Upper: 'some', Palisades: 'some' };

const markNames: Readonly<Record<string, string>> = {
  Demonstration: 'yes',
  Measured: 'no',
  'Partly demonstration': 'some',
};

/** The site, the mark and the source of each row of a CSV or RDB file. */
function rowsOf(body: string, isRdb: boolean) {
  const lines = body.split(/\r?\n/).filter((line) => !line.startsWith('#'));
  if (isRdb) lines.splice(1, 1);
  const rows: Record<string, string>[] = parse(lines.join('\n'), {
    columns: (names: string[]) => names.map((name) => name.toLowerCase().replaceAll(' ', '_')),
    delimiter: isRdb ? '\t' : ',',
    skip_empty_lines: true,
    relax_quotes: isRdb,
  });
  return rows.map((row) => {
    const value = row.values ?? row.is_demonstration ?? 'none';
    return {
      site: row.location_name ?? row.location ?? row.site ?? row.loc_name ?? row.huc8 ?? '',
      mark: markNames[value] ?? value,
      source: row.source,
    };
  });
}
