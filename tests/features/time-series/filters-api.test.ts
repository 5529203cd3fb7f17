import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import {
  listTimeseriesFilters,
  saveTimeseriesFilter,
  type TimeseriesFilter,
} from '#features/time-series/contract.ts';
import { describeEngines } from '../../support/engines.ts';
import { insertFixture } from '../../support/fixture-data.ts';
import { sharePortal } from '../../support/shared-store.ts';

const url = '/api/timeseries-user-filters';

const filter = {
  huc8s: [2],
  parameter_left: 1,
  parameter_right: 7,
  locations_left: [1],
  locations_right: [2],
  start_date: '2020-01-01',
  end_date: null,
};

describeEngines('saved filters', (open) => {
  const { store, portal } = sharePortal(open, { insert: insertFixture });

  beforeEach(async () => {
    await store.query('delete from timeseries_user_filter');
    await store.query('delete from audit_log');
    await store.query(`insert into timeseries_user_filter (user_uuid, huc8s, parameter_left, locations_left,
      locations_right) values ('default', '{}', 1, '{1}', '{}')`);
  });

  const save = (token: string, body: TimeseriesFilter) =>
    portal.request(saveTimeseriesFilter, { body }, { token });
  const read = (token: string) => portal.request(listTimeseriesFilters, {}, { token });
  const put = (payload: unknown, token = 'User') =>
    portal.send(
      {
        method: 'PUT',
        url,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(payload),
      },
      token,
    );

  test('one reads the default and one’s own, and nobody else’s', async () => {
    await save('User', { user_uuid: 'test|User', ...filter });
    expect(await read('User')).toMatchObject([
      { user_uuid: 'default', locations_left: [1] },
      { user_uuid: 'test|User', ...filter },
    ]);
    expect((await read('Developer')).map((row) => row.user_uuid)).toEqual(['default']);
  });

  test('without a token one reads the default, and a token that is not valid is refused', async () => {
    await save('User', { user_uuid: 'test|User', ...filter });
    const answer = await portal.send(url);
    expect(answer.json().map((row: TimeseriesFilter) => row.user_uuid)).toEqual(['default']);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      vary: expect.stringMatching(/authorization/i),
    });
    expect((await portal.send(url, 'nobody')).statusCode).toBe(401);
    expect(
      (await portal.send({ method: 'PUT', url, payload: { user_uuid: 'default', ...filter } })).statusCode,
    ).toBe(401);
  });

  test('a save replaces the row, drops duplicates and leaves a line with before and after', async () => {
    await save('User', { user_uuid: 'test|User', ...filter });
    const second = { ...filter, huc8s: [3, 3], locations_left: [1, 3, 1] };
    const saved = await save('User', { user_uuid: 'test|User', ...second });
    expect(saved).toMatchObject({ huc8s: [3], locations_left: [1, 3] });
    const audit = await store.query(
      'select actor, action, entity_id, before, after from audit_log order by audit_ndx',
    );
    expect(audit).toMatchObject([
      { actor: 'test|User', action: 'create', entity_id: 'test|User', before: null, after: filter },
      { action: 'update', before: filter, after: { huc8s: [3], locations_left: [1, 3] } },
    ]);
  });

  test('only an Administrator writes the default, and nobody another’s', async () => {
    for (const [token, user_uuid] of [
      ['User', 'default'],
      ['Developer', 'default'],
      ['Administrator', 'test|User'],
      ['User', 'test|user'],
    ] as const) {
      expect((await put({ user_uuid, ...filter }, token)).statusCode).toBe(403);
    }
    expect(await store.query('select from audit_log')).toHaveLength(0);
    await save('Administrator', { user_uuid: 'default', ...filter });
    expect((await read('User'))[0]).toMatchObject({ user_uuid: 'default', ...filter });
  });

  test.each([
    ['a start after the end', { start_date: '2020-02-01', end_date: '2020-01-01' }],
    ['a day that is none', { start_date: '2021-02-29' }],
    ['51 locations', { locations_left: Array.from({ length: 51 }, (_, index) => index + 1) }],
    ['a parameter beyond any', { parameter_left: 40_000 }],
    ['text for numbers', { huc8s: ['2'] }],
    ['a field missing', { huc8s: undefined }],
  ])('%s is refused and changes nothing', async (_, wrong) => {
    const answer = await put({ user_uuid: 'test|User', ...filter, ...wrong });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors[0].path).not.toBe('');
    expect(await read('User')).toHaveLength(1);
  });

  test.each([
    ['huc8s', [2, 99], 'There is no HUC8 99. Expected 1 (Palisades), 2 (Idaho Falls), '],
    ['parameter_left', 99, 'There is no parameter 99. Expected 1 (Streamflow), '],
    ['parameter_right', 98, 'There is no parameter 98. Expected 1 (Streamflow), '],
    ['locations_left', [1, 98, 99], 'There is no location 98, 99. Expected a loc_ndx of /api/timeseries-'],
    ['locations_right', [97], 'There is no location 97. Expected a loc_ndx of /api/timeseries-'],
  ])('%s of %j is refused, with what is allowed', async (path, value, message) => {
    const answer = await put({ user_uuid: 'test|User', ...filter, [path]: value });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ path: `body.${path}` }] });
    expect(answer.json().detail).toContain(message);
    expect(await read('User')).toHaveLength(1);
  });

  test('a location that is not shown does not exist', async () => {
    await store.query('update location set is_shown = false where loc_ndx = 3');
    const answer = await put({ user_uuid: 'test|User', ...filter, locations_left: [3] });
    await store.query('update location set is_shown = true where loc_ndx = 3');
    expect(answer.statusCode).toBe(400);
  });

  test('whatever is sent, the answer is never a fault of the server', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.constantFrom(...Object.keys(filter)), async (value, field) => {
        const whole = await put(value);
        const part = await put({ user_uuid: 'test|User', ...filter, [field]: value });
        for (const { statusCode } of [whole, part]) expect(statusCode).toBeLessThan(500);
      }),
      { numRuns: 40 },
    );
  });

  test.each([
    ['a null in a list', `huc8s = '{null}'`],
    ['a list of lists', `locations_right = '{{1},{2}}'`],
    ['a start after its end', `start_date = '2021-01-01', end_date = '2020-01-01'`],
    ['an infinite date', `end_date = 'infinity'`],
  ])('a stored row with %s is returned empty and unreadable', async (_, change) => {
    await save('User', { user_uuid: 'test|User', ...filter });
    await store.query(`update timeseries_user_filter set ${change} where user_uuid = 'test|User'`);
    const [, own] = await read('User');
    expect(own).toMatchObject({
      user_uuid: 'test|User',
      unreadable: true,
      locations_left: [],
      start_date: null,
    });
    await save('User', { user_uuid: 'test|User', ...filter });
    expect((await read('User'))[1]).not.toHaveProperty('unreadable');
  });

  test('of many saves at once one stays, and each has its line', async () => {
    const saves = Array.from({ length: 8 }, (_, index) => ({
      ...filter,
      start_date: `2020-01-0${index + 1}`,
    }));
    await Promise.all(saves.map((each) => save('User', { user_uuid: 'test|User', ...each })));
    const [, own] = await read('User');
    const audit = await store.query<{ before: unknown; after: TimeseriesFilter }>(
      'select before, after from audit_log order by audit_ndx',
    );
    expect(audit).toHaveLength(8);
    expect(audit.at(-1)?.after).toMatchObject({ start_date: own?.start_date });
    for (const [index, line] of audit.entries()) {
      if (index > 0) expect(line.before).toMatchObject({ start_date: audit[index - 1]?.after.start_date });
    }
  });
});
