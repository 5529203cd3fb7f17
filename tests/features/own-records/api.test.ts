import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { RequestOf } from '#contract/endpoint.ts';
import {
  addReading,
  correctReading,
  createOwnSite,
  createWriteToken,
  listMappings,
  listOwnSites,
  readOwnAdministration,
  readOwnRecord,
  readReadings,
  revokeWriteToken,
  saveMapping,
  saveOwnSite,
  saveWriters,
  writeRatingTable,
} from '#features/own-records/contract.ts';
import { computeEndedDays } from '#features/own-records/server/ended-days.ts';
import { describeEngines } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/set-up.ts';
import { sharePortal } from '../../support/shared-store.ts';
import { requesterAs } from '../../support/test-app.ts';
import { diversion, inDays, insertOwnSites, ownBasin, readDays, stage } from './own-portal.ts';

const params = { loc_ndx: '1' };
const now = '2026-04-10T18:00:00Z';

describeEngines('own records', (open) => {
  const { store, portal } = sharePortal(open, {
    insert: insertOwnSites,
    now,
    file: ownBasin,
    environment: { RATE_LIMIT_PER_MINUTE: '100000', DATA_DIR: temporaryFolder('own-api') },
  });
  // Versions of one instant are the same one, and the embedded database has the frozen clock.
  const administrator = requesterAs(portal, 'Administrator');
  const asAdministrator: typeof administrator = (...call) => {
    vi.setSystemTime(Date.now() + 10);
    return administrator(...call);
  };
  const asUser = requesterAs(portal, 'User');

  beforeEach(async () => {
    for (const table of [
      'own_reading',
      'own_origin',
      'own_rating',
      'own_series',
      'own_writer',
      'own_token',
      'own_mapping',
    ])
      await store.query(`delete from ${table}`);
    for (const table of [
      'daily_value',
      'daily_value_revision',
      'daily_value_addition',
      'location_parameter',
      'latest_reading',
      'ingest_run',
    ])
      await store.query(`delete from ${table}`);
  });

  type Entry = RequestOf<typeof addReading>['body'];
  const entry = (
    at: string,
    value: number,
    more: Partial<Entry> = {},
  ): { params: typeof params; body: Entry } => ({
    params,
    body: { client_id: randomUUID(), parameter_ndx: diversion, at, value, unit: 'cfs', ...more },
  });
  const add = (at: string, value: number, more: Partial<Entry> = {}) =>
    asAdministrator(addReading, entry(at, value, more));
  /** A reading each hour of a day and at the beginning of the next one. */
  const addDay = async (day: string, levelOf: (hour: number) => number, more: Partial<Entry> = {}) => {
    for (let hour = 0; hour <= 24; hour += 1) {
      const at = new Date(Date.parse(`${day}T06:00:00Z`) + hour * 3_600_000).toISOString();
      await add(at, levelOf(hour), more);
    }
  };

  describe('readings by hand', () => {
    test('become the mean of a day that has ended, marked as computed here', async () => {
      await addDay('2026-04-08', (hour) => hour);
      expect(await readDays(store, 1, diversion)).toEqual({ '2026-04-08': 12 });
      const rows = await store.query(
        'select approval, qualifier, source from daily_value join location_parameter using (loc_ndx, parameter_ndx)',
      );
      expect(rows).toEqual([{ approval: 'P', qualifier: 'Cmp', source: 'own' }]);
      const runs = await store.query(
        'select source, started_by, status, rows_read, rows_written from ingest_run',
      );
      expect(runs).toEqual([
        {
          source: 'own',
          started_by: 'readings by hand',
          status: 'succeeded',
          rows_read: 25,
          rows_written: 25,
        },
      ]);
    });

    test('without one after midnight are a day all the same, once that has ended', {
      tags: ['full'],
    }, async () => {
      const hours = Array.from(
        { length: 22 },
        (_, at) => Date.parse('2026-04-10T07:00:00Z') + at * 3_600_000,
      );
      await store.query(`insert into own_origin (origin_ndx, way, made_by) values (77, 'push', 'x')`);
      await store.query(
        `insert into own_series values (1, ${diversion}, 'reading', null, null, '2026-04-10', '2026-04-10')`,
      );
      for (const hour of hours)
        await store.query(
          `insert into own_reading values (1, ${diversion}, '${new Date(hour).toISOString()}', 1, 8, null, 77)`,
        );
      const onError = (error: unknown) => expect(error).toBeUndefined();
      const compute = (at: string) => computeEndedDays(store, ownBasin, { now: new Date(at), onError });
      await compute('2026-04-11T05:59:00Z');
      expect(await readDays(store, 1, diversion)).toEqual({});
      await compute('2026-04-11T06:01:00Z');
      expect(await readDays(store, 1, diversion)).toEqual({ '2026-04-10': 8 });
    });

    test('of today are no day yet', { tags: ['full'] }, async () => {
      for (let hour = 6; hour <= 17; hour += 1)
        await add(`2026-04-10T${String(hour).padStart(2, '0')}:00:00Z`, 5);
      expect(await readDays(store, 1, diversion)).toEqual({});
    });

    test('are stored once, however often they are sent', async () => {
      const sent = entry('2026-04-08T12:00:00Z', 3);
      const first = await asAdministrator(addReading, sent);
      expect(await asAdministrator(addReading, sent)).toEqual(first);
      expect(await store.query('select from own_reading')).toHaveLength(1);
      await expect(add('2026-04-08T12:00:00Z', 4)).rejects.toThrow(
        'Another value is stored for this time: 3.',
      );
    });

    test('keep who entered them, the unit and the note', async () => {
      await add('2026-04-08T12:00:00-06:00', 100, { unit: 'miner’s inch', note: ' ice ' });
      const { readings } = await asUser(readOwnRecord, { params });
      expect(readings).toEqual([
        {
          parameter_ndx: diversion,
          at: '2026-04-08T18:00:00.000Z',
          versions: [
            expect.objectContaining({
              ...{ version: 1, value: 2, way: 'hand', by: 'test|Administrator', note: 'ice', reason: null },
              entered: { value: 100, unit: 'miner’s inch' },
            }),
          ],
        },
      ]);
    });

    test.each<[string, Partial<Entry>, string]>([
      ['of the future', { at: '2026-04-10T18:06:00Z' }, 'in the future'],
      ['of a unit of something else', { unit: '°F' }, '°F cannot be converted to cfs'],
      ['of a unit that nobody knows', { unit: 'buckets' }, 'buckets cannot be converted to cfs'],
      ['of a parameter that the site does not have', { parameter_ndx: 1 }, 'has no such parameter'],
      ['with a photo that did not arrive', { photo: randomUUID() }, 'photo has not arrived'],
      ['of a time without its offset', { at: '2026-04-08T12:00:00' }, 'expected an instant'],
      ['of a marker of no value', { value: -9999 }, 'The reading has the value -9999, which stands for none'],
      ['too large for any water', { value: 1e306, unit: 'kcfs' }, 'stands for none'],
    ])('%s are refused', async (_, more, message) => {
      await expect(add('2026-04-08T12:00:00Z', 3, more)).rejects.toThrow(message);
      expect(await store.query('select from own_reading')).toEqual([]);
    });

    test('have a photo, which people who are signed in may see', async () => {
      const send = (name: string, bytes: Buffer, token: string) =>
        portal.send(
          {
            ...{ method: 'POST', url: `/api/own-records/sites/1/photos?name=${name}`, payload: bytes },
            headers: { 'content-type': 'application/octet-stream' },
          },
          token,
        );
      const pixel = Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
        'base64',
      );
      expect((await send('a.png', pixel, 'User')).statusCode).toBe(403);
      expect((await send('a.csv', Buffer.from('a,b\n1,2\n'), 'Administrator')).statusCode).toBe(400);
      const photo = (await send('gage.png', pixel, 'Administrator')).json();
      const of = (token?: string) => portal.send(`/api/files/${photo.id}`, token);
      expect((await of('User')).statusCode).toBe(404);
      const { versions } = await add('2026-04-08T12:00:00Z', 3, { photo: photo.id });
      expect(versions[0]?.photo).toEqual(photo);
      expect([(await of('User')).statusCode, (await of()).statusCode]).toEqual([200, 401]);
    });

    test('are corrected and withdrawn by versions, and the days follow', async () => {
      await addDay('2026-04-08', () => 10);
      const correct = (at: string, version: number, value: number | null) =>
        asAdministrator(correctReading, {
          params,
          body: { parameter_ndx: diversion, at, version, value, unit: 'cfs', reason: 'Misread' },
        });
      const [{ known } = { known: '' }] = await store.query<{ known: string }>(
        'select clock_timestamp()::text as known',
      );
      const corrected = await correct('2026-04-08T18:00:00Z', 1, 34);
      expect(corrected.versions.map(({ value, reason }) => [value, reason])).toEqual([
        [34, 'Misread'],
        [10, null],
      ]);
      expect(await readDays(store, 1, diversion)).toEqual({ '2026-04-08': 11 });
      const asOf = new Date(known).toISOString();
      const { readings } = await asUser(readReadings, { params, query: { parameter: '6', as_of: asOf } });
      expect(new Set(readings.map(({ versions: [latest] }) => latest?.value))).toEqual(new Set([10]));
      await expect(correct('2026-04-08T18:00:00Z', 1, 35)).rejects.toThrow(
        'Somebody has changed this reading',
      );
      const withdrawn = await correct('2026-04-08T18:00:00Z', 2, null);
      expect(withdrawn.versions[0]).toMatchObject({ version: 3, value: null, by: 'test|Administrator' });
      // Two hours, which is the limit of the site, are still covered.
      expect(await readDays(store, 1, diversion)).toEqual({ '2026-04-08': 10 });
      for (const hour of [17, 19, 20, 21, 22, 23]) await correct(`2026-04-08T${hour}:00:00Z`, 1, null);
      expect(await readDays(store, 1, diversion)).toEqual({});
      // What the record has no longer is in its history.
      expect(await store.query('select value from daily_value_revision order by known_from')).toEqual([
        { value: 10 },
        { value: 11 },
        { value: 10 },
      ]);
      const withdrawnAgain = entry('2026-04-08T18:00:00Z', 10);
      await expect(asAdministrator(addReading, withdrawnAgain)).rejects.toThrow('was withdrawn');
    });

    test('that a logger has sent already get the note of a person, and nothing without one', {
      tags: ['full'],
    }, async () => {
      const at = '2026-04-08T12:00:00Z';
      await store.query(`insert into own_origin (origin_ndx, way, made_by) values (77, 'push', 'Logger')`);
      await store.query(`insert into own_series values (1, ${diversion}, 'reading')`);
      await store.query(`insert into own_reading values (1, ${diversion}, '${at}', 1, 3, null, 77)`);
      const origins = () => store.query('select from own_origin');
      expect((await add(at, 3)).versions).toHaveLength(1);
      expect(await origins()).toHaveLength(1);
      expect(await store.query('select rows_read, rows_written from ingest_run')).toEqual([
        { rows_read: 0, rows_written: 0 },
      ]);
      const sent = entry(at, 3, { note: 'ice' });
      const { versions } = await asAdministrator(addReading, sent);
      expect(versions.map(({ value, note, by }) => [value, note, by])).toEqual([
        [3, 'ice', 'test|Administrator'],
        [3, null, 'Logger'],
      ]);
      expect((await asAdministrator(addReading, sent)).versions).toHaveLength(2);
      expect(await origins()).toHaveLength(2);
    });

    test('of a record that an agency has taken over change neither its days nor its latest readings', {
      tags: ['full'],
    }, async () => {
      await addDay('2026-04-08', () => 10);
      await add('2026-04-10T12:00:00Z', 10);
      await store.query(`update location_parameter set source = 'usgs' where parameter_ndx = ${diversion}`);
      const latest = () => store.query('select time, value from latest_reading order by time');
      const before = { days: await readDays(store, 1, diversion), latest: await latest() };
      for (const at of ['2026-04-08T18:00:00Z', '2026-04-10T12:00:00Z'])
        await expect(
          asAdministrator(correctReading, {
            params,
            body: { parameter_ndx: diversion, at, version: 1, value: 34, unit: 'cfs', reason: 'Misread' },
          }),
        ).rejects.toThrow('comes from usgs');
      expect({ days: await readDays(store, 1, diversion), latest: await latest() }).toEqual(before);
      expect(before.latest).not.toEqual([]);
    });

    test('are not corrected to a marker of no value', { tags: ['full'] }, async () => {
      const at = '2026-04-08T12:00:00Z';
      await add(at, 3);
      const body = { parameter_ndx: diversion, at, version: 1, value: -9999, unit: 'cfs', reason: 'Lost' };
      await expect(asAdministrator(correctReading, { params, body })).rejects.toThrow('stands for none');
    });

    test('are for those whom an Administrator has named', async () => {
      const sent = entry('2026-04-08T12:00:00Z', 3);
      await expect(asUser(addReading, sent)).rejects.toThrow(
        'You may not write the readings of Snake River near Heise',
      );
      await asAdministrator(saveWriters, { body: { loc_ndx: 2, subjects: ['test|User'] } });
      await expect(asUser(addReading, sent)).rejects.toThrow('You may not write');
      expect(await asUser(listOwnSites, {})).toMatchObject({
        can_write_all: false,
        sites: [
          { loc_ndx: 1, can_write: false },
          { loc_ndx: 2, can_write: true },
        ],
      });
      await asAdministrator(saveWriters, { body: { loc_ndx: null, subjects: ['test|User'] } });
      expect((await asUser(addReading, sent)).versions[0]?.by).toBe('test|User');
      await asAdministrator(saveWriters, { body: { loc_ndx: null, subjects: [] } });
      await asAdministrator(saveWriters, { body: { loc_ndx: 2, subjects: [] } });
      await expect(asUser(addReading, entry('2026-04-08T13:00:00Z', 3))).rejects.toThrow('You may not write');
    });

    test('of a site that is none of the portal’s own are refused', async () => {
      const other = { ...entry('2026-04-08T12:00:00Z', 3), params: { loc_ndx: '3' } };
      await expect(asAdministrator(addReading, other)).rejects.toThrow('This is no own site');
      expect(await asUser(readOwnRecord, { params: { loc_ndx: '3' } })).toMatchObject({
        site: null,
        readings: [],
      });
    });
  });

  describe('rating tables', () => {
    const table = (points: string, valid_from: string, isStored: boolean) => ({
      params,
      body: { parameter_ndx: diversion, valid_from, offset_ft: 0, points, store: isStored },
    });
    const stageEntry = { parameter_ndx: stage.parameter_ndx, unit: 'ft' };

    test('turn stages into flows; a new version recomputes what it covers, which it says before', async () => {
      await addDay('2026-04-06', () => 2, stageEntry);
      await addDay('2026-04-08', () => 2, stageEntry);
      expect(await readDays(store, 1, diversion)).toEqual({});
      await asAdministrator(writeRatingTable, table('1 10\n4 160', '2026-01-01T07:00:00Z', true));
      expect(await readDays(store, 1, diversion)).toEqual({ '2026-04-06': 40, '2026-04-08': 40 });
      const [{ known } = { known: '' }] = await store.query<{ known: string }>(
        'select clock_timestamp()::text as known',
      );
      const next = table('1 20\n4 320', '2026-04-07T06:00:00Z', false);
      const effect = await asAdministrator(writeRatingTable, next);
      // The last reading of the 6th is at the first instant of the new table.
      expect(effect).toMatchObject({
        readings: 26,
        beyond: 0,
        first: '2026-04-06',
        last: '2026-04-08',
        table: null,
      });
      expect(await readDays(store, 1, diversion)).toEqual({ '2026-04-06': 40, '2026-04-08': 40 });
      const stored = await asAdministrator(writeRatingTable, {
        ...next,
        body: { ...next.body, store: true },
      });
      expect(stored).toMatchObject({ days: effect.days, table: { version: 2, by: 'test|Administrator' } });
      const after = await readDays(store, 1, diversion);
      expect(after['2026-04-08']).toBe(80);
      expect(after['2026-04-06']).toBeCloseTo(40 + 40 / 48, 3);
      const { readings, tables } = await asUser(readOwnRecord, { params });
      expect(tables.map(({ version }) => version)).toEqual([2, 1]);
      expect(readings[0]?.flow).toEqual({
        parameter_ndx: diversion,
        value: expect.closeTo(80, 8),
        table_version: 2,
      });
      const before = await asUser(readReadings, { params, query: { as_of: new Date(known).toISOString() } });
      expect(before.readings[0]?.flow).toMatchObject({ value: expect.closeTo(40, 8), table_version: 1 });
      // As it was known before, the day is what the first table says.
      const revisions = await store.query(
        "select value from daily_value_revision where rdate = '2026-04-08' and parameter_ndx = 6",
      );
      expect(revisions).toEqual([{ value: 40 }]);
    });

    test('give nothing beyond their ends', { tags: ['full'] }, async () => {
      await addDay('2026-04-08', (hour) => (hour > 10 && hour < 20 ? 5 : 2), stageEntry);
      const { beyond, days } = await asAdministrator(
        writeRatingTable,
        table('1 10\n4 160', '2026-01-01T07:00:00Z', true),
      );
      expect({ beyond, days }).toEqual({ beyond: 9, days: 0 });
      expect(await readDays(store, 1, diversion)).toEqual({});
    });

    test('are not stored with a wrong line', async () => {
      const { refused, table: stored } = await asAdministrator(
        writeRatingTable,
        table('1 10\n1 20', '2026-01-01T07:00:00Z', true),
      );
      expect(refused).toEqual([{ line: 2, text: '1 20', reason: 'The stage is not above the one before.' }]);
      expect(stored).toBeNull();
      expect(await store.query('select from own_rating')).toEqual([]);
    });
  });

  describe('Administrators', () => {
    test('create an own site, which is a content record and on the map', async () => {
      const site = await asAdministrator(createOwnSite, {
        body: {
          ...{ loc_id: 'own-1', loc_name: 'Upper gate', loc_type: 'Diversion', data_provider: 'IDWR' },
          ...{ latitude_dd: 43.1, longitude_dd: -112.3, parameters: [diversion], limit_minutes: 60 },
        },
      });
      expect(site).toMatchObject({ loc_id: 'OWN-1', limit_minutes: 60, can_write: true });
      expect(site.parameters.map(({ parameter_name }) => parameter_name)).toEqual(['Diversion', 'Stage']);
      expect(site.parameters[0]?.units).toContain('miner’s inch');
      const shown = await store.query(
        `select is_shown, updated_by from location l join location_record r on r.id = l.record_id where loc_id = 'OWN-1'`,
      );
      expect(shown).toEqual([{ is_shown: true, updated_by: 'test|Administrator' }]);
      const administration = await asAdministrator(readOwnAdministration, {});
      expect(administration.sites.map(({ loc_id }) => loc_id)).toContain('OWN-1');
      await store.query(`delete from own_site where loc_ndx = ${site.loc_ndx}`);
    });

    test('change what can be entered at a site', { tags: ['full'] }, async () => {
      const saved = await asAdministrator(saveOwnSite, {
        params,
        body: { parameters: [diversion, 5, 10], limit_minutes: 90 },
      });
      expect(saved.limit_minutes).toBe(90);
      await asAdministrator(saveOwnSite, {
        params,
        body: { parameters: [diversion, 5, 10], limit_minutes: 120 },
      });
      await expect(
        asAdministrator(saveOwnSite, { params, body: { parameters: [99], limit_minutes: 90 } }),
      ).rejects.toThrow('Choose parameters of this portal');
    });

    test('create write tokens, whose secrets are shown once', async () => {
      const { secret, ...token } = await asAdministrator(createWriteToken, {
        body: { loc_ndx: 1, name: 'Logger', ends_on: inDays(30) },
      });
      expect(secret).toMatch(/^usrw_[\w-]{43}$/);
      const { tokens } = await asAdministrator(readOwnAdministration, {});
      expect(tokens).toEqual([token]);
      expect(JSON.stringify(tokens)).not.toContain(secret);
      await asAdministrator(revokeWriteToken, { params: { id: token.id } });
      expect((await asAdministrator(readOwnAdministration, {})).tokens).toEqual([]);
    });
  });

  test('mappings are saved by name, changed and removed', async () => {
    const mapping = { format: 'csv', decimal: ',' } as const;
    await asAdministrator(saveMapping, { body: { name: 'Gates', mapping } });
    await asAdministrator(saveMapping, { body: { name: 'Gates', mapping: { ...mapping, decimal: '.' } } });
    const { mappings } = await asAdministrator(listMappings, {});
    expect(mappings).toMatchObject([{ name: 'Gates', mapping: { format: 'csv', decimal: '.' } }]);
    expect(await asAdministrator(saveMapping, { body: { name: 'Gates', mapping: null } })).toEqual({
      mappings: [],
    });
    await expect(asUser(saveMapping, { body: { name: 'Gates', mapping } })).rejects.toThrow('of no site');
  });
});
