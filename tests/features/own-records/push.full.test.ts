import { beforeEach, describe, expect, test } from 'vitest';
import { createWriteToken, revokeWriteToken } from '#features/own-records/contract.ts';
import { describeEngines } from '../../support/engines.ts';
import { sharePortal } from '../../support/shared-store.ts';
import { requesterAs } from '../../support/test-app.ts';
import { diversion, inDays, insertOwnSites, ownBasin, readDays } from './own-portal.ts';

describeEngines('pushed readings', (open) => {
  const { store, portal } = sharePortal(open, {
    insert: insertOwnSites,
    file: ownBasin,
    environment: { RATE_LIMIT_PER_MINUTE: '100000' },
  });
  const asAdministrator = requesterAs(portal, 'Administrator');
  let token = { id: '', secret: '' };

  beforeEach(async () => {
    for (const table of [
      'own_reading',
      'own_origin',
      'own_series',
      'own_token',
      'ingest_run',
      'daily_value',
      'location_parameter',
    ])
      await store.query(`delete from ${table}`);
    token = await asAdministrator(createWriteToken, {
      body: { loc_ndx: 1, name: 'Logger', ends_on: inDays(9) },
    });
  });

  const reading = (at: string, value: unknown, more: object = {}) => ({
    parameter: 'Diversion',
    at,
    value,
    unit: 'cfs',
    ...more,
  });
  const push = (payload: object | string, secret = token.secret) =>
    portal.send(
      {
        ...{ method: 'POST', url: '/api/readings', payload },
        headers: {
          'content-type': typeof payload === 'string' ? 'application/x-ndjson' : 'application/json',
        },
      },
      secret,
    );
  const count = async () => (await store.query('select from own_reading')).length;
  /** A reading each quarter of an hour. */
  const quarters = (start: string, length: number) =>
    Array.from({ length }, (_, at) =>
      reading(new Date(Date.parse(start) + at * 900_000).toISOString(), at % 7, { id: `a${at}` }),
    );

  test('are stored once, become days, and note their token', async () => {
    const sent = quarters('2026-01-08T07:00:00Z', 97);
    const first = await push(sent);
    expect(first.statusCode).toBe(200);
    expect(first.json()).toMatchObject({ stored: 97, same: 0, revised: 0, refused: 0 });
    expect(first.json().readings[0]).toEqual({ line: 1, id: 'a0', status: 'stored' });
    expect((await push(sent)).json()).toMatchObject({ stored: 0, same: 97, refused: 0 });
    expect(await count()).toBe(97);
    expect(Object.keys(await readDays(store, 1, diversion))).toEqual(['2026-01-08']);
    expect(await store.query('select way, made_by from own_origin')).toEqual([
      { way: 'push', made_by: 'Logger' },
    ]);
    const runs = await store.query(
      'select started_by, rows_read, rows_written, rows_unchanged from ingest_run',
    );
    expect(runs).toEqual([
      { started_by: 'pushed readings', rows_read: 194, rows_written: 97, rows_unchanged: 97 },
    ]);
  });

  test('as lines are answered line by line', async () => {
    const lines = [
      JSON.stringify(reading('2026-01-08T07:00:00Z', 5, { id: 'x' })),
      '{"id": "y", ',
      JSON.stringify(reading('2026-01-08T07:15:00Z', 50, { unit: 'miners inches' })),
      JSON.stringify(reading('2026-01-08T07:30:00Z', 5, { site: 'w-7' })),
    ];
    const { readings, stored, refused } = (await push(lines.join('\n'))).json();
    expect({ stored, refused }).toEqual({ stored: 2, refused: 2 });
    expect(readings).toEqual([
      { line: 1, id: 'x', status: 'stored' },
      { line: 2, id: null, status: 'refused', reason: 'is not JSON' },
      { line: 3, id: null, status: 'stored' },
      { line: 4, id: null, status: 'refused', reason: 'This token writes HEII only' },
    ]);
    const values = await store.query('select value from own_reading order by at');
    expect(values).toEqual([{ value: 5 }, { value: 1 }]);
  });

  test.each<[string, unknown, string]>([
    ['no reading', 5, 'is not a reading'],
    [
      'a field that is not known',
      reading('2026-01-08T07:00:00Z', 5, { quality: 'good' }),
      'is not a reading',
    ],
    ['no number', reading('2026-01-08T07:00:00Z', '5'), 'has no number'],
    ['no value', reading('2026-01-08T07:00:00Z', null), 'has no number'],
    ['a time without its offset', reading('2026-01-08T07:00:00', 5), 'has no time such as'],
    ['a day that does not exist', reading('2026-02-30T07:00:00Z', 5), 'has no time such as'],
    ['a time to come', reading('2200-01-08T07:00:00Z', 5), 'is in the future'],
    ['a time before all records', reading('1700-01-08T07:00:00Z', 5), 'is before 1800'],
    [
      'a marker of no value',
      reading('2026-01-08T07:00:00Z', -9999),
      'the value -9999, which stands for none',
    ],
    [
      'a number that is none in cfs',
      reading('2026-01-08T07:00:00Z', 1e306, { unit: 'kcfs' }),
      'stands for none',
    ],
    [
      'a stage that no water has',
      reading('2026-01-08T07:00:00Z', 1e308, { parameter: 'Stage', unit: 'ft' }),
      'stands for none',
    ],
    ['no unit', { ...reading('2026-01-08T07:00:00Z', 5), unit: undefined }, 'has no unit'],
    [
      'a unit of something else',
      reading('2026-01-08T07:00:00Z', 5, { unit: '°F' }),
      '°F cannot be converted to cfs',
    ],
    [
      'another parameter',
      reading('2026-01-08T07:00:00Z', 5, { parameter: 'Streamflow' }),
      'HEII has no Streamflow',
    ],
  ])('with %s are refused one by one', async (_, wrong, reason) => {
    const { readings } = (await push([reading('2026-01-09T07:00:00Z', 5), wrong as object])).json();
    expect(readings[0]).toMatchObject({ status: 'stored' });
    expect(readings[1]).toMatchObject({ status: 'refused', reason: expect.stringContaining(reason) });
    expect(await count()).toBe(1);
  });

  test('that contradict each other are refused, both of them', async () => {
    const at = '2026-01-08T07:00:00Z';
    const sent = [
      reading(at, 5),
      reading(at, 6),
      reading('2026-01-08T08:00:00Z', 1, { id: 'b' }),
      reading('2026-01-08T09:00:00Z', 1, { id: 'b' }),
    ];
    expect((await push(sent)).json()).toMatchObject({ stored: 0, refused: 4 });
    expect((await push([reading(at, 5), reading(at, 5)])).json()).toMatchObject({
      stored: 1,
      same: 1,
      refused: 0,
    });
    const later = await push([reading('2026-01-08T10:00:00Z', 1, { id: 'c' })]);
    expect(later.json().stored).toBe(1);
    const other = await push([reading('2026-01-08T10:00:00Z', 2, { id: 'c' })]);
    expect(other.json().readings[0].reason).toBe('has an id that was sent before with another reading');
    // Without its id it is a revision.
    expect((await push([reading('2026-01-08T10:00:00Z', 2)])).json()).toMatchObject({ revised: 1 });
  });

  test('are said to be the same only where they are stored', async () => {
    const [one, other] = ['2026-01-08T07:00:00Z', '2026-01-08T08:00:00Z'];
    const sent = [reading(one, 7, { id: 'x' }), reading(other, 8, { id: 'x' }), reading(one, 7, { id: 'y' })];
    const statuses = async (each: object[]) =>
      (await push(each)).json().readings.map(({ status }: { status: string }) => status);
    expect(await statuses(sent)).toEqual(['refused', 'refused', 'stored']);
    // An id of a reading that is stored, and the same value without it.
    await push([reading(other, 8, { id: 'z' })]);
    const third = '2026-01-08T09:00:00Z';
    expect(await statuses([reading(third, 9, { id: 'z' }), reading(third, 9), reading(third, 9)])).toEqual([
      ...['refused', 'stored', 'same'],
    ]);
    await store.query(
      `insert into location_parameter (loc_ndx, parameter_ndx, source) values (1, 5, 'idwr')`,
    );
    const temperature = reading(one, 7, { parameter: 'Air Temperature', unit: '°F' });
    expect(await statuses([temperature, temperature])).toEqual(['refused', 'refused']);
  });

  test('that go back to a former value are revisions, but where a person has corrected them', async () => {
    const at = '2026-01-08T07:00:00Z';
    const statuses: string[] = [];
    for (const value of [12.5, 13, 12.5, 12.5])
      statuses.push((await push([reading(at, value)])).json().readings[0].status);
    expect(statuses).toEqual(['stored', 'revised', 'revised', 'same']);
    await store.query(`insert into own_origin (origin_ndx, way, made_by) values (99999, 'hand', 'x')`);
    await store.query(`insert into own_reading values (1, ${diversion}, '${at}', 4, 14, null, 99999)`);
    expect((await push([reading(at, 13)])).json().readings[0].status).toBe('same');
    expect((await push([reading(at, 15)])).json().readings[0].status).toBe('revised');
  });

  test('of a record that an agency has are refused', async () => {
    await store.query(
      `insert into location_parameter (loc_ndx, parameter_ndx, source) values (1, ${diversion}, 'idwr')`,
    );
    const { readings } = (await push([reading('2026-01-08T07:00:00Z', 5)])).json();
    expect(readings[0].reason).toBe(
      'The record at this site comes from idwr. Own readings cannot be part of it.',
    );
    expect(await count()).toBe(0);
  });

  test('that are late change the day that they are of', async () => {
    const sent = quarters('2026-01-08T07:00:00Z', 97).map((each) => ({ ...each, value: 4 }));
    const [early, late] = [sent.filter((_, at) => at < 40 || at > 75), sent.slice(40, 76)];
    expect((await push(early)).json()).toMatchObject({ stored: 61 });
    expect(await readDays(store, 1, diversion)).toEqual({});
    expect((await push(late)).json()).toMatchObject({ stored: 36 });
    expect(await readDays(store, 1, diversion)).toEqual({ '2026-01-08': 4 });
  });

  describe('a write token', () => {
    test('is needed, and ends when it is revoked', async () => {
      const sent = [reading('2026-01-08T07:00:00Z', 5)];
      expect((await portal.send({ method: 'POST', url: '/api/readings', payload: sent })).statusCode).toBe(
        401,
      );
      for (const secret of ['Administrator', 'usrw_guessed'])
        expect((await push(sent, secret)).statusCode).toBe(401);
      await store.query(`update own_token set ends_on = '2026-01-01'`);
      expect((await push(sent)).json().detail).toBe('This write token ended with 2026-01-01.');
      await asAdministrator(revokeWriteToken, { params: { id: token.id } });
      expect((await push(sent)).statusCode).toBe(401);
      expect(await count()).toBe(0);
    });

    test.each([
      ['GET', '/api/own-records/sites'],
      ['GET', '/api/own-records/sites/1'],
      ['GET', '/api/time-series/series?location=1&parameter=6'],
      ['POST', '/api/own-records/sites/1/readings'],
      ['GET', '/api/profile'],
    ] as const)('does nothing else: %s %s', async (method, url) => {
      const answer = await portal.send(
        { method, url, ...(method === 'POST' && { payload: {} }) },
        token.secret,
      );
      expect([401, 404]).toContain(answer.statusCode);
    });
  });

  test('of more than 10,000 at once are refused', async () => {
    const sent = Array.from({ length: 10_001 }, () => 0);
    const answer = await push(sent);
    expect(answer.statusCode).toBe(413);
    expect(answer.json().detail).toBe('Send at most 10000 readings at once; these are 10001.');
  });
});
