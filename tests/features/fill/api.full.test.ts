import { describe, expect, test } from 'vitest';
import { acreFeetPerCfsDay } from '#domain/season/cumulative-volume.ts';
import { type Fill, Fill as FillSchema, fillFiles, readFill } from '#features/fill/contract.ts';
import { fillAnswer } from '#features/fill/files.ts';
import { computeFill } from '#features/fill/rules/compute-fill.ts';
import { readOutlook } from '#features/outlook/contract.ts';
import { type DayNumber, dayFromParts, dayNumber, dayParts, formatDay } from '#lib/calendar.ts';
import { toCsvFile, toLines } from '#lib/csv.ts';
import { withoutValues } from '../../support/brief-fixture.ts';
import { describeEngines } from '../../support/engines.ts';
import {
  firstYear,
  insertOutlookFixture,
  locationOf,
  outlookRequest,
  storageOf,
} from '../../support/outlook-fixture.ts';
import { sharePortal } from '../../support/shared-store.ts';

const issued = '2020-04-01';
const both = (day: DayNumber) => storageOf(0, day) + storageOf(1, day);

describeEngines('what it takes to fill', (open) => {
  const { store, portal } = sharePortal(open, {
    now: '2021-05-11T03:00:00Z',
    insert: insertOutlookFixture,
    outlook: outlookRequest,
  });

  type Query = { issued?: string; by?: string; target?: string };
  const read = async (id: string, query: Query = { issued }): Promise<Fill> =>
    FillSchema.parse(await portal.request(readFill, { params: { id }, query }, { token: 'User' }));

  const readWithout = (where: string, id = 'both', query: Query = { issued }) =>
    withoutValues(store, where, () => read(id, query));
  const at = (id: string, first: string, last: string) =>
    `loc_ndx = ${locationOf(id)} and rdate between '${first}' and '${last}'`;

  test.each([
    ['the usual target by the end of the period', {}, '07-31', 0.97],
    ['a lower one by July 1', { by: '2020-07-01', target: '0.9' }, '07-01', 0.9],
    ['all of it by the end of September', { by: '2020-09-30', target: '1' }, '09-30', 1],
  ])('to %s is what the domain computes', async (_, query, last, target) => {
    const fill = await read('both', { issued, ...query });
    const outlook = await portal.request(
      readOutlook,
      { params: { point: 'otter' }, query: { issued } },
      { token: 'User' },
    );
    const hindcast = outlook.forecast?.hindcast ?? [];
    const [month = 0, day = 0] = last.split('-').map(Number);
    const start = both(dayNumber(issued));
    const expected = computeFill({
      years: Array.from({ length: 2020 - firstYear }, (_each, place) => {
        const year = firstYear + place;
        const first = dayFromParts(year, 4, 1);
        const count = dayFromParts(year, month, day) - first + 1;
        const totals = Array.from({ length: count }, (_day, ahead) => both(first + ahead));
        const reached = totals.findIndex((total) => total >= target * 2000);
        return {
          year,
          storage_af: totals[0] ?? 0,
          forecast_af: hindcast.find((each) => each.year === year)?.leave_one_out_af ?? null,
          peak_af: Math.max(...totals),
          reached_on: reached < 0 ? null : formatDay(first + reached),
          gain_cfs: (Math.max(...totals) - (totals[0] ?? 0)) / (count - 1) / acreFeetPerCfsDay,
        };
      }),
      capacity_af: 2000,
      target_af: target * 2000,
      days: dayNumber(`2020-${last}`) - dayNumber(issued),
      storage_af: start,
      outlook_af: outlook.forecast?.volumes_af[2],
    });
    expect(fill).toMatchObject({ by: `2020-${last}`, target, capacity_af: 2000, target_af: target * 2000 });
    expect(fill.storage).toEqual({ rdate: issued, value_af: start, provisional: 0 });
    expect(fill.space_af).toBeCloseTo(target * 2000 - start, 6);
    expect(fill.required_cfs).toBeCloseTo(expected.required_cfs ?? Number.NaN, 6);
    expect(fill.years_with_gain).toBe(expected.years_with_gain);
    expect(fill.years).toHaveLength(39);
    expect(fill.years.map(({ peak_af }) => peak_af)).toEqual(expected.years.map(({ peak_af }) => peak_af));
    expect(fill.chance?.method).toBe(expected.chance?.method);
    expect(fill.chance?.chance).toBeCloseTo(expected.chance?.chance ?? Number.NaN, 6);
    expect(fill.skill?.mae_af).toBeCloseTo(expected.skill?.mae_af ?? Number.NaN, 5);
  });

  test('rests on the storage of three days before at most', async () => {
    const old = await readWithout(at('R1', '2020-03-30', '2020-04-01'));
    const day = dayNumber('2020-03-29');
    expect(old.storage).toMatchObject({ rdate: '2020-03-29', value_af: both(day) });
    expect(old.members.map(({ storage_af }) => storage_af)).toEqual([storageOf(0, day), storageOf(1, day)]);
    const without = await readWithout(at('R1', '2020-03-29', '2020-04-01'));
    expect(without).toMatchObject({ storage: null, space_af: null, required_cfs: null, chance: null });
    expect(without.members.map(({ storage_af }) => storage_af)).toEqual([
      null,
      storageOf(1, dayNumber(issued)),
    ]);
    expect(without.reasons).toEqual([
      'A reservoir has no storage on this day or the 3 days before it, so there is no total.',
    ]);
  });

  test('has no total without a reservoir that the portal does not show', async () => {
    const { storage, members, years, reasons } = await read('lacking');
    expect([storage, members.map(({ loc_id }) => loc_id), years]).toEqual([null, ['R1'], []]);
    expect(reasons).toHaveLength(2);
  });

  test('leaves out a year that lacks the issue day or many days', async () => {
    const yearsOf = ({ years }: Fill) => years.map(({ year }) => year);
    expect(yearsOf(await readWithout(at('R2', '2000-04-01', '2000-04-01')))).not.toContain(2000);
    expect(yearsOf(await readWithout(at('R2', '2000-05-01', '2000-05-13')))).not.toContain(2000);
    expect(yearsOf(await readWithout(at('R2', '2000-05-01', '2000-05-12')))).toContain(2000);
  });

  test('is climatology without an outlook, and says so', async () => {
    const { chance, skill } = await read('regulated');
    expect(chance).toMatchObject({
      method: 'climatology',
      outlook_af: null,
      coefficients: null,
      reason: 'There is no outlook for this day, so the chance is the share of past years.',
    });
    expect(skill).toBeNull();
  });

  test('is as of today in the season, with values that may be revised', async () => {
    const { issued: day, by, days, storage } = await read('both', {});
    const yesterday = dayNumber('2021-05-09');
    expect({ day, by, days }).toEqual({ day: '2021-05-10', by: '2021-07-31', days: 82 });
    expect(storage).toEqual({ rdate: '2021-05-09', value_af: both(yesterday), provisional: 1 });
    // On the last day of the period, until the end of September.
    expect((await read('both', { issued: '2020-07-31' })).by).toBe('2020-09-30');
  });

  test('knows nothing of what came later', async () => {
    const before = await read('both', { issued: '2012-04-01' });
    const later = `parameter_ndx = 3 and rdate > '2012-04-01'`;
    await store.query(`update daily_value set result_value_daily = result_value_daily + 64 where ${later}`);
    expect(await read('both', { issued: '2012-04-01' })).toEqual(before);
    await store.query(`update daily_value set result_value_daily = result_value_daily - 64 where ${later}`);
    expect(dayParts(dayNumber(before.issued)).year - (before.years.at(-1)?.year ?? 0)).toBe(1);
  });

  test.each([
    ['a date that does not exist', 'both?by=2020-06-31', 400, undefined],
    ['a word for a date', 'both?by=summer', 400, undefined],
    ['the issue day', `both?issued=${issued}&by=${issued}`, 400, /from 2020-04-02 to 2020-09-30/],
    [
      'a date before the issue day',
      `both?issued=${issued}&by=2020-03-01`,
      400,
      /from 2020-04-02 to 2020-09-30/,
    ],
    ['a date in October', `both?issued=${issued}&by=2020-10-01`, 400, /after the issue day/],
    ['a date in another year', `both?issued=${issued}&by=2021-06-01`, 400, /to 2020-09-30/],
    ['an issue day in the future', 'both?issued=2021-05-11', 400, /to 2021-05-10/],
    ['a target in percent', 'both?target=97', 400, undefined],
    ['a target above the capacity', 'both?target=1.2', 400, undefined],
    ['a negative target', 'both?target=-0.5', 400, undefined],
    ['a word for a target', 'both?target=full', 400, undefined],
    ['no target', 'both?target=', 400, undefined],
    ['unknown reservoirs', 'palisades', 404, /^Record not found\.$/],
  ])('refuses %s', async (_, url, status, detail) => {
    const answer = await portal.send(`/api/fill/${url}`, 'User');
    expect(answer.statusCode).toBe(status);
    if (detail) expect(answer.json().detail).toMatch(detail);
    else expect(answer.json().errors[0].message).toMatch(/^expected a (day|share) such as/);
  });

  describe('as a file of data', () => {
    const send = (query: string) => portal.send(`/api/data/fill.csv?${query}`, 'User');

    test.each(fillFiles)('has the %s of the answer', async (of) => {
      const table = fillAnswer.files[of][1](await read('both', { issued, by: '2020-07-01', target: '0.9' }));
      const answer = await send(
        `reservoir=both&issued=${issued}&by=2020-07-01&target=0.9&of=${of}&notes=none`,
      );
      expect([answer.statusCode, answer.body]).toEqual([200, toCsvFile([], toLines(table))]);
    });

    test.each([
      ['issued=2020-04-01', 400, 'reservoir'],
      ['reservoir=none', 404, ''],
      ['reservoir=both&target=97', 400, '0.97'],
      ['reservoir=both&issued=2020-04-01&by=2020-03-01', 400, 'after the issue day'],
      ['reservoir=both&of=model', 400, 'must be figures or years or reliability'],
    ])('refuses %s with %i in plain words', async (query, status, says) => {
      const answer = await send(query);
      expect(answer.statusCode).toBe(status);
      expect(answer.body).toContain(says);
    });
  });
});
