import { beforeEach, describe, expect, test } from 'vitest';
import { readLookup } from '#contract/records/lookups.ts';
import {
  type DayChange,
  type ProductionMonth,
  readProductionMonth,
  saveProductionMonth,
} from '#features/production-entry/contract.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { addDays } from '#lib/calendar.ts';
import { describeEngines } from '../../support/engines.ts';
import { insertFixture } from '../../support/fixture-data.ts';
import { findModelCalls } from '../../support/records.ts';
import { sharePortal } from '../../support/shared-store.ts';
import { requesterAs } from '../../support/test-app.ts';

const entries = findModelCalls('well-production').calls;
const params = { well: 'W-7', month: '2024-07' };

describeEngines('months of well production', (open) => {
  const { store, portal } = sharePortal(open, {
    insert: insertFixture,
    environment: { RATE_LIMIT_PER_MINUTE: '100000' },
  });
  const asEditor = requesterAs(portal, 'Administrator');

  beforeEach(async () => {
    await store.query('delete from well_production');
    await store.query('delete from daily_value where parameter_ndx = 10');
    await store.query('delete from location_parameter where parameter_ndx = 10');
  });

  const read = (place = params) => asEditor(readProductionMonth, { params: place });
  const save = (days: DayChange[], publish = true, place = params) =>
    asEditor(saveProductionMonth, { params: place, body: { publish, days } });
  const change = (day: string, hours_pumped: unknown, seen: string | null = null): DayChange => ({
    day: `2024-07-${day}`,
    seen,
    content: { hours_pumped, method: 'Hour meter' },
  });
  const deletion = (day: string, seen: string): DayChange => ({ day: `2024-07-${day}`, seen, content: null });
  const seenOf = ({ days }: ProductionMonth, day: string) =>
    days.find((each) => each.day === `2024-07-${day}`)?.entry?.updated_at ?? '';
  const filled = ({ days }: ProductionMonth) =>
    days.flatMap(({ day, entry }) =>
      entry ? [[day.slice(8), entry.content.hours_pumped, entry.status_id]] : [],
    );
  const values = async () => {
    const rows = await store.query<{ day: string; hours: number }>(
      `select rdate::text as day, result_value_daily::float8 as hours from daily_value
       where loc_ndx = 2 and parameter_ndx = 10 order by rdate`,
    );
    return rows.map(({ day, hours }) => [day.slice(8), hours]);
  };
  const auditCount = async () => (await store.query('select from audit_log')).length;

  test.each<[what: string, day: object, path: string]>([
    ['a day', { note: 'x' }, 'body.days.0.note'],
    ['an entry', { content: { hours: 1 } }, 'body.days.2020-05-01.hours'],
  ])('a key that is not known is refused within %s', async (_, fields, path) => {
    const payload = { publish: false, days: [{ day: '2020-05-01', seen: null, content: null, ...fields }] };
    const options = { method: 'PUT', url: '/api/production-months/W-7/2020-05', payload } as const;
    const answer = await portal.send(options, 'Administrator');
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toContainEqual(expect.objectContaining({ path }));
  });

  test('a month has a row for each day; published days become daily values, drafts do not', async () => {
    const empty = await read();
    expect(empty.days).toHaveLength(31);
    expect(empty.today).toBe(todayInBasin(new Date()));
    expect(filled(await save([change('03', 12.5), change('01', 0)]))).toEqual([
      ['01', 0, 2],
      ['03', 12.5, 2],
    ]);
    expect(await values()).toEqual([
      ['01', 0],
      ['03', 12.5],
    ]);
    const drafted = await save([change('04', 24), change('03', 9, seenOf(await read(), '03'))], false);
    expect(filled(drafted)).toEqual([
      ['01', 0, 2],
      ['03', 9, 3],
      ['04', 24, 1],
    ]);
    expect(await values()).toHaveLength(2);
    await save([change('03', 9, seenOf(drafted, '03')), change('04', 24, seenOf(drafted, '04'))]);
    expect(await values()).toEqual([
      ['01', 0],
      ['03', 9],
      ['04', 24],
    ]);
  });

  test('a day without content loses its entry and its value', async () => {
    const saved = await save([change('01', 5), change('02', 6)]);
    const after = await save([deletion('01', seenOf(saved, '01'))]);
    expect(filled(after)).toEqual([['02', 6, 2]]);
    expect(await values()).toEqual([['02', 6]]);
  });

  test('saves nothing where one cell is wrong, and names every wrong cell', async () => {
    const before = await auditCount();
    const days = [
      change('01', 5),
      change('02', 25),
      change('03', -1),
      change('04', 'x'),
      change('05', null),
      { day: '2024-07-06', seen: null, content: { hours_pumped: 6, method: 'Guess' } },
    ];
    await expect(save(days)).rejects.toMatchObject({
      problem: {
        status: 400,
        errors: [
          { path: 'body.days.2024-07-02.hours_pumped', message: 'Enter a number from 0 to 24.' },
          { path: 'body.days.2024-07-03.hours_pumped', message: 'Enter a number from 0 to 24.' },
          { path: 'body.days.2024-07-04.hours_pumped', message: 'Enter a number.' },
          {
            path: 'body.days.2024-07-05.hours_pumped',
            message: expect.stringMatching(/^Enter .*hours pumped/i),
          },
          { path: 'body.days.2024-07-06.method', message: 'Choose an entry from the list.' },
        ],
      },
    });
    expect(filled(await read())).toEqual([]);
    expect(await values()).toEqual([]);
    expect(await auditCount()).toBe(before);
  });

  test('refuses future days, also one by one', async () => {
    const tomorrow = addDays(todayInBasin(new Date()), 1);
    const place = { well: 'W-7', month: tomorrow.slice(0, 7) };
    const message = 'Enter a day up to today.';
    const content = { hours_pumped: 1, method: 'Estimated' };
    await expect(save([{ day: tomorrow, seen: null, content }], false, place)).rejects.toMatchObject({
      problem: { errors: [{ path: `body.days.${tomorrow}.reading_date`, message }] },
    });
    const body = { ...content, well: 'W-7', reading_date: tomorrow };
    await expect(asEditor(entries.create, { body })).rejects.toMatchObject({
      problem: { errors: [{ path: 'body.reading_date', message }] },
    });
  });

  test('shows what the provider has delivered, and never replaces it', async () => {
    await store.query(`insert into daily_value values (2, 10, '2024-07-02', 7, 'A', null)`);
    expect((await read()).days[1]).toMatchObject({ delivered: 7, entry: null });
    await expect(save([change('01', 5), change('02', 6)])).rejects.toMatchObject({
      problem: {
        status: 400,
        errors: [
          {
            path: 'body.days.2024-07-02.reading_date',
            message: 'The well’s provider has already delivered 7 hours for that day.',
          },
        ],
      },
    });
    expect(await values()).toEqual([['02', 7]]);
  });

  test('refuses days that someone else has saved, deleted or added since, and names them', async () => {
    const opened = await save([change('01', 1), change('02', 2), change('03', 3)]);
    await save([
      change('01', 10, seenOf(opened, '01')),
      deletion('02', seenOf(opened, '02')),
      change('09', 9),
    ]);
    const attempt = save([
      change('01', 5, seenOf(opened, '01')),
      change('02', 5, seenOf(opened, '02')),
      change('03', 5, seenOf(opened, '03')),
      change('09', 5),
    ]);
    await expect(attempt).rejects.toMatchObject({
      problem: {
        status: 409,
        detail: 'Someone has changed 3 days since you opened them. Nothing was saved or overwritten.',
        errors: [
          { path: 'body.days.2024-07-01', message: 'Someone has saved this day.' },
          { path: 'body.days.2024-07-02', message: 'Someone has deleted this day’s entry.' },
          { path: 'body.days.2024-07-09', message: 'Someone has saved this day.' },
        ],
      },
    });
    expect(await values()).toEqual([
      ['01', 10],
      ['03', 3],
      ['09', 9],
    ]);
  });

  test('two saves of one day at the same time do not both win', async () => {
    const outcomes = await Promise.allSettled([save([change('01', 1)]), save([change('01', 2)])]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(filled(await read())).toHaveLength(1);
  });

  test('an unchanged draft is published without another version of it', async () => {
    const drafted = await save([change('01', 5)], false);
    const id = drafted.days[0]?.entry?.id ?? '';
    await save([change('01', 5, seenOf(drafted, '01'))]);
    const record = await asEditor(entries.read, { params: { id } });
    expect(record).toMatchObject({ status_id: 2, total_versions: 1 });
    expect(await values()).toEqual([['01', 5]]);
  });

  describe('requests that are refused', () => {
    const address = '/api/production-months/W-7/2024-07';
    const day = { day: '2024-07-01', seen: null, content: null };
    test.each([
      ['GET', '/api/production-months/W-7/2024-13', undefined, 400],
      ['GET', '/api/production-months/W-7/2024-07-01', undefined, 400],
      ['GET', '/api/production-months/nowhere/2024-07', undefined, 404],
      ['GET', '/api/production-months/HEII/2024-07', undefined, 404],
      ['PUT', address, { publish: true, days: [] }, 400],
      ['PUT', address, { publish: true, days: [day, day] }, 400],
      ['PUT', address, { publish: true, days: [{ ...day, day: '2024-08-01' }] }, 400],
      ['PUT', address, { publish: true, days: [{ ...day, day: '2024-07-32' }] }, 400],
      ['PUT', address, { days: [day] }, 400],
      ['PUT', '/api/production-months/nowhere/2024-07', { publish: true, days: [day] }, 404],
    ] as const)('%s %s with %j: %i', async (method, url, payload, status) => {
      const answer = await portal.send({ method, url, ...(payload && { payload }) }, 'Administrator');
      expect(answer.statusCode).toBe(status);
      expect(answer.headers['content-type']).toContain('application/problem+json');
    });
  });

  test('wells that have been pumped are listed first', async () => {
    const pumped = async () =>
      (await asEditor(readLookup, { params: { name: 'wells' } })).map(({ value }) => value);
    await store.query(`insert into location (loc_ndx, loc_id, loc_name, loc_type_ndx, data_provider_ndx, latitude_dd, longitude_dd)
      select 77, 'A-1', 'A first well', loc_type_ndx, data_provider_ndx, latitude_dd, longitude_dd from location where loc_id = 'W-7'`);
    expect(await pumped()).toEqual(['A-1', 'W-7']);
    await save([change('01', 5)]);
    expect(await pumped()).toEqual(['W-7', 'A-1']);
    await store.query('delete from location where loc_ndx = 77');
  });
});
