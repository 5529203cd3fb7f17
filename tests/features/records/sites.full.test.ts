import { beforeEach, describe, expect, test } from 'vitest';
import { readDailyData } from '#contract/daily-data.ts';
import { listWells } from '#contract/public-map.ts';
import { readLookup } from '#contract/records/lookups.ts';
import type { ContentRecord } from '#contract/records/records.ts';
import { listSiteSummaries } from '#features/site-summary/contract.ts';
import { describeEngines } from '../../support/engines.ts';
import { insertFixture } from '../../support/fixture-data.ts';
import { findModelCalls } from '../../support/records.ts';
import { sharePortal } from '../../support/shared-store.ts';
import { requesterAs } from '../../support/test-app.ts';

const locations = findModelCalls('locations').calls;
const entries = findModelCalls('well-production').calls;

describeEngines('records of sites', (open) => {
  const { store, portal } = sharePortal(open, {
    insert: insertFixture,
    environment: { RATE_LIMIT_PER_MINUTE: '100000' },
  });
  const asEditor = requesterAs(portal, 'Administrator');

  const all = () => asEditor(locations.list, {});
  const named = async (loc_id: string) => {
    const record = (await all()).find((each) => each.loc_id === loc_id);
    if (!record) throw new Error(`There is no record of ${loc_id}.`);
    return record;
  };
  const fields = (record: ContentRecord, changes: object) => ({
    ...Object.fromEntries(
      ['loc_name', 'loc_id', 'loc_type', 'data_provider', 'coordinates', 'elevation_ft', 'huc8', 'huc10']
        .concat(['gw_district', 'loc_url', 'well_number'])
        .map((name) => [name, record[name]]),
    ),
    ...changes,
  });
  const save = (record: ContentRecord, changes: object, publish: boolean) =>
    asEditor(locations.save, { params: { id: record.id }, body: { ...fields(record, changes), publish } });
  const names = async () => (await portal.request(listWells, {})).map(({ loc_name }) => loc_name);

  describe('locations', () => {
    test('every imported location has its record, with its parameters and links', async () => {
      const records = await all();
      expect(records).toHaveLength(3);
      expect(await named('HEII')).toMatchObject({
        status_id: 2,
        loc_name: 'Snake River near Heise',
        loc_type: 'Stream Gage',
        coordinates: { latitude_dd: 43.6125, longitude_dd: -111.66 },
        parameters: ['Streamflow', 'Air Temperature'],
        links: [
          { label: 'Map of Sites', href: '/watershed-overview/map-of-sites?site=1' },
          {
            label: 'Time series: Streamflow',
            href: '/data-analysis-tools/time-series-comparison?parameter_left=1&locations_left=1&axes=one&start=&end=&submitted=yes',
          },
          {
            label: 'Time series: Air Temperature',
            href: '/data-analysis-tools/time-series-comparison?parameter_left=5&locations_left=1&axes=one&start=&end=&submitted=yes',
          },
        ],
      });
      expect(await all()).toEqual(records);
    });

    test('a draft changes nothing on the map; publishing it does, at once', async () => {
      const record = await named('HEII');
      await save(record, { loc_name: 'Heise, renamed' }, false);
      expect(await names()).toContain('Snake River near Heise');
      await asEditor(locations.publish.get, { params: { id: record.id } });
      expect(await names()).toContain('Heise, renamed');
      const [summary] = await asEditor(listSiteSummaries, {});
      expect(summary?.loc_name).toBe('Heise, renamed');
      await save(await named('HEII'), { loc_name: 'Snake River near Heise' }, true);
    });

    test('unpublished, disabled and deleted sites are shown nowhere, and their values stay', async () => {
      await store.query(`insert into daily_value values (2, 7, '2019-10-02', 41.5, 'A', null)`);
      const record = await named('W-7');
      const params = { id: record.id };
      const values = () =>
        asEditor(readDailyData, {
          params: { parameter: '7', locations: '2', start: '2019-01-01', end: '2019-12-31' },
          query: {},
        });
      expect(await values()).toHaveLength(1);
      await asEditor(locations.unpublish.post, { params });
      expect(await names()).not.toContain('Well "7" <east>');
      expect(await values()).toEqual([]);
      await asEditor(locations.publish.post, { params });
      await asEditor(locations.disable.post, { params });
      expect(await names()).not.toContain('Well "7" <east>');
      await asEditor(locations.enable.post, { params });
      expect(await values()).toHaveLength(1);
      await asEditor(locations.remove, { params });
      expect(await names()).not.toContain('Well "7" <east>');
      // The same site entered again has its values back.
      const body = { ...fields(record, {}), status_id: 2 as const };
      await asEditor(locations.create, { body });
      expect(await names()).toContain('Well "7" <east>');
      expect(await values()).toHaveLength(1);
    });

    test('a new site is on the map once it is published', async () => {
      const body = fields(await named('HEII'), {
        loc_id: 'NEW-1',
        loc_name: 'New gage',
        coordinates: { latitude_dd: 43.1, longitude_dd: -112.2 },
      });
      const { id } = await asEditor(locations.create, { body });
      expect(await names()).not.toContain('New gage');
      await asEditor(locations.publish.post, { params: { id } });
      const site = (await portal.request(listWells, {})).find(({ loc_id }) => loc_id === 'NEW-1');
      expect(site).toMatchObject({ loc_name: 'New gage', lat_dd: 43.1, lon_dd: -112.2 });
    });

    test('no two sites have one id, and what is chosen has to be there', async () => {
      const record = await named('HEII');
      await expect(save(record, { loc_id: 'W-7' }, false)).rejects.toMatchObject({
        problem: {
          status: 400,
          errors: [{ path: 'body.loc_id', message: 'There is already a location with this Location Id.' }],
        },
      });
      await expect(save(record, { huc8: 'Nowhere' }, false)).rejects.toMatchObject({
        problem: { errors: [{ path: 'body.huc8', message: 'Nowhere cannot be chosen.' }] },
      });
    });
  });

  describe('entries of well production', () => {
    const entry = (changes: object = {}) => ({
      well: 'W-7',
      reading_date: '2024-07-01',
      hours_pumped: 12.5,
      method: 'Hour meter',
      ...changes,
    });
    const create = (changes: object, status_id: 1 | 2) =>
      asEditor(entries.create, { body: { ...entry(changes), status_id } });
    const values = async () => {
      const rows = await store.query<{ day: string; hours: number; approval: string }>(
        `select rdate::text as day, result_value_daily::float8 as hours, approval from daily_value
         where loc_ndx = 2 and parameter_ndx = 10 order by rdate`,
      );
      return rows.map(({ day, hours }) => [day, hours]);
    };
    const summary = async () =>
      (
        await store.query(
          `select por_start::text as from, por_end::text as to, num_days, num_years, total_samples as count
           from location_parameter where loc_ndx = 2 and parameter_ndx = 10`,
        )
      )[0];

    beforeEach(async () => {
      await store.query('delete from well_production');
      await store.query('delete from daily_value where parameter_ndx = 10');
    });

    test('a published entry is a daily value; a draft is none', async () => {
      const { id } = await create({}, 1);
      expect(await values()).toEqual([]);
      await asEditor(entries.publish.post, { params: { id } });
      expect(await values()).toEqual([['2024-07-01', 12.5]]);
      expect(await summary()).toEqual({
        from: '2024-07-01',
        to: '2024-07-01',
        num_days: 1,
        num_years: 0,
        count: 1,
      });
      const body = { ...entry({ reading_date: '2024-07-03', hours_pumped: 24 }), publish: true };
      await asEditor(entries.save, { params: { id }, body });
      expect(await values()).toEqual([['2024-07-03', 24]]);
      await asEditor(entries.unpublish.post, { params: { id } });
      expect(await values()).toEqual([]);
      expect(await summary()).toBeUndefined();
    });

    test('an entry that is deleted takes its value along, and no other', async () => {
      const { id } = await create({}, 2);
      await create({ reading_date: '2025-07-01' }, 2);
      expect(await summary()).toMatchObject({ num_days: 366, num_years: 1, count: 2 });
      await asEditor(entries.remove, { params: { id } });
      expect(await values()).toEqual([['2025-07-01', 12.5]]);
    });

    test('what a provider has delivered is never replaced', async () => {
      await store.query(`insert into daily_value values (2, 10, '2024-07-01', 7, 'A', null)`);
      await expect(create({}, 2)).rejects.toMatchObject({
        problem: {
          errors: [
            {
              path: 'body.reading_date',
              message: 'The well’s provider has already delivered 7 hours for that day.',
            },
          ],
        },
      });
      expect(await values()).toEqual([['2024-07-01', 7]]);
      expect(await store.query('select from well_production')).toEqual([]);
      const { id } = await create({}, 1);
      await asEditor(entries.remove, { params: { id } });
      expect(await values()).toEqual([['2024-07-01', 7]]);
    });

    test('a well has one entry a day, of at most 24 hours', async () => {
      await create({}, 1);
      await expect(create({}, 1)).rejects.toMatchObject({
        problem: { errors: [{ path: 'body.reading_date' }] },
      });
      await expect(create({ reading_date: '2024-07-02', hours_pumped: 25 }, 1)).rejects.toMatchObject({
        problem: { errors: [{ path: 'body.hours_pumped', message: 'Enter a number from 0 to 24.' }] },
      });
    });
  });

  test('lookup tables list what there is to choose', async () => {
    const wells = await portal.request(readLookup, { params: { name: 'wells' } }, { token: 'User' });
    expect(wells).toContainEqual({ value: 'W-7', label: 'Well "7" <east> (W-7)' });
    const answer = await portal.send('/api/lookups/nothing', 'User');
    expect(answer.statusCode).toBe(400);
  });
});
