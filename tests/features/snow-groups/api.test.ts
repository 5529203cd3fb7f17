import { expect, it, test } from 'vitest';
import { isNormal } from '#domain/statistics/normals.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { readSnowBoard, readSnowGroup, SnowBoard, SnowGroup } from '#features/snow-groups/contract.ts';
import { dayNumber } from '#lib/calendar.ts';
import { readFiguresOfDay } from '#server/findings/basin-figures.ts';
import { briefRequest, insertBriefFixture, locationOf, raiseVersion } from '../../support/brief-fixture.ts';
import { describeEngines } from '../../support/engines.ts';
import { accountScope } from '../../support/finding.ts';
import { refreshRecord } from '../../support/refresh-record.ts';
import { sharePortal } from '../../support/shared-store.ts';
import { openTestApp } from '../../support/test-app.ts';

const on = '2021-05-14';
const token = 'User';
const winterSite = 50;
const brief = {
  ...briefRequest,
  snow: [
    ...briefRequest.snow,
    { label: 'Winter', sites: [{ id: 'S4', name: 'S4', parameter: parameterNdx.swe }] },
  ],
};

/** Snow from October to June, the most after 135 days; as large as the year has it. */
const year = `extract(year from d + interval '3 months')::int`;
const winter = `greatest(0, sin(pi() * (d::date - make_date(${year} - 1, 10, 1)) / 270.0)) * (10 + (${year} * 5) % 7)`;

const band = (
  from_ft: number | null,
  to_ft: number | null,
  [count, value, median, percent_of_median]: readonly (number | null)[],
) => ({ from_ft, to_ft, count, value, median, percent_of_median, few_sites: true });

describeEngines('the snow of the groups', (open) => {
  const { store, portal } = sharePortal(open, {
    now: '2022-07-05T03:00:00Z',
    insert: async (store) => {
      await insertBriefFixture(store);
      await store.query(`insert into location (loc_ndx, loc_id, loc_name, loc_type_ndx, data_provider_ndx, latitude_dd, longitude_dd)
      overriding system value values (${winterSite}, 'S4', 'Site S4', 10, 8, 43.5, -112)`);
      await store.query(`insert into daily_value (loc_ndx, parameter_ndx, rdate, result_value_daily)
      select ${winterSite}, 2, d::date, ${winter} from generate_series('1990-10-01'::timestamp, '2022-06-30', '1 day') d`);
      await refreshRecord(store, { loc_ndx: winterSite, parameter_ndx: 2 });
      for (const [id, feet] of [
        ['S1', 6900],
        ['S2', 9100],
      ] as const)
        await store.query(`update location set elevation_ft = ${feet} where loc_ndx = ${locationOf(id)}`);
      await raiseVersion(store);
    },
    brief,
  });

  const readBoard = async (query = {}) =>
    SnowBoard.parse(await portal.request(readSnowBoard, { query }, { token, identify: true }));
  const readGroup = async (group: string, day: string, more = {}) =>
    SnowGroup.parse(
      await portal.request(readSnowGroup, { query: { group, on: day, ...more } }, { token, identify: true }),
    );

  it('has what Today says of each group, its changes, and its elevations', async () => {
    const [board, today] = await Promise.all([
      readBoard({ on }),
      readFiguresOfDay(store, brief, dayNumber(on), accountScope),
    ]);
    expect(board).toMatchObject({ on, newest: '2022-06-30', first: '1990-10-01' });
    expect(board.groups.map(({ changes: _, bands: __, ...snow }) => snow)).toEqual(today.snow);
    const [upper, winterGroup] = board.groups;
    // S1 has 28 in and usually 20.25, S2 always 10; S3 has no values.
    expect(upper).toMatchObject({
      value: 38,
      median: 30.25,
      percent_of_median: 125.619835,
      count: 2,
      sites: 3,
    });
    expect(upper?.changes).toEqual([1, 7, 14].map((days) => ({ days, change: 0, usual: 0, count: 2 })));
    const [day, week] = winterGroup?.changes ?? [];
    expect(day?.change).toBeLessThan(0);
    expect(week?.change).toBeLessThan(day?.change ?? 0);
    expect(week?.usual).toBeLessThan(0);
    expect(upper?.bands).toEqual([
      band(9000, null, [1, 10, 10, 100]),
      band(7000, 9000, [0, null, null, null]),
      band(null, 7000, [1, 28, 20.25, 138.271605]),
    ]);
    expect(board.bands).toEqual(upper?.bands);
  });

  it('shows the latest day by default, and that day for one after it', { tags: ['full'] }, async () => {
    expect((await readBoard()).on).toBe('2022-06-30');
    expect((await readBoard({ on: '2022-07-02' })).on).toBe('2022-06-30');
  });

  it('has the season of a group, by its label in any case', async () => {
    const group = await readGroup('upper', on);
    expect(group).toMatchObject({
      label: 'Upper',
      on,
      sites: 2,
      peak: { value: 19, rdate: '2020-10-01' },
      usual_peak: { value: 15.125, count: 30, first_year: 1991, last_year: 2020 },
      melt_out: null,
      usual_melt_out: null,
      ways: null,
      no_ways: 'past peak',
    });
    const years = group.records.filter((each) => !isNormal(each));
    expect([...new Set(years.map(({ series_desc }) => series_desc))]).toEqual(['2021', '2020']);
    expect(years.find(({ series_desc }) => series_desc === '2021')?.rvalue).toBe(19);
    expect(years.filter(({ series_desc }) => series_desc === '2021')).toHaveLength(226);
  });

  it('leads past years’ ways from the day to the usual peak', { tags: ['full'] }, async () => {
    const { ways, no_ways, usual_peak, usual_melt_out } = await readGroup('Winter', '2021-01-10');
    expect(no_ways).toBeNull();
    expect(usual_peak?.month_day).toBe('02-13');
    expect(usual_melt_out?.month_day).toBe('06-29');
    expect(ways).toMatchObject({ years: 30, peak_day: { middle: '2021-02-13' } });
    expect([ways?.days[0], ways?.days.at(-1)]).toEqual(['2021-01-10', '2021-02-13']);
    const { low, middle, high } = ways?.range.at(-1) ?? { low: 0, middle: 0, high: 0 };
    expect(low).toBeLessThan(middle);
    expect(middle).toBeLessThan(high);
    expect(ways?.peak.middle).toBeCloseTo(middle, 1);
    expect((await readGroup('Winter', '2021-03-10')).no_ways).toBe('past peak');
    expect((await readGroup('Winter', '1996-01-10')).no_ways).toBe('few years');
  });

  it('lays any water years over that of a group, with its figure on the date and the peak of each', {
    tags: ['full'],
  }, async () => {
    const day = '2021-01-10';
    const { records, years, first_year } = await readGroup('Winter', day, { years: '1992,2001,1992,1900' });
    expect(first_year).toBe(1991);
    const drawn = new Set(records.filter((each) => !isNormal(each)).map(({ series_desc }) => series_desc));
    expect([...drawn]).toEqual(['2021', '2020', '2001', '1992']);
    expect(years.map(({ year }) => year)).toEqual([2001, 1992, 1900]);
    const [, dry, missing] = years;
    const drawnOnDay = records.find(
      ({ series_desc, day_desc }) => series_desc === '1992' && day_desc === 'Jan 10',
    );
    expect(dry).toMatchObject({ rdate: '1992-01-10', value: drawnOnDay?.rvalue });
    const median = records.find(
      ({ series_desc, day_desc }) => series_desc === 'Median' && day_desc === 'Jan 10',
    );
    expect(dry?.percent_of_median).toBeCloseTo((100 * (dry?.value ?? 0)) / (median?.rvalue ?? 1), 0);
    // The sine of the fixture is at its top 135 days after October 1.
    expect(dry?.peak?.rdate).toBe('1992-02-13');
    expect(missing).toEqual({
      year: 1900,
      rdate: '1900-01-10',
      value: null,
      percent_of_median: null,
      peak: null,
    });
    expect((await readGroup('Winter', day)).years).toEqual([]);
  });

  it('does not show values that need an account', async () => {
    const board = await portal.request(readSnowBoard, { query: {} });
    expect(
      board?.groups.map(({ is_withheld, value, bands }) => [
        is_withheld,
        value,
        bands.map(({ count }) => count),
      ]),
    ).toEqual([
      [true, null, [0]],
      [true, null, [0]],
    ]);
    const answer = await portal.send({ method: 'GET', url: '/api/snow-group?group=Upper' });
    expect([answer.statusCode, answer.json().detail]).toEqual([403, 'The values of Upper need an account.']);
  });

  it('is nothing for a basin file without groups', { tags: ['full'] }, async () => {
    await using other = openTestApp(store);
    expect(await other.request(readSnowBoard, { query: {} })).toBeNull();
    expect((await other.send({ method: 'GET', url: '/api/snow-group?group=Upper' })).statusCode).toBe(404);
  });

  test.each([
    ['snow-board?on=2021-02-30', 400, 'needs a day from 1990-10-01'],
    ['snow-board?on=yesterday', 400, 'needs a day from 1990-10-01'],
    ['snow-board?on=2199-01-01', 400, 'needs a day from 1990-10-01'],
    ['snow-group?group=Upper&on=1700-01-01', 400, 'needs a day from 1990-10-01'],
    ['snow-group', 400, 'group'],
    ['snow-group?group=Upper&years=1992,', 400, 'must be up to 12 water years'],
    ['snow-group?group=Upper&years=92', 400, 'must be up to 12 water years'],
    ['snow-group?group=Lower', 404, 'There is no such group of snow sites. There are Upper, Winter.'],
    [`snow-group?group=${'x'.repeat(201)}`, 400, 'group'],
  ])('refuses %s in words', async (path, status, said) => {
    const answer = await portal.send({ method: 'GET', url: `/api/${path}` }, token);
    expect(answer.statusCode).toBe(status);
    expect(answer.json().detail).toContain(said);
  });
});
