import { describe, expect, test } from 'vitest';
import { nameOf } from '#contract/index.ts';
import type { Caller } from '#server/access/access-control.ts';
import { createValueAccess } from '#server/access/value-access.ts';
import { allEndpoints } from '../support/all-endpoints.ts';
import { describeEngines } from '../support/engines.ts';
import { joinParts } from '../support/feature-parts.ts';
import { insertFixture } from '../support/fixture-data.ts';
import { sharePortal } from '../support/shared-store.ts';
import { openTestApp } from '../support/test-app.ts';

const [openSite, closedSite, hiddenSite, unknownSite] = [1, 2, 3, 99_999];
const openProviders = ['USBR HydroMet'] as const;

/** A request for values of a location, and the status where the portal does not have that location. */
const valueRequests: Record<string, readonly [url: (location: number) => string, unknown: number]> = {
  readDailyData: [(site) => `/api/timeseries-daily-data/2/${site}/2020-01-01/2020-02-01`, 200],
  readDayClasses: [(site) => `/api/timeseries-daily-classes/2/${site}/2020-01-01/2020-02-01`, 200],
  readRevisions: [(site) => `/api/revisions/${site}/2`, 404],
  readWaterYears: [(site) => `/api/wy-analysis-comparison/2/${site}/2020,Median`, 404],
  readStanding: [(site) => `/api/wy-analysis-standing/2/${site}`, 404],
  readReachGains: [(site) => `/api/reach-gains-report/${site}/2020`, 404],
  readReachGainsOfAllYears: [(site) => `/api/reach-gains-report/${site}`, 404],
  readReachGainsToDate: [(site) => `/api/reach-gains-to-date/${site}`, 404],
  ...joinParts((each) => each.valueRequests),
};

/** What the rows of a list say, from which a closed provider's are recognized. */
const listRequests: Record<string, readonly [all: unknown, open: unknown]> = {
  listSiteSummaries: [[1, 2], [1]],
  listLatestValues: [[1, 2], [1]],
  listSeriesHuc8s: [['Idaho Falls', 'Palisades'], ['Palisades']],
  listSeriesParameters: [
    ['Depth to Water', 'Reservoir Storage', 'Snow Water Equivalent', 'Streamflow'],
    ['Depth to Water', 'Snow Water Equivalent', 'Streamflow'],
  ],
  listSeriesLocations: [[1, 2], [1]],
  listAnalysisParameters: [
    ['Depth to Water', 'Reservoir Storage', 'Snow Water Equivalent', 'Streamflow'],
    ['Depth to Water', 'Snow Water Equivalent', 'Streamflow'],
  ],
  listAnalysisLocations: [[1, 2], [1]],
  listReachLocations: [[], []],
  listAnalysisSeries: [
    ['2019', '2020', 'Maximum', 'Median', 'Minimum'],
    ['2020', 'Maximum', 'Median', 'Minimum'],
  ],
  listHealthYears: [[2019, 2020], [2020]],
  listSiteHealth: [[1, 2], [1]],
  listHucHealth: [['Idaho Falls', 'Palisades'], ['Palisades']],
  ...joinParts((each) => each.listRequests),
};

/** Without the files of data, which data-links.test.ts tries. */
const withOpenValues = allEndpoints.filter(
  ({ access, mediaType }) => access === 'open-values' && mediaType === undefined,
);
const labelOf = (row: Record<string, unknown>) =>
  row.loc_ndx ?? row.huc8 ?? row.huc8_name ?? row.parameter_name ?? row.series_desc ?? row.water_year;
const pathOf = (name: string) => withOpenValues.find((each) => nameOf(each) === name)?.path ?? '';
test('every endpoint with open values is tried here', () => {
  const tried = [...Object.keys(valueRequests), ...Object.keys(listRequests)];
  expect(withOpenValues.map(nameOf).toSorted()).toEqual(tried.toSorted());
});

describeEngines('values of open providers', (open) => {
  const { store, portal } = sharePortal(open, {
    insert: async (store) => {
      await insertFixture(store);
      await store.query('delete from location_parameter');
      await store.query(`insert into location_parameter values
      (1, 2, '2019-11-01', '2020-04-30', 182, 1, 182), (1, 1, '2019-11-01', '2020-04-30', 182, 1, 182), (1, 7, '2019-11-01', '2020-04-30', 182, 1, 182),
      (2, 2, '2018-11-01', '2019-04-30', 181, 1, 181), (2, 7, '2018-11-01', '2019-04-30', 181, 1, 181),
      (2, 3, '2018-11-01', '2019-04-30', 181, 1, 181),
      (3, 2, '2017-11-01', '2018-04-30', 181, 1, 181)`);
      await store.query(`insert into daily_value (loc_ndx, parameter_ndx, rdate, result_value_daily, approval)
      select lp.loc_ndx, lp.parameter_ndx, d::date, 10, 'A' from location_parameter lp
      cross join generate_series(lp.por_start::timestamp, lp.por_end::timestamp, '1 day') d`);
      await store.query('update location set huc8_ndx = 2 where loc_ndx = 2');
      await store.query('update location set is_shown = false, data_provider_ndx = 4 where loc_ndx = 3');
    },
    openProviders,
  });

  describe.each(Object.entries(valueRequests))('%s', (_, [urlOf, unknown]) => {
    test('answers anyone about an open provider', async () => {
      const answer = await portal.send(urlOf(openSite));
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['cache-control']).toMatch(/^public/);
      expect(answer.headers.vary).toMatch(/\bAuthorization\b/);
      const signedIn = await portal.send(urlOf(openSite), 'User');
      expect(signedIn.body).toBe(answer.body);
      expect(signedIn.headers['cache-control']).toMatch(/^private/);
    });

    test('names the site that needs an account', async () => {
      for (const method of ['GET', 'HEAD'] as const) {
        const answer = await portal.send({ method, url: urlOf(closedSite) });
        expect(answer.statusCode).toBe(401);
        expect(answer.headers['www-authenticate']).toBe('Bearer');
      }
      expect((await portal.send(urlOf(closedSite))).json().detail).toBe(
        'The values of Well "7" <east> need an account. Sign in to see them.',
      );
      expect((await portal.send(urlOf(closedSite), 'User')).statusCode).toBe(200);
    });

    test('says nothing of a closed site to who has its entity tag', async () => {
      const { etag } = (await portal.send(urlOf(closedSite), 'User')).headers;
      const headers = { 'if-none-match': String(etag) };
      expect((await portal.send({ url: urlOf(closedSite), headers })).statusCode).toBe(401);
    });

    test('does not name a hidden site', async () => {
      for (const site of [hiddenSite, unknownSite]) {
        const answer = await portal.send(urlOf(site));
        expect(answer.statusCode).toBe(unknown);
        expect(answer.body).not.toMatch(/Neeley/);
      }
    });
  });

  test('one closed site among many is refused', async () => {
    const url = `/api/timeseries-daily-data/2/${openSite},${unknownSite},${closedSite}/2020-01-01/2020-02-01`;
    for (const format of ['records', 'columns', 'csv']) {
      expect((await portal.send(`${url}?format=${format}`)).statusCode).toBe(401);
    }
  });

  test.each(Object.entries(listRequests))('%s has the rows of open providers', async (name, [all, some]) => {
    const names = async (token?: string) => {
      const answer = await portal.send(pathOf(name), token);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers.vary).toMatch(/\bAuthorization\b/);
      return [...new Set(answer.json().map(labelOf))].toSorted();
    };
    expect(await names()).toEqual(some);
    expect(await names('User')).toEqual(all);
  });

  test('follow a change of a site’s provider', async () => {
    const { isReadableBy } = createValueAccess(store, openProviders);
    const canRead = async (caller?: Caller) => (await isReadableBy(caller))(openSite);
    expect(await canRead()).toBe(true);
    await store.query('update location set data_provider_ndx = 4 where loc_ndx = 1');
    expect(await canRead()).toBe(false);
    expect(await canRead({ subject: 'a', roles: new Set() })).toBe(true);
    expect((await portal.send('/api/wy-analysis-standing/2/1')).statusCode).toBe(401);
    expect((await portal.send('/api/hydro-health-sites-table')).json()).toEqual([]);
    await store.query('update location set data_provider_ndx = 8 where loc_ndx = 1');
    expect(await canRead()).toBe(true);
  });

  test('need an account where no provider is open', async () => {
    await using closed = openTestApp(store);
    for (const { path } of withOpenValues) {
      const answer = await closed.send(path.replace(/:[a-z_]+/gi, '1'));
      expect([answer.statusCode, answer.json().detail]).toEqual([401, 'Sign in to see this.']);
    }
  });
});
