import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { acreFeetPerCfsDay } from '#domain/season/cumulative-volume.ts';
import { exceedances } from '#domain/statistics/exceedances.ts';
import {
  listOutlooks,
  type Outlook,
  Outlook as OutlookSchema,
  outlookFiles,
  readOutlook,
} from '#features/outlook/contract.ts';
import { outlookAnswer } from '#features/outlook/files.ts';
import { computeOutlook } from '#features/outlook/rules/compute-outlook.ts';
import { type DayNumber, dayFromParts, dayNumber, dayParts } from '#lib/calendar.ts';
import { toCsvFile, toLines } from '#lib/csv.ts';
import type { Store } from '#server/db/store.ts';
import { whileChanged, withoutValues } from '../../support/brief-fixture.ts';
import { describeEngines } from '../../support/engines.ts';
import {
  firstYear,
  flowOf,
  insertOutlookFixture,
  locationOf,
  outlookRequest,
  sweOf,
} from '../../support/outlook-fixture.ts';
import { sharePortal } from '../../support/shared-store.ts';
import { openTestApp } from '../../support/test-app.ts';

const issued = '2020-05-10';

/** What the domain says, from the values that the fixture wrote. */
function expectedOf(issueDay: string) {
  const on = dayNumber(issueDay);
  const { year, month, day } = dayParts(on);
  const years = Array.from({ length: year - firstYear }, (_, at) => firstYear + at);
  const rowOf = (each: number) => {
    const own = dayFromParts(each, month, day);
    const winter = range(dayFromParts(each - 1, 11, 1), Math.min(dayFromParts(each, 3, 31), own - 1));
    return [0, 1, 2, 3, 4].map((site) => sweOf(site, own)).concat(sum(winter.map(flowOf)) / winter.length);
  };
  const volume = (first: DayNumber, last: DayNumber) =>
    sum(range(first, last).map(flowOf)) * acreFeetPerCfsDay;
  const start = (each: number) => Math.max(dayFromParts(each, month, day), dayFromParts(each, 4, 1));
  return computeOutlook(
    {
      years,
      predictors: years.map(rowOf),
      volumes: years.map((each) => volume(start(each), dayFromParts(each, 7, 31))),
      before: years.map((each) => volume(dayFromParts(each, 4, 1), start(each) - 1)),
    },
    { year, values: rowOf(year), before: volume(dayFromParts(year, 4, 1), on - 1) },
  );
}

const noTable = { header: [], rows: [] };
const range = (first: number, last: number) =>
  Array.from({ length: Math.max(last - first + 1, 0) }, (_, at) => first + at);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Without what is of 1991–2020 whatever the issue day. */
function issuedThen({ forecast, predictors, reasons, official }: Outlook) {
  return { forecast: { ...forecast, percents_of_median: null }, predictors, reasons, official };
}

describeEngines('the outlook', (open) => {
  const { store, portal } = sharePortal(open, {
    // Evening of May 10 in the basin, and May 11 in UTC.
    now: '2021-05-11T03:00:00Z',
    insert: insertOutlookFixture,
    outlook: outlookRequest,
  });

  const read = async (point: string, day?: string): Promise<Outlook> =>
    OutlookSchema.parse(
      await portal.request(readOutlook, { params: { point }, query: { issued: day } }, { token: 'User' }),
    );
  const send = (url: string) => portal.send(url, 'User');

  const readWithout = (where: string, day: string, point = 'otter') =>
    withoutValues(store, where, () => read(point, day));
  const at = (ids: readonly string[], first: string, last: string) =>
    `loc_ndx in (${ids.map(locationOf).join()}) and rdate between '${first}' and '${last}'`;

  test('lists the points and the reservoirs', async () => {
    const { points, fill } = await portal.request(listOutlooks, {}, { token: 'User' });
    expect(points.map(({ id }) => id)).toEqual(['otter', 'regulated', 'short', 'absent']);
    expect(fill[0]).toEqual({ id: 'both', label: 'Both lakes', point: 'otter' });
    await using plain = openTestApp(store);
    expect(await plain.request(listOutlooks, {}, { token: 'User' })).toEqual({ points: [], fill: [] });
  });

  test.each(['2001-01-01', '2012-04-01', issued, '2020-02-29', '2020-07-31'])(
    'of %s is what the domain computes',
    async (day) => {
      const { forecast, predictors, reasons } = await read('otter', day);
      const expected = day === '2020-02-29' ? undefined : expectedOf(day);
      expect(reasons).toEqual(expected?.kind === 'withheld' ? [expect.any(String)] : []);
      if (!expected || expected.kind === 'withheld') return;
      const close = (ours: number, theirs: number | undefined) =>
        expect(ours / (theirs ?? Number.NaN)).toBeCloseTo(1, 7);
      for (const [place, percent] of exceedances.entries()) {
        close(forecast?.volumes_af[place] ?? 0, expected.volumes[percent]);
      }
      expect(predictors.map(({ loc_id }) => loc_id)).toEqual(['S1', 'S2', 'S3', 'S4', 'S5', 'FLOW']);
      for (const [place, { z, years }] of predictors.entries()) {
        expect(z).toBeCloseTo(expected.predictors[place]?.z ?? Number.NaN, 6);
        expect(years).toBe(expected.predictors[place]?.years);
      }
      expect(forecast?.hindcast).toHaveLength(expected.hindcast.length);
      close(forecast?.hindcast[0]?.leave_one_out_af ?? 0, expected.hindcast[0]?.leave_one_out_af);
      close(forecast?.skill.rmse_af ?? 0, expected.skill.rmse_af);
      expect(forecast?.analogs.map(({ year }) => year)).toEqual(expected.analogs.map(({ year }) => year));
      expect(forecast?.fan.days.at(-1)).toBe(`${day.slice(0, 4)}-07-31`);
      close(forecast?.fan.p50.at(-1) ?? 0, expected.volumes[50]);
    },
  );

  test('has the volume of the past, of its median, and of the days before', async () => {
    const { observed, median_years, median_af, period, forecast } = await read('otter', issued);
    const all = range(dayNumber('2020-04-01'), dayNumber('2020-07-31')).map(flowOf);
    // The period is over.
    expect(observed).toMatchObject({ days: 122, missing_days: 0 });
    expect(observed.volume_af / (sum(all) * acreFeetPerCfsDay)).toBeCloseTo(1, 7);
    expect([median_years, period.from]).toEqual([30, '2020-04-01']);
    expect(forecast?.percents_of_median?.[2]).toBeCloseTo(
      (100 * (forecast?.volumes_af[2] ?? 0)) / (median_af ?? 0),
      5,
    );
    const now = await read('otter');
    expect(now).toMatchObject({ issued: '2021-05-10', first_issue: '2001-01-01', last_issue: '2021-05-10' });
    expect(now.observed).toMatchObject({ days: 39, missing_days: 0 });
    expect(now.observed.curve.days.at(-1)).toBe('2021-05-09');
    // Values of this year are provisional; the snow of today has not come yet.
    expect(now.provisional).toBe(1);
    expect(now.predictors[0]).toMatchObject({ rdate: '2021-05-09', is_provisional: true, is_late: false });
    expect((await read('otter', issued)).provisional).toBe(0);
  });

  test('uses the Z-scores while a predictor is late, and the value of three days before if there is one', async () => {
    const old = await readWithout(at(['S5'], '2020-05-08', '2020-05-10'), issued);
    expect(old.predictors[4]).toMatchObject({ rdate: '2020-05-07', is_late: false });
    expect(old.forecast?.model.method).toBe('principal-components');
    const late = await readWithout(at(['S5'], '2020-05-07', '2020-05-10'), issued);
    expect(late.predictors[4]).toMatchObject({ rdate: null, value: null, is_late: true, effect: null });
    expect(late.forecast?.model.method).toBe('z-scores');
  });

  test('is withheld while much of the weight is late, and still has the rest', async () => {
    const { forecast, reasons, predictors } = await readWithout(
      at(['S1', 'S2', 'S3'], '2020-05-07', '2020-05-10'),
      issued,
    );
    expect(forecast).toBeNull();
    expect(reasons).toEqual([
      expect.stringMatching(
        /^3 of 6 predictors have no value yet; they carry \d+ % of the weight, more than 25 %\.$/,
      ),
    ]);
    expect(predictors.map(({ is_late }) => is_late)).toEqual([true, true, true, false, false, false]);
  });

  test('is withheld of a regulated flow, of a short record, and of a flow with gaps', async () => {
    const regulated = await read('regulated', issued);
    expect(regulated).toMatchObject({
      forecast: null,
      reasons: ['This flow is regulated: what reservoirs store and release does not follow from the snow.'],
    });
    expect(regulated.predictors[0]).toMatchObject({ weight: null, effect: null, years: 39 });
    const short = await read('short');
    expect(short).toMatchObject({
      forecast: null,
      first_issue: '2021-01-01',
      reasons: ['Only 12 past years can be used; an outlook needs 20.'],
    });
    const gap = await readWithout(at(['FLOW'], '2020-04-20', '2020-04-23'), issued);
    expect(gap).toMatchObject({
      forecast: null,
      reasons: ['The observed flow of the period lacks 4 days, more than 3.'],
    });
    const bridged = await readWithout(at(['FLOW'], '2020-05-07', '2020-05-09'), issued);
    expect(bridged.reasons).toEqual([]);
  });

  test('leaves out a year whose period lacks more than three days', async () => {
    expect(
      (await readWithout(at(['FLOW'], '2000-06-01', '2000-06-03'), issued)).forecast?.model.years,
    ).toContain(2000);
    const without = await readWithout(at(['FLOW'], '2000-06-01', '2000-06-04'), issued);
    expect(without.forecast?.model.years).not.toContain(2000);
    expect(without.first_issue).toBe('2002-01-01');
  });

  test('has what NRCS had published by the issue day', async () => {
    const insert = (day: string, exceedance: number, value: number, from = '04-01') =>
      store.query(
        `insert into official_forecast values ($1::int, 'OTTER:ID:USGS', 'Otter River', $2::text::date, $3, '07-31', $4::int, $5::float8, 3000, now())`,
        [locationOf('FLOW'), day, from, exceedance, value],
      );
    await insert('2020-04-01', 50, 2900);
    await insert('2020-05-05', 50, 3100);
    await insert('2020-05-05', 90, 2500);
    await insert('2020-05-11', 50, 3300);
    await insert('2020-05-06', 50, 1000, '05-01');
    expect((await read('otter', issued)).official).toEqual([
      {
        agency: 'NRCS',
        station: 'OTTER:ID:USGS',
        point_name: 'Otter River',
        publication_date: '2020-05-05',
        volumes_af: [2500, null, 3100, null, null],
        normal_af: 3000,
      },
    ]);
    expect((await read('otter', '2020-03-31')).official).toEqual([]);
    expect((await read('short')).official).toEqual([]);
  });

  test.each([
    ['a day that does not exist', 'otter?issued=2020-02-30', 400, /invalid/],
    ['a text', 'otter?issued=yesterday', 400, /invalid/],
    ['nothing', 'otter?issued=', 400, /invalid/],
    ['another form of a day', 'otter?issued=05/10/2020', 400, /invalid/],
    ['two days', 'otter?issued=2020-05-10&issued=2020-05-11', 400, /invalid/],
    ['the day after today', 'otter?issued=2021-05-11', 400, /from 2001-01-01 to 2021-05-10/],
    [
      'a day after the period',
      'otter?issued=2020-08-01',
      400,
      /on a day from Jan 1 to Jul 31, from 2001-01-01 to 2021-05-10/,
    ],
    ['a day with too few years before', 'otter?issued=2000-12-31', 400, /from 2001-01-01/],
    ['a day of another millennium', 'otter?issued=3020-05-10', 400, /to 2021-05-10/],
    ['an unknown point', 'beaver', 404, /^Record not found\.$/],
    ['a point of another form', '%00', 404, /^Record not found\.$/],
    [
      'a point whose flow is not in the portal',
      'absent',
      404,
      /^The portal has no record of NOWHERE of the file\.$/,
    ],
  ])('refuses %s', async (_, url, status, detail) => {
    const answer = await send(`/api/outlook/${url}`);
    expect(answer.statusCode).toBe(status);
    const problem = answer.json();
    expect(String(detail) === '/invalid/' ? problem.errors?.[0]?.path : problem.detail).toMatch(
      String(detail) === '/invalid/' ? /issued/ : detail,
    );
  });

  test('knows nothing of what came later', async () => {
    const day = '2012-05-10';
    const before = await read('otter', day);
    const later = `where rdate > '${day}' or (rdate = '${day}' and parameter_ndx = 1)`;
    const set = 'update daily_value set result_value_daily =';
    const change = `${set} result_value_daily * 1.7 + 3 ${later}`;
    const undo = `${set} (result_value_daily - 3) / 1.7 ${later}`;
    const after = await whileChanged(store, [change, undo], () => read('otter', day));
    expect(after.median_af).not.toBe(before.median_af);
    expect(issuedThen(after)).toEqual(issuedThen(before));
  });

  describe('the fit', () => {
    const counted = vi.fn();
    beforeEach(() => {
      const post = Worker.prototype.postMessage;
      vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, ...message) {
        counted();
        return post.apply(this, message);
      });
    });
    afterEach(() => {
      vi.restoreAllMocks();
      counted.mockReset();
    });

    test('is computed once for many requests at once', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => send('/api/outlook/otter?issued=2015-03-15')),
      );
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
      expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
      expect(counted).toHaveBeenCalledTimes(1);
    });

    test('stays while nothing that it rests on changes', async () => {
      const day = '2014-04-01';
      const first = await read('otter', day);
      // Storage, snow of other days, and later snow.
      await store.query(
        `update daily_value set result_value_daily = result_value_daily + 1 where parameter_ndx = 3 and rdate = '2013-04-01'`,
      );
      await store.query(
        `update daily_value set result_value_daily = result_value_daily + 1 where parameter_ndx = 2 and rdate in ('2013-03-15', '2015-04-01')`,
      );
      expect(await read('otter', day)).toEqual(first);
      expect(counted).toHaveBeenCalledTimes(1);
      await store.query(
        `update daily_value set result_value_daily = result_value_daily + 1 where loc_ndx = ${locationOf('S1')} and rdate = '2013-04-01'`,
      );
      const changed = await read('otter', day);
      expect(counted).toHaveBeenCalledTimes(2);
      expect(changed.forecast?.volumes_af).not.toEqual(first.forecast?.volumes_af);
    });
  });

  test('says that the database cannot be reached', async () => {
    const lost = {
      ...store,
      writes: undefined,
      query: async () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' })),
    } as unknown as Store;
    await using app = openTestApp(lost, { outlook: outlookRequest });
    for (const url of ['/api/outlook/otter', '/api/fill/both']) {
      const answer = await app.send(url, 'User');
      expect(answer.statusCode).toBe(503);
      expect(answer.json().detail).toBe('The database cannot be reached. Try again in a moment.');
    }
  });

  test('has nothing to say before the first import', async () => {
    await using empty = await open();
    await using app = openTestApp(empty, { outlook: outlookRequest });
    expect((await app.send('/api/outlook/otter', 'User')).statusCode).toBe(404);
  });

  describe('as a file of data', () => {
    const address = (query: string, format = 'csv') => `/api/data/outlook.${format}?${query}`;

    test.each(outlookFiles)('has the %s of the answer', async (of) => {
      const table = outlookAnswer.files[of][1](await read('otter', issued));
      const answer = await send(address(`point=otter&issued=${issued}&of=${of}`));
      expect(answer.statusCode).toBe(200);
      const lines = answer.body.split('\r\n');
      expect(lines.filter((line) => !line.startsWith('#')).join('\r\n')).toBe(
        toCsvFile([], toLines(table ?? noTable)),
      );
      expect(lines.find((line) => line.startsWith('# Rows: '))).toBe(`# Rows: ${table?.rows.length}`);
      expect(lines.find((line) => line.startsWith('# Source: '))).toMatch(/Computed by this portal from/);
    });

    test('is the volumes of the usual day without more words, and tab-separated as RDB', async () => {
      const usual = await read('otter');
      const answer = await send(address('point=otter&notes=none'));
      expect(answer.body).toBe(toCsvFile([], toLines(outlookAnswer.files.volumes[1](usual) ?? noTable)));
      const rdb = await send(address('point=otter', 'rdb'));
      expect(rdb.headers['content-type']).toMatch(/^text\/plain/);
      expect(rdb.body).toMatch(
        /\nchance_of_exceedance_percent\tvolume_af\tpercent_of_the_median\n16n\t16n\t16n\n90\t/,
      );
    });

    test.each([
      ['issued=2020-05-10', 400, 'point'],
      ['point=nowhere', 404, ''],
      ['point=absent', 404, 'no record of'],
      ['point=otter&issued=tomorrow', 400, '2026-04-01'],
      ['point=otter&issued=2020-10-10', 400, 'is issued on a day from Jan 1 to Jul 31'],
      ['point=otter&of=model', 400, 'must be volumes, season, predictors, coefficients, residuals, training'],
      ['point=otter&format=csv', 400, 'has no parameter format'],
      ['point=regulated&of=volumes', 404, 'There is no forecast. '],
      ['point=regulated&of=residuals', 404, 'regulated'],
    ])('refuses %s with %i in plain words', async (query, status, says) => {
      const answer = await send(address(query));
      expect(answer.statusCode).toBe(status);
      expect(answer.headers['content-type']).toMatch(/^text\/plain/);
      expect(answer.body).toContain(says);
    });

    test('has the predictors where the forecast is withheld', async () => {
      expect((await send(address('point=regulated&of=predictors'))).statusCode).toBe(200);
    });
  });
});
