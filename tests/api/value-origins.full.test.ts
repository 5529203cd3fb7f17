import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { dataFormats } from '#contract/data-link-parts.ts';
import { nameOf } from '#contract/index.ts';
import { demonstrationHeader, demonstrationNote } from '#lib/demonstration.ts';
import type { Store } from '#server/db/store.ts';
import { allEndpoints } from '../support/all-endpoints.ts';
import {
  briefRequest,
  insertBriefFixture,
  locationOf,
  riverRequest,
  setOrigin,
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

/** The modules that write files, and what has no values of series. */
const producers = {
  'data-links/data-file.ts': 'files',
  'data-links/answer-file.ts': 'files',
  'data-links/serve-file.ts': 'what data-file.ts writes',
  'features/records/server/record-csv.ts': 'content records, without values',
  'features/time-series/server/daily-download.ts': 'others',
  'features/time-series/server/daily-text.ts': 'others',
  'features/time-series/server/daily-routes.ts': 'others',
  ...joinParts((each) => each.producers),
};

test('the tables have every file that the portal writes', () => {
  const links = allEndpoints.filter(({ path: address }) => address.startsWith('/api/data/'));
  expect(links.map(nameOf).sort()).toEqual(Object.keys(files).sort());
  const source = path.resolve(import.meta.dirname, '../../src');
  const found = globSync('{server/{data-links,files,imports,records,system},features/*/server}/**/*.ts', {
    cwd: source,
  })
    .filter((file) =>
      /from '[^']*\/(text-files|csv)\.ts'|from 'hyparquet-writer'/.test(
        readFileSync(path.join(source, file), 'utf8'),
      ),
    )
    .map((file) => file.replace(/^server\//, ''));
  expect(found.sort()).toEqual(Object.keys(producers).sort());
});

/** How often a body says that it is of a demonstration. */
const countNotes = (body: string) => body.split(demonstrationNote).length - 1;

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
    return { body: answer.body, mark: answer.headers[demonstrationHeader.name] };
  };

  afterAll(() => vi.useRealTimers());

  describe('of the brief, the lists, single series and figures', () => {
    const names = Object.keys(files).filter((name) => !/Outlook|Fill|CarryOver/.test(name));
    const addresses = [...allFiles(names), ...others];

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

    test.each(addresses)('%s names the deliverer, and claims no demonstration', async (url) => {
      await setOrigin(store, 'HydroMet');
      const { body, mark } = await get(url);
      expect([countNotes(body), mark]).toEqual([0, undefined]);
      expect(body).not.toMatch(/demonstration|synthetic/i);
      expect(body).toMatch(/USBR HydroMet|"source":"usbr"/);
      expect(body).not.toMatch(/Source: (USGS|none)/);
    });

    test.each(addresses)('%s of a demonstration says so once', async (url) => {
      await setOrigin(store, 'demonstration');
      const { body, mark } = await get(url);
      expect(mark).toBe(demonstrationHeader.value);
      expect(countNotes(body)).toBe(/\.(csv|rdb)|format=csv|f=CSV/.test(url) ? 1 : 0);
    });

    test('a file without notes says so in its name', async () => {
      for (const origin of ['demonstration', 'HydroMet'] as const) {
        await setOrigin(store, origin);
        const { body, headers } = await send('/api/data/sites.csv?notes=none');
        expect(body).not.toContain('#');
        expect(String(headers['content-disposition']).includes('Demonstration Sites')).toBe(
          origin === 'demonstration',
        );
      }
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

    test.each(addresses)('%s names deliverers, and says once that it is of a demonstration', async (url) => {
      await setOrigin(store, 'HydroMet');
      const { body } = await get(url);
      expect(body).toMatch(/Source: .*Values: USBR HydroMet/);
      expect(countNotes(body)).toBe(0);
      await setOrigin(store, 'demonstration');
      expect(countNotes((await get(url)).body)).toBe(1);
    });
  });
});
