import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { IngestReport } from '#ingest/report.ts';
import { ingest } from '#ingest/run.ts';
import type { Store } from '#server/db/store.ts';
import { quietImport } from '../../support/basin.ts';
import { describeEngines } from '../../support/engines.ts';
import { createFakeAgencies, now } from '../../support/fake-agencies.ts';
import {
  createFakeReadings,
  features,
  heise,
  hourly,
  instantHeader,
  instants,
  latestFeature,
  points,
  type ReadingAnswers,
} from '../../support/fake-readings.ts';

type Expected = {
  /** `13037500 1 2026-03-20T17:45:00Z 1790 P`, of each reading that is stored. */
  readonly stored?: readonly string[];
  /** Of the reasons for which readings were rejected. */
  readonly rejected?: readonly string[];
  /** What each failure says. */
  readonly failures?: readonly RegExp[];
  readonly unknown?: readonly string[];
  readonly missing?: number;
};

type Case = readonly [title: string, answers: ReadingAnswers, expected: Expected];

const good = `${heise} 1 2026-03-20T17:45:00Z 1790 P`;
const usgs = (...list: readonly Readonly<Record<string, unknown>>[]) => ({
  usgs: () => features(...list.map(latestFeature)),
});
/** Answers the requests one after the other, and the last one again and again. */
function inTurn(...answers: readonly (() => Response)[]) {
  let at = 0;
  return () => {
    const answer = answers[Math.min(at, answers.length - 1)];
    at += 1;
    return answer?.() ?? features();
  };
}

const cases: readonly Case[] = [
  ['a good reading', usgs({}), { stored: [good] }],
  [
    'a whole page that is HTML',
    { usgs: () => new Response('<html><body>Down for maintenance</body></html>') },
    { failures: [/not JSON: Down for maintenance/] },
  ],
  [
    'JSON that breaks off',
    { usgs: () => new Response('{"features": [{"properties": {"time": "2026-') },
    { failures: [/not JSON/] },
  ],
  [
    'JSON of another shape',
    { usgs: () => Response.json({ value: { timeSeries: [] } }) },
    { failures: [/Unexpected response .*features/] },
  ],
  ['an empty body', { usgs: () => new Response('') }, { failures: [/it is empty/] }],
  [
    'status 500 for ever',
    { usgs: () => new Response('error', { status: 500 }) },
    { failures: [/could not be reached in 5 tries \(status 500\)/] },
  ],
  [
    'status 500 once',
    {
      usgs: inTurn(
        () => new Response('error', { status: 500 }),
        () => features(latestFeature()),
      ),
    },
    { stored: [good] },
  ],
  [
    'status 429 with a short Retry-After',
    {
      usgs: inTurn(
        () => new Response('', { status: 429, headers: { 'retry-after': '20' } }),
        () => features(latestFeature()),
      ),
    },
    { stored: [good] },
  ],
  [
    'status 429 with a Retry-After of an hour, for which other imports do not wait',
    { usgs: () => new Response('', { status: 429, headers: { 'retry-after': '3600' } }) },
    { failures: [/asks to wait 60 min.* asked again at the next time/] },
  ],
  [
    'status 403',
    { usgs: () => new Response('blocked', { status: 403 }) },
    { failures: [/has blocked this address or key/] },
  ],
  [
    'a second page that never comes',
    {
      usgs: (url) =>
        url.searchParams.has('offset')
          ? new Response('', { status: 503 })
          : Response.json({
              features: [latestFeature()],
              links: [{ rel: 'next', href: `${url.href}&offset=1` }],
            }),
    },
    { failures: [/could not be reached/] },
  ],
  [
    'a second page on another host',
    {
      usgs: () =>
        Response.json({
          features: [latestFeature()],
          links: [{ rel: 'next', href: 'https://example.org/' }],
        }),
    },
    { failures: [/on another host/] },
  ],
  [
    'a unit that is not known',
    usgs({ unit_of_measure: 'furlongs' }),
    { failures: [/The unit is furlongs, not cfs/] },
  ],
  [
    'a unit of something else',
    usgs({ unit_of_measure: 'degC' }),
    { failures: [/The unit is degC, not cfs/] },
  ],
  ['no unit', usgs({ unit_of_measure: null }), { failures: [/The unit is missing, not cfs/] }],
  [
    'a unit that can be converted',
    usgs({ unit_of_measure: 'm^3/s', value: '50' }),
    { stored: [`${heise} 1 2026-03-20T17:45:00Z 1765.7333 P`] },
  ],
  [
    'a site that was not asked for',
    usgs({ monitoring_location_id: 'USGS-01646500' }, {}),
    { stored: [good], unknown: ['01646500'] },
  ],
  [
    'a parameter that the basin file does not list at the site',
    usgs({ parameter_code: '00065', unit_of_measure: 'ft' }, {}),
    { stored: [good] },
  ],
  ['a time in the future', usgs({ time: '2026-03-20T18:20:00+00:00' }), { rejected: ['is in the future'] }],
  [
    'a time without its zone',
    usgs({ time: '2026-03-20T11:45:00' }),
    { rejected: ['has a time without its zone'] },
  ],
  ['a day instead of a time', usgs({ time: '2026-03-20' }), { rejected: ['is not a time'] }],
  ['a time that does not exist', usgs({ time: '2026-02-30T25:61:00Z' }), { rejected: ['is not a time'] }],
  ['no time', usgs({ time: null }), { rejected: ['has no time'] }],
  ['a reading of a month ago', usgs({ time: '2026-02-18T17:45:00Z' }), { missing: 1 }],
  ['the same reading twice', usgs({}, {}), { stored: [good] }],
  [
    'two values of one time',
    usgs({}, { value: '1800' }),
    { rejected: ['is not the only value of its time'] },
  ],
  ['a time in another zone', usgs({ time: '2026-03-20T11:45:00-06:00' }), { stored: [good] }],
  ['the missing marker -999999', usgs({ value: '-999999' }), { missing: 1 }],
  ['null', usgs({ value: null }), { missing: 1 }],
  ['NaN', usgs({ value: 'NaN' }), { missing: 1 }],
  ['the word Ice', usgs({ value: 'Ice' }), { missing: 1 }],
  ['another word', usgs({ value: 'about 1800' }), { rejected: ['is not a number'] }],
  ['an object instead of a value', usgs({ value: { value: 1790 } }), { rejected: ['is not a number'] }],
  [
    'a comma that may be a decimal point',
    usgs({ value: '17,9' }),
    { rejected: ['has a comma that may be a decimal point'] },
  ],
  ['a flow that is not possible', usgs({ value: '-40' }), { rejected: ['is outside what is possible here'] }],
  [
    'a daily mean among the readings',
    usgs({ statistic_id: '00003' }),
    { failures: [/no readings, but the statistic 00003/] },
  ],
  [
    'two sensors, of which the main one is taken',
    {
      ...usgs({ time_series_id: 'b2', value: '1500' }, { time_series_id: 'a1' }),
      metadata: () =>
        features(
          {
            properties: {
              id: 'a1',
              monitoring_location_id: heise,
              parameter_code: '00060',
              primary: 'Primary',
            },
          },
          { properties: { id: 'b2', monitoring_location_id: heise, parameter_code: '00060', primary: null } },
        ),
    },
    { stored: [good] },
  ],
  [
    'a sensor that ended, beside the one that goes on',
    usgs({ time_series_id: 'b2', value: '1500', time: '2026-03-10T17:45:00Z' }, {}),
    { stored: [good] },
  ],
  [
    'times of AWDB, whose clock is eight hours behind UTC in summer, too',
    {
      nrcs: () =>
        hourly([
          { date: '2026-03-20 09:00', value: 20.1, qaFlag: 'P' },
          { date: '2026-03-20 11:00', value: 20.3, qaFlag: 'P' },
        ]),
    },
    {
      stored: ['546:ID:SNTL 2 2026-03-20T17:00:00Z 20.1 P'],
      rejected: ['is in the future'],
    },
  ],
  [
    'daily values of AWDB',
    { nrcs: () => hourly([{ date: '2026-03-20', value: 20.1 }], { durationName: 'DAILY' }) },
    { failures: [/daily values, not hourly ones/] },
  ],
  [
    'suspect and missing values of AWDB, and dates without a time',
    {
      nrcs: () =>
        hourly([
          { date: '2026-03-20 08:00', value: 90, qcFlag: 'S' },
          { date: '2026-03-20 07:00', value: null },
          { date: '2026-03-20 06:00', value: -99.9 },
          { date: '2026-03-20', value: 20 },
        ]),
    },
    { rejected: ['is doubted by the agency', 'is not a time'], missing: 2 },
  ],
  [
    'a table of HydroMet with marks, markers and faults',
    {
      usbr: () =>
        instants(
          instantHeader,
          '2026-03-20 11:00,31.5,500000.00',
          '2026-03-20 11:15,31.6+,998877.00',
          '2026-03-20 11:30,NO RECORD,500100.00e',
          '2026-03-20 11:45,,x',
        ),
    },
    {
      stored: [
        'AFTY 5 2026-03-20T17:00:00Z 31.5 P',
        'JCK 3 2026-03-20T17:00:00Z 500000 P',
        'JCK 3 2026-03-20T17:30:00Z 500100 P',
      ],
      rejected: ['is doubted by the agency', 'is not a number'],
      missing: 3,
    },
  ],
  [
    'times across the change of the clocks, of which one is left out',
    {
      usbr: () =>
        instants(instantHeader, '2026-03-08 01:45,20,1', '2026-03-08 02:15,21,2', '2026-03-08 03:00,22,3'),
    },
    {
      stored: [
        'AFTY 5 2026-03-08T08:45:00Z 20 P',
        'AFTY 5 2026-03-08T09:00:00Z 22 P',
        'JCK 3 2026-03-08T08:45:00Z 1 P',
        'JCK 3 2026-03-08T09:00:00Z 3 P',
      ],
      rejected: ['is in the hour that the clocks leave out', 'is in the hour that the clocks leave out'],
    },
  ],
  [
    'a table of HydroMet without a column that was asked for',
    { usbr: () => instants('DateTime,afty_ob', '2026-03-20 11:00,31.5') },
    { stored: ['AFTY 5 2026-03-20T17:00:00Z 31.5 P'], failures: [/lacks these columns: jck_af/] },
  ],
  [
    'an error page of HydroMet with status 200',
    { usbr: () => new Response('Error: invalid pcode') },
    // Each column is asked for once more by itself.
    { failures: [/error page instead of CSV/, /error page instead of CSV/] },
  ],
  [
    'a row of HydroMet that is too short',
    { usbr: () => instants(instantHeader, '2026-03-20 11:00,31.5') },
    { failures: [/Line 2: 1 values instead of 2/, /Line 2/] },
  ],
  [
    'points of AquaInfo with and without a zone',
    {
      aquainfo: () =>
        points(
          { timeStamp: '2026-03-20T11:00:00.000-06:00', numericValue1: 41.25 },
          { timeStamp: '2026-03-20T11:15:00.000', numericValue1: 41.3 },
          { timeStamp: '2026-03-20T11:30:00.000-06:00', numericValue1: 'nan' },
        ),
    },
    {
      stored: ['AQI-MV1 7 2026-03-20T17:00:00Z 41.25 P'],
      rejected: ['has a time without its zone'],
      missing: 1,
    },
  ],
  [
    'one agency that is down, and another that is not',
    {
      usgs: () => new Response('', { status: 503 }),
      aquainfo: () => points({ timeStamp: '2026-03-20T17:00:00Z', numericValue1: 41.25 }),
    },
    { stored: ['AQI-MV1 7 2026-03-20T17:00:00Z 41.25 P'], failures: [/could not be reached/] },
  ],
];

describeEngines('readings of the last hours', (open) => {
  let store: Store;
  const quiet = { ...quietImport, now };
  const sleeps: number[] = [];

  beforeAll(async () => {
    store = await open();
    const few: Readonly<Record<string, readonly string[]>> = {
      usgs: [heise],
      nrcs: ['546:ID:SNTL'],
      usbr: ['afty_mm', 'jck_af', 'heii_qu'],
      aquainfo: ['AQI-MV1', 'AQI-AB1'],
    };
    for (const { source, fetch } of createFakeAgencies()) {
      const sites = few[source];
      if (sites) await ingest(store, source, { ...quiet, fetch, sites });
    }
  });
  afterEach(() => store.query('delete from latest_reading'));
  afterAll(() => store?.close());

  const importNow = (answers: ReadingAnswers): Promise<IngestReport> =>
    ingest(store, 'now', {
      ...quiet,
      fetch: createFakeReadings(answers).fetch,
      sleep: async (milliseconds) => {
        sleeps.push(milliseconds);
      },
    });
  const readStored = async () => {
    const rows = await store.query<{ text: string }>(
      `select concat_ws(' ', l.loc_id, r.parameter_ndx, to_char(time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
          value, approval) as text
        from latest_reading r join location l using (loc_ndx) order by l.loc_id collate "C", parameter_ndx, time`,
    );
    return rows.map(({ text }) => text);
  };

  test.each(cases)('takes and leaves what it should of %s', async (_, answers, expected) => {
    const report = await importNow(answers);
    const { stored = [], rejected = [], failures = [], unknown = [], missing = 0 } = expected;
    expect(await readStored()).toEqual(stored);
    const reasons = report.series.flatMap((series) => series.rejected.map(({ reason }) => reason));
    expect([...new Set(reasons)].toSorted()).toEqual([...new Set(rejected)].toSorted());
    expect(report.failures.map(({ message }) => message)).toEqual(
      failures.map((pattern) => expect.stringMatching(pattern)),
    );
    expect(report.unknown_columns).toEqual(unknown);
    expect(report.series.reduce((sum, series) => sum + series.missing, 0)).toBe(missing);
    // Nothing read is never plain success.
    expect(report.status).toBe(
      failures.length > 0 ? 'failed' : report.rows_read > 0 ? 'succeeded' : 'partial',
    );
    expect(Math.max(0, ...sleeps)).toBeLessThanOrEqual(60_000);
  });

  test('changes nothing at a second time, and replaces a revised value', async () => {
    const first = await importNow(usgs({}));
    const second = await importNow(usgs({}));
    const revised = await importNow(usgs({ value: '1780', approval_status: 'Approved' }));
    expect(
      [first, second, revised].map(({ rows_written, rows_unchanged }) => [rows_written, rows_unchanged]),
    ).toEqual([
      [1, 0],
      [0, 1],
      [1, 0],
    ]);
    expect(await readStored()).toEqual([`${heise} 1 2026-03-20T17:45:00Z 1780 A`]);
  });

  test('asks only for series that were imported from the agency, a hundred at once', async () => {
    const service = createFakeReadings({});
    await ingest(store, 'now', { ...quiet, fetch: service.fetch });
    const [latest, hour, instant] = ['latest-continuous', 'awdbRestApi/services/v1/data', 'instant.pl'].map(
      (part) => service.requested.filter(({ pathname }) => pathname.includes(part)),
    );
    expect(latest?.map(({ searchParams }) => searchParams.get('monitoring_location_id'))).toEqual([
      `USGS-${heise}`,
    ]);
    expect(hour?.map(({ searchParams }) => searchParams.get('elements'))).toEqual(['WTEQ,TOBS']);
    expect(instant?.map(({ searchParams }) => searchParams.get('list'))).toEqual(['jck af, afty ob']);
  });

  test('removes readings of more than 14 days ago, and former runs from the history', async () => {
    await store.query(
      `insert into latest_reading select loc_ndx, 1, t::timestamptz, 1, 'cfs', 'P'
        from location, (values ('2026-03-06T17:00:00Z'), ('2026-03-06T19:00:00Z')) v(t) where loc_id = '${heise}'`,
    );
    await importNow({});
    await importNow({});
    expect(await readStored()).toEqual([`${heise} 1 2026-03-06T19:00:00Z 1 P`]);
    const runs = await store.query(`select from ingest_run where source = 'now' and status <> 'failed'`);
    expect(runs).toHaveLength(1);
  });

  test.each([{ since: '2026-03-01' }, { sites: [heise] }, { file: 'answer.json' }])(
    'refuses a request for some of them: %j',
    async (some) => {
      await expect(ingest(store, 'now', { ...quiet, ...some })).rejects.toThrow(
        /Leave --since, --file and --sites out/,
      );
    },
  );
});
