import { describe, expect, test, vi } from 'vitest';
import { CarryOver, carryOverFiles, readCarryOver } from '#features/carry-over/contract.ts';
import { carryOverAnswer } from '#features/carry-over/files.ts';
import { addDays, dayNumber } from '#lib/calendar.ts';
import { toCsvFile, toLines } from '#lib/csv.ts';
import { whileChanged, withoutValues } from '../../support/brief-fixture.ts';
import { describeEngines } from '../../support/engines.ts';
import {
  flowOf,
  insertOutlookFixture,
  locationOf,
  outlookRequest,
  steadyStorageOf,
} from '../../support/outlook-fixture.ts';
import { sharePortal } from '../../support/shared-store.ts';

const storageOn = (day: string) => steadyStorageOf(dayNumber(day));

describeEngines('the carry-over', (open) => {
  const { store, portal } = sharePortal(open, {
    now: '2021-05-11T03:00:00Z',
    insert: insertOutlookFixture,
    outlook: outlookRequest,
  });

  const read = async (id: string, issued?: string): Promise<CarryOver> =>
    CarryOver.parse(
      await portal.request(readCarryOver, { params: { id }, query: { issued } }, { token: 'User' }),
    );
  const readWithout = (where: string, issued: string) =>
    withoutValues(store, `loc_ndx = ${locationOf('R3')} and ${where}`, () => read('steady', issued));

  test('is storage and flow of the day, past winters, and what came', async () => {
    const issued = '2019-11-15';
    const carryOver = await read('steady', issued);
    expect(carryOver).toMatchObject({ issued, on: '2020-04-01', capacity_af: 1000, reasons: [] });
    expect(carryOver.storage).toMatchObject({ rdate: issued, value: storageOn(issued), provisional: 0 });
    expect(carryOver.storage?.of).not.toBeNull();
    const flows = Array.from({ length: 45 }, (_, at) => flowOf(dayNumber('2019-10-01') + at));
    expect(carryOver.flow).toMatchObject({ loc_id: 'FLOW', from: '2019-10-01', to: '2019-11-14' });
    expect(carryOver.flow?.volume_af).toBeCloseTo(
      flows.reduce((sum, flow) => sum + flow * 1.983471, 0),
      -1,
    );
    expect(carryOver.outcome_af).toBe(storageOn('2020-04-01'));
    expect(carryOver.observed.days.at(0)).toBe('2019-08-01');
    expect(carryOver.observed.days.at(-1)).toBe('2020-04-01');
    // The flow of the water year 1981 begins with the record.
    expect(carryOver.years.map(({ year }) => year)).toEqual(Array.from({ length: 39 }, (_, at) => 1981 + at));
    expect(carryOver.years.map((each) => [each.storage_af, each.carry_over_af])).toEqual(
      carryOver.years.map(({ year }) => [storageOn(`${year - 1}-11-15`), storageOn(`${year}-04-01`)]),
    );
    expect(carryOver.skill?.skill).toBeGreaterThan(0.5);
    const [low = 0, , , , high = 0] = carryOver.forecast?.volumes_af ?? [];
    expect([low < storageOn('2020-04-01'), storageOn('2020-04-01') < high]).toEqual([true, true]);
  });

  test('has February 29 in the running winter, and the day before it in others', async () => {
    const { paths, forecast } = await read('steady', '2019-12-01');
    const at = paths.days.indexOf('2020-02-29');
    expect(paths.days).toHaveLength(123);
    expect(forecast?.fan.days.slice(0, 2)).toEqual(['2019-12-01', '2019-12-02']);
    const winterOf = (year: number) => paths.winters.find((each) => each.year === year)?.values;
    expect(winterOf(2019)?.[at]).toBe(storageOn('2019-02-28'));
    expect(winterOf(2016)?.[at]).toBe(storageOn('2016-02-29'));
  });

  test('knows nothing of what came later', async () => {
    const { outcome_af: came, observed, ...before } = await read('steady', '2012-11-01');
    const add = (change: string) =>
      `update daily_value set result_value_daily = result_value_daily ${change} where parameter_ndx = 3 and rdate > '2012-11-01'`;
    const after = await whileChanged(store, [add('+ 64'), add('- 64')], () => read('steady', '2012-11-01'));
    expect(after).toMatchObject({ years: before.years, forecast: before.forecast, skill: before.skill });
    expect(after.outcome_af).toBe((came ?? 0) + 64);
    expect(before.years.at(-1)?.year).toBe(2012);
    expect(observed.days.length).toBeGreaterThan(200);
  });

  test('rests on the storage of three days before at most, and on the storage only without a flow', {
    tags: ['full'],
  }, async () => {
    const old = await readWithout(`rdate between '2019-10-30' and '2019-11-01'`, '2019-11-01');
    expect(old.storage).toMatchObject({ rdate: '2019-10-29' });
    const without = await readWithout(`rdate between '2019-10-29' and '2019-11-01'`, '2019-11-01');
    expect(without).toMatchObject({ storage: null, forecast: null });
    expect(without.reasons).toEqual([
      'A reservoir has no storage on this day or the 3 days before it, so there is no total.',
    ]);
    // A water year of a few days says nothing yet: the year before does.
    expect((await read('steady', '2019-10-03')).flow).toMatchObject({ from: '2018-10-01', to: '2019-10-02' });
    const withoutFlow = await withoutValues(store, `parameter_ndx = 1 and rdate > '2019-09-30'`, () =>
      read('steady', '2019-11-01'),
    );
    expect([withoutFlow.flow?.volume_af, withoutFlow.forecast?.model.flow]).toEqual([null, null]);
  });

  test('is withheld where a storage says nothing of April 1, and of lakes that are not shown', async () => {
    const { forecast, reasons, skill, climatology_af: usual } = await read('both', '2019-11-01');
    expect([forecast, reasons.length, skill?.years, usual?.length]).toEqual([null, 1, 39, 5]);
    expect(reasons[0]).toMatch(/(hardly|no) better foreseen.*A carry-over needs 0.05 and more than 0\.$/);
    const lacking = await read('lacking', '2020-11-01');
    expect(lacking).toMatchObject({ storage: null, years: [] });
    expect(lacking.reasons).toHaveLength(2);
  });

  test('does not rest on a regulated flow', async () => {
    expect(await read('regulated', '2019-11-01')).toMatchObject({ flow: null });
  });

  test('is as of today from August on, and of the last December 31 before', async () => {
    expect((await read('steady')).issued).toBe('2020-12-31');
    vi.setSystemTime(new Date('2021-08-01T18:00:00Z'));
    const { issued, last_issue, storage, reasons } = await read('steady');
    vi.setSystemTime(new Date('2021-05-11T03:00:00Z'));
    // The record ended in May.
    expect([issued, last_issue, storage]).toEqual(['2021-08-01', '2021-08-01', null]);
    expect(reasons).toHaveLength(1);
  });

  test.each([
    ['a day of the outlook', 'steady?issued=2020-04-01', 400, /on a day after Jul 31, up to Dec 31/],
    ['a leap day', 'steady?issued=2020-02-29', 400, /from 1995-08-01 to 2020-12-31/],
    ['the last day of the outlook', 'steady?issued=2020-07-31', 400, /after Jul 31/],
    ['a day in the future', 'steady?issued=2021-08-01', 400, /to 2020-12-31/],
    ['a day before the record', 'steady?issued=1979-11-01', 400, /from 1995-08-01/],
    ['a day that does not exist', 'steady?issued=2020-11-31', 400, undefined],
    ['a word', 'steady?issued=winter', 400, undefined],
    ['unknown reservoirs', 'palisades?issued=2020-11-01', 404, /^Record not found\.$/],
  ])('refuses %s', async (_, url, status, detail) => {
    const answer = await portal.send(`/api/carry-over/${url}`, 'User');
    expect(answer.statusCode).toBe(status);
    if (detail) expect(answer.json().detail).toMatch(detail);
    else expect(answer.json().errors[0].message).toMatch(/^expected a day such as/);
  });

  describe('as a file of data', () => {
    const send = (query: string) => portal.send(`/api/data/carry-over.csv?${query}`, 'User');

    test.each(carryOverFiles)('has the %s of the answer', async (of) => {
      const table = carryOverAnswer.files[of][1](await read('steady', '2019-11-01'));
      const answer = await send(`reservoir=steady&issued=2019-11-01&of=${of}&notes=none`);
      expect([answer.statusCode, answer.body]).toEqual([200, toCsvFile([], toLines(table))]);
      expect(table.rows.length).toBeGreaterThanOrEqual(5);
    });

    test.each([
      ['issued=2019-11-01', 400, 'reservoir'],
      ['reservoir=none', 404, ''],
      ['reservoir=steady&issued=2020-04-01', 400, 'after Jul 31'],
      ['reservoir=steady&of=model', 400, 'must be volumes, season, years'],
    ])('refuses %s with %i in plain words', async (query, status, says) => {
      const answer = await send(query);
      expect(answer.statusCode).toBe(status);
      expect(answer.body).toContain(says);
    });
  });

  test('has every day from the issue day to April 1', async () => {
    const { paths, issued, on } = await read('steady', '2018-08-01');
    expect([paths.days[0], paths.days.at(-1)]).toEqual([issued, on]);
    expect(paths.days.every((day, at) => at === 0 || day === addDays(paths.days[at - 1] ?? '', 1))).toBe(
      true,
    );
  });
});
