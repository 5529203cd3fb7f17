import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRevisions } from '#contract/daily-data.ts';
import {
  readDailyParameter,
  readDailyRows,
  serializeColumns,
} from '#features/time-series/server/daily-data.ts';
import { describeReport } from '#ingest/report.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';
import { describeEngines } from '../../support/engines.ts';
import { shareOther, shareStore } from '../../support/shared-store.ts';
import {
  importUsbr,
  importUsgs,
  ndxOfHeise,
  readClockOf,
  type SparseAnswer,
} from '../../support/two-sources.ts';

const token = 'User';

describeEngines('the history of values', (open) => {
  const store = shareStore(open);
  const portal = shareOther(store);

  const importAnswer = (answer: SparseAnswer, more = {}) => importUsbr(store, answer, more);
  const readClock = () => readClockOf(store);
  const heise = () => ndxOfHeise(store);

  const readColumns = async (asOf?: string) => {
    const rows = await readDailyRows(store, await readDailyParameter(store, 1), {
      parameter: 1,
      locations: [await heise()],
      start: '2020-01-01',
      end: '2020-12-31',
      asOf,
    });
    return `{"series":[${serializeColumns(rows)}]}`;
  };

  const countHistory = async () => {
    const [row] = await store.query<{ revisions: number; additions: number }>(
      `SELECT (SELECT count(*) FROM daily_value_revision)::int AS revisions,
        (SELECT count(*) FROM daily_value_addition)::int AS additions`,
    );
    return row;
  };

  const answers = fc.array(
    fc.uniqueArray(fc.tuple(fc.nat(30), fc.option(fc.integer({ min: 1, max: 4 }))), {
      minLength: 1,
      maxLength: 20,
      selector: ([day]) => day,
    }),
    { minLength: 1, maxLength: 6 },
  );

  test('gives the values of every earlier moment byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(answers, async (list) => {
        await store.query(
          'TRUNCATE daily_value, statistic_day, location_parameter, daily_value_revision, daily_value_addition, series_source',
        );
        const snapshots: { at: string; columns: string }[] = [];
        for (const days of list) {
          await importAnswer(new Map([...days].sort(([one], [other]) => one - other)));
          snapshots.push({ at: await readClock(), columns: await readColumns() });
        }
        for (const { at, columns } of snapshots) {
          // The parameter's head is the same; what is known of the series is not.
          expect(await readColumns(at)).toBe(columns);
        }
      }),
      { numRuns: 6, seed: 17 },
    );
  });

  test('a value that the agency withdraws is no longer shown, and stays in the history', async () => {
    const three = [
      [8, 2210],
      [9, 9120],
      [10, 2190],
    ] as const;
    await importUsgs(store, new Map(three));
    const before = await readClock();
    const lacks = await importUsgs(store, new Map(three.filter(([day]) => day !== 9)));
    expect(lacks.series[0]).toMatchObject({
      removed: 0,
      notes: ['The answer lacks 2020-01-10, which is stored and stays.'],
    });
    const single = await importUsgs(store, new Map([[9, null]]));
    expect(single).toMatchObject({ status: 'succeeded', rows_read: 0, rows_removed: 1, rows_revised: 0 });
    expect(single.series[0]?.notes).toEqual([
      'The agency has withdrawn the stored value of 2020-01-10, which the history keeps.',
    ]);
    expect(JSON.parse(await readColumns()).series[0].values).toEqual([2210, 2190]);
    expect(JSON.parse(await readColumns(before)).series[0].values).toEqual([2210, 9120, 2190]);
    const again = await importUsgs(store, new Map([[9, null]]));
    expect(again.failures[0]?.message).toBe('Nothing was imported: the file has no value of 13037500 00060.');
    await importUsgs(store, new Map(three));
    const among = await importUsgs(store, new Map<number, number | null>(three).set(9, null));
    expect(among).toMatchObject({ rows_read: 2, rows_unchanged: 2, rows_removed: 1 });
    const last = await importUsgs(store, new Map(three.map(([day]) => [day, null])));
    expect(last).toMatchObject({ rows_removed: 2 });
    expect(JSON.parse(await readColumns()).series).toEqual([]);
    expect(JSON.parse(await readColumns(before)).series[0].values).toEqual([2210, 9120, 2190]);
    await importUsgs(store, new Map(three));
    expect(JSON.parse(await readColumns()).series[0].values).toEqual([2210, 9120, 2190]);
  });

  test('an answer that has lost all its values is a fault of the service', async () => {
    const days = Array.from({ length: 40 }, (_, day) => day);
    await importAnswer(new Map(days.map((day) => [day, day + 1])));
    const before = await readColumns();
    const report = await importAnswer(new Map(days.map((day) => [day, null])));
    expect(report.failures).toEqual([
      {
        name: 'heii_qd',
        message:
          'The answer has no value at all, although 40 of its days are stored, from 2020-01-01 to 2020-02-09. They stay.',
      },
    ]);
    expect(await readColumns()).toBe(before);
  });

  test('says which stored days are missing from what was asked for', async () => {
    await importAnswer(new Map([0, 1, 2, 3].map((day) => [day, 10 + day])));
    const report = await importAnswer(new Map([[1, 11]]));
    expect(report.series[0]?.notes).toEqual([
      'The answer lacks 3 days between 2020-01-01 and 2020-01-04 that are stored and stay.',
    ]);
  });

  test('has nothing from before the first import', async () => {
    const before = await readClock();
    await importAnswer(new Map([[0, 10]]));
    expect(JSON.parse(await readColumns(before)).series).toEqual([]);
    expect(JSON.parse(await readColumns()).series[0].values).toEqual([10]);
  });

  test('is not written by an import without changes', async () => {
    const answer = new Map([...Array(20).keys()].map((day) => [day, day + 1] as const));
    await importAnswer(answer);
    expect(await countHistory()).toEqual({ revisions: 0, additions: 1 });
    const again = await importAnswer(answer);
    expect(again).toMatchObject({ rows_written: 0, rows_unchanged: 20, rows_revised: 0 });
    expect(await countHistory()).toEqual({ revisions: 0, additions: 1 });
  });

  test('is shown by value: what it was before, since when, and by which import', async () => {
    await importAnswer(
      new Map([
        [0, 10],
        [1, 11],
      ]),
    );
    const report = await importAnswer(
      new Map([
        [0, 10],
        [1, 12],
        [2, 13],
      ]),
    );
    expect(report).toMatchObject({ rows_written: 2, rows_revised: 1 });
    const params = { location: String(await heise()), parameter: '1' };
    const { revisions, is_complete } = await portal.request(readRevisions, { params, query: {} }, { token });
    expect(is_complete).toBe(true);
    expect(revisions).toEqual([
      {
        day: '2020-01-02',
        before: { value: 11, approval: 'P', qualifier: null, flag: null },
        after: { value: 12, approval: 'P', qualifier: null, flag: null },
        known_from: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        run: expect.any(Number),
      },
    ]);
    const csv = await portal.send(
      `/api/timeseries-daily-data/1/${params.location}/2020-01-01/2020-01-31?format=csv`,
      token,
    );
    const lines = csv.body.split('\r\n').filter((line) => /,2020-01-0/.test(line));
    const cells = lines.map((line) => line.split(','));
    expect(cells.map((row) => [...row.slice(4, 6), ...row.slice(-3)])).toEqual([
      ['2020-01-01', '10', '', '', 'usbr'],
      ['2020-01-02', '12', expect.stringMatching(/^\d{4}-\d\d-\d\d$/), '11', 'usbr'],
      ['2020-01-03', '13', '', '', 'usbr'],
    ]);
    const tomorrow = await portal.request(
      readRevisions,
      { params, query: { since: formatDay(dayNumber('2999-01-01')) } },
      { token },
    );
    expect(tomorrow.revisions).toEqual([]);
  });

  test.each([
    ['/api/revisions/999999/1', 404],
    ['/api/revisions/x/1', 400],
    ['/api/revisions/1/1?since=yesterday', 400],
    ['/api/timeseries-daily-data/1/1/2020-01-01/2020-01-31?as_of=2020-13-45', 400],
    ['/api/timeseries-daily-data/1/1/2020-01-01/2020-01-31?as_of=last week', 400],
    ['/api/timeseries-daily-data/1/1/2020-01-01/2020-01-31?as_of=2020-02-30', 400],
    ['/api/timeseries-daily-data/1/1/2020-01-01/2020-01-31?as_of=2020-01-01', 200],
  ])('%s answers %i', async (url, status) => {
    await importAnswer(new Map([[0, 10]]));
    const answer = await portal.send(url, token);
    expect(answer.statusCode, answer.body).toBe(status);
  });

  test('a second source is refused with both names, and changes nothing', async () => {
    await importAnswer(new Map([[0, 10]]));
    const before = await readColumns();
    const report = await importUsgs(store, new Map([[0, 99]]));
    expect(report.status).toBe('failed');
    expect(report.failures).toEqual([
      {
        name: '13037500 00060',
        message:
          'Streamflow at Snake River near Heise comes from usbr (heii_qd), and this is usgs (13037500 00060). To change the source, add --replace-source; the former values stay in the history.',
      },
    ]);
    expect(await readColumns()).toBe(before);
  });

  test('--replace-source takes the other source, and stores the former values in the history', async () => {
    await importAnswer(
      new Map([
        [0, 10],
        [1, 11],
        [2, 12],
      ]),
    );
    const [at, before] = [await readClock(), await readColumns()];
    const report = await importUsgs(
      store,
      new Map([
        [1, 11],
        [2, 22],
        [3, 23],
      ]),
      { replaceSource: true },
    );
    expect(report.status).toBe('succeeded');
    const { source, values, start } = JSON.parse(await readColumns()).series[0];
    expect({ source, values, start }).toEqual({
      source: 'usgs',
      values: [11, 22, 23],
      start: '2020-01-02',
    });
    // Changed, and approved by the new source; a day that it does not have is no longer shown.
    expect(report).toMatchObject({ rows_revised: 2, rows_removed: 1 });
    expect(describeReport(report).at(-1)).toContain(', 2 revised, 1 no longer shown, ');
    expect(await readColumns(at)).toBe(before);
    expect(JSON.parse(before).series[0].source).toBe('usbr');
    const back = await importAnswer(new Map([[0, 10]]));
    expect(back.failures[0]?.message).toContain('comes from usgs');
  });
});
