import { describe, expect, test } from 'vitest';
import { usgs } from '#ingest/agencies/usgs/fetch.ts';
import { SourceRefused, type SourceSeries, type SourceText } from '#ingest/source.ts';
import { formatDay } from '#lib/calendar.ts';
import { basin } from '../../support/basin.ts';
import { createFakeUsgs, createFlow, type FakeRow, type FakeUsgs } from '../../support/fake-usgs.ts';

const heise = '13037500';
const well = '432740113044501';

/** What would be written: days and values of each series. And what is said: refusals, notes and rejections. */
function resultOf(series: readonly SourceSeries[]) {
  const written = series.flatMap((each) =>
    each.kind === 'read'
      ? each.readings.map(({ day, value }) => [formatDay(day), Number(value.toFixed(2))] as const)
      : [],
  );
  const messages = series.flatMap((each) => {
    if (each.kind === 'refused') return each.message;
    if (each.kind === 'unknown') return `unknown: ${each.name}`;
    return each.kind === 'read'
      ? [...(each.notes ?? []), ...each.rejections.map(({ reason }) => reason)]
      : [];
  });
  return { written, message: messages.join(' ') };
}

/** Reads a file as an import does, in small pieces. */
async function readFile(text: string, ...sites: readonly string[]) {
  const file: SourceText = {
    head: text.slice(0, 4000),
    async *chunks() {
      for (let at = 0; at < text.length; at += 50) yield text.slice(at, at + 50);
    },
    text: async () => text,
  };
  const series: SourceSeries[] = [];
  try {
    const request = sites.length > 0 ? { sites } : {};
    for await (const each of usgs.parseFile(file, request, basin)) series.push(each);
    return resultOf(series);
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error;
    return { written: [], message: error.message };
  }
}

const feature = {
  monitoring_location_id: `USGS-${heise}`,
  parameter_code: '00060',
  statistic_id: '00003',
  time_series_id: 'series-one',
  time: '2026-03-01',
  value: '1500',
  unit_of_measure: 'ft^3/s',
  approval_status: 'Approved',
  qualifier: null,
};
type Change = { readonly [name in keyof typeof feature | 'vertical_datum']?: unknown };
const geoJson = (...changes: readonly Change[]) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: changes.map((change) => ({ type: 'Feature', properties: { ...feature, ...change } })),
  });
const wellFeature: Change = {
  monitoring_location_id: `USGS-${well}`,
  parameter_code: '72019',
  unit_of_measure: 'ft',
  value: '12.5',
};
const measured: Change = {
  ...wellFeature,
  statistic_id: undefined,
  time_series_id: undefined,
  time: '2026-03-01T18:00:00+00:00',
};
const nwisJson = (statistic: string, unit: string, dateTime: string, value = '1500') =>
  JSON.stringify({
    value: {
      timeSeries: [
        {
          sourceInfo: { siteCode: [{ value: heise }] },
          variable: {
            variableCode: [{ value: '00060' }],
            unit: { unitCode: unit },
            noDataValue: -999999,
            options: { option: [{ optionCode: statistic }] },
          },
          values: [{ method: [{ methodID: 1 }], value: [{ value, qualifiers: ['P'], dateTime }] }],
        },
      ],
    },
  });
const rdb = (columns: string, ...lines: readonly string[]) =>
  [
    `agency_cd\tsite_no\tdatetime\t${columns}`,
    columns.replaceAll(/\w+/g, '10s'),
    ...lines.map((line) => `USGS\t${heise}\t${line}`),
  ].join('\n');
const meanColumns = '1_00060_00003\t1_00060_00003_cd';
const csvHeader =
  'id,time_series_id,monitoring_location_id,parameter_code,statistic_id,time,value,unit_of_measure,approval_status,qualifier';

const first = ['2026-03-01', 1500] as const;

type Row = readonly [
  name: string,
  text: string,
  written: readonly (readonly [string, number])[],
  message: string | RegExp,
];

const files: readonly Row[] = [
  ['a unit of another kind', geoJson({ unit_of_measure: 'degC' }), [], 'Row 1: The unit is degC, not cfs.'],
  ['no unit', geoJson({ unit_of_measure: null }), [], 'The unit is missing, not cfs.'],
  [
    'a unit that converts exactly',
    geoJson({ unit_of_measure: 'm^3/s', value: '100' }),
    [['2026-03-01', 3531.47]],
    'Converted from m^3/s to cfs.',
  ],
  [
    'a depth in meters',
    geoJson({ ...wellFeature, unit_of_measure: 'm', value: '3.048' }),
    [['2026-03-01', 10]],
    'Converted from m to ft.',
  ],
  [
    'another unit in one row of many',
    geoJson({}, { time: '2026-03-02', unit_of_measure: 'ft' }),
    [],
    'Row 2: The unit is ft, not cfs.',
  ],
  [
    'daily maxima',
    geoJson({ statistic_id: '00001' }),
    [],
    'Row 1: statistic 00001 (daily maximum) is not the daily mean (00003).',
  ],
  [
    'daily minima and means',
    geoJson({}, { statistic_id: '00002', time_series_id: 'series-low', value: '900' }),
    [first],
    '1 values of statistic 00002 (daily minimum) were left out',
  ],
  [
    'maxima in the gaps of means',
    geoJson({}, { statistic_id: '00001', time_series_id: 'series-high', time: '2026-03-02' }),
    [first],
    'statistic 00001 (daily maximum) were left out',
  ],
  ['no statistic', geoJson({ statistic_id: null }), [], 'does not state its statistic (statistic_id)'],
  [
    'readings within the day',
    geoJson({ time: '2026-03-01T00:15:00+00:00', statistic_id: '00011' }),
    [],
    'is a time within the day, and the portal stores daily means. Save the collection daily',
  ],
  [
    'readings within the day that claim to be means',
    geoJson({}, { time: '2026-03-02T06:15:00-07:00' }),
    [],
    'Row 2: 2026-03-02T06:15:00-07:00 is a time within the day',
  ],
  [
    'a measurement of discharge by hand',
    geoJson({ statistic_id: undefined, time_series_id: undefined, time: '2026-03-01T18:00:00+00:00' }),
    [],
    'a field measurement is not a daily mean',
  ],
  [
    'an elevation above another datum than its code says',
    geoJson({ ...measured, parameter_code: '62611', vertical_datum: 'NGVD29', value: '4700' }),
    [],
    'the elevation is above NGVD29, and code 62611 is above NAVD88',
  ],
  [
    'elevations above two datums',
    geoJson(
      {
        ...measured,
        parameter_code: '62610',
        vertical_datum: 'NGVD29',
        value: '4700',
        time: '2026-02-01T18:00:00Z',
      },
      { ...measured, parameter_code: '62611', vertical_datum: 'NAVD88', value: '4703.4' },
    ),
    [['2026-03-01', 4703.4]],
    '1 values above NGVD29 (62610) were left out: a series has one datum.',
  ],
  ['a date that does not exist', geoJson({ time: '2026-02-30' }), [], '"2026-02-30" is not a date'],
  ['a month', geoJson({ time: '2026-03' }), [], '"2026-03" is not a date'],
  [
    'two values of one series for a day',
    geoJson({}, { value: '1600' }, { time: '2026-03-02' }),
    [['2026-03-02', 1500]],
    'two different values for 2026-03-01',
  ],
  [
    'two measurements of a well within a day',
    geoJson({ ...measured }, { ...measured, time: '2026-03-01T20:00:00+00:00', value: '13.1' }),
    [],
    'two different values for 2026-03-01',
  ],
  [
    'missing values of every kind',
    geoJson(
      { value: null, qualifier: ['ICE'] },
      { time: '2026-03-02', value: '' },
      { time: '2026-03-03', value: '-999999' },
      { time: '2026-03-04', value: '-999999.00' },
      { time: '2026-03-05', value: 'Eqp', qualifier: 'EQUIP' },
      { time: '2026-03-06', value: '***' },
      { time: '2026-03-07', value: '7' },
    ),
    [['2026-03-07', 7]],
    '',
  ],
  [
    'a number with letters',
    geoJson({ value: '15OO' }, { time: '2026-03-02' }),
    [['2026-03-02', 1500]],
    'row 1: "15OO" is not a number',
  ],
  ['a decimal comma', geoJson({ value: '15,5' }), [], 'a comma that may be a decimal point'],
  ['a row without its site', geoJson({ monitoring_location_id: undefined }), [], 'Add --sites with the site'],
  ['a row without its parameter', geoJson({ parameter_code: undefined }), [], 'does not name its parameter'],
  ['a site of nobody', geoJson({ monitoring_location_id: 'USGS-99' }), [], 'unknown: 99 00060'],
  ['truncated JSON', geoJson({}).slice(0, -20), [], 'is not JSON'],
  ['an error page', '<html><body><h1>Down for maintenance</h1></body></html>', [], 'not RDB from NWIS'],
  [
    'the list of sites instead of values',
    JSON.stringify({ features: [{ properties: { monitoring_location_number: heise } }] }),
    [],
    'features.0.properties.time',
  ],
  [
    'legacy readings within the day',
    nwisJson('00000', 'ft3/s', '2026-03-01T00:15:00.000-07:00'),
    [],
    'within the day',
  ],
  [
    'legacy maxima',
    nwisJson('00001', 'ft3/s', '2026-03-01T00:00:00.000'),
    [],
    'statistic 00001 (daily maximum)',
  ],
  [
    'a legacy unit of another kind',
    nwisJson('00003', 'ft', '2026-03-01T00:00:00.000'),
    [],
    'The unit is ft, not cfs.',
  ],
  [
    'a legacy missing value',
    nwisJson('00003', 'ft3/s', '2026-03-01T00:00:00.000', '-999999'),
    [],
    'the file has no value of 13037500 00060',
  ],
  [
    'RDB with maximum, minimum and mean',
    rdb(
      `1_00060_00001\t1_00060_00001_cd\t2_00060_00002\t2_00060_00002_cd\t3_00060_00003\t3_00060_00003_cd`,
      '2026-03-01\t2000\tA\t900\tA\t1500\tA',
      '2026-03-02\t2000\tA\t900\tA\t\tA',
    ),
    [first],
    'statistic 00001 (daily maximum) were left out',
  ],
  [
    'RDB of readings within the day',
    'agency_cd\tsite_no\tdatetime\ttz_cd\t1_00060\t1_00060_cd\n5s\t15s\t20d\t6s\t14n\t10s\n',
    [],
    'Line 1: these are readings within the day',
  ],
  [
    'RDB of the list of sites',
    'agency_cd\tsite_no\tstation_nm\n5s\t15s\t50s\nUSGS\t1\tHEISE',
    [],
    'no column of daily values, such as 1_00060_00003',
  ],
  [
    'RDB whose comments name another unit',
    `#  01   00060     00003     Discharge, cubic meters per second (Mean)\n${rdb(meanColumns, '2026-03-01\t100\tA')}`,
    [['2026-03-01', 3531.47]],
    'Converted from cubic meters per second to cfs.',
  ],
  [
    'RDB that is cut off',
    rdb(meanColumns, '2026-03-01\t1500\tA', '2026-03-02\t15'),
    [],
    'Line 4: 4 cells instead of 5',
  ],
  [
    'RDB with words instead of numbers',
    rdb(meanColumns, '2026-03-01\t1500\tA', '2026-03-02\tIce\tP', '2026-03-03\t***\tP', '2026-03-04\t\tP'),
    [first],
    '',
  ],
  [
    'CSV of means',
    `${csvHeader}\nabc,series-one,USGS-${heise},00060,00003,2026-03-01,1500,ft^3/s,Approved,"['ESTIMATED']"\n`,
    [first],
    '',
  ],
  [
    'CSV whose id column names the site',
    `x,y,id,parameter_code,statistic_id,time,value,unit_of_measure\n1,2,USGS-${heise},00060,00003,2026-03-01,1500,ft^3/s\n`,
    [first],
    '',
  ],
  [
    'CSV of maxima',
    `${csvHeader}\nabc,s,USGS-${heise},00060,00001,2026-03-01,1500,ft^3/s,Approved,\n`,
    [],
    'Row 2: statistic 00001 (daily maximum)',
  ],
  [
    'CSV that does not name the site',
    'id,parameter_code,statistic_id,time,value,unit_of_measure\nabc,00060,00003,2026-03-01,1500,ft^3/s\n',
    [],
    'Row 2 does not name its site (monitoring_location_id). Add --sites',
  ],
  [
    'CSV of time series',
    'x,y,id,parameter_code,begin,end\n1,2,abc,00060,2001-01-01,\n',
    [],
    'no column "time"',
  ],
  [
    'CSV that is cut off',
    `${csvHeader}\nabc,s,USGS-${heise},00060,00003,2026-03-01,15`,
    [],
    'Line 2: 7 cells instead of 10',
  ],
  [
    'CSV whose last value is cut off',
    'monitoring_location_id,parameter_code,statistic_id,unit_of_measure,time,value\nUSGS-13037500,00060,00003,ft^3/s,2026-03-01,15',
    [],
    'its value may be cut off',
  ],
  ['nothing', '', [], 'no line of column names'],
];

describe('wrong USGS files', () => {
  test.each(files)('%s', async (_, text, written, message) => {
    const result = await readFile(text);
    expect(result.written).toEqual(written);
    if (message === '') expect(result.message).toBe('');
    else expect(result.message).toMatch(message);
  });

  test('a file that does not name its site belongs to the one in --sites', async () => {
    const text = geoJson({ monitoring_location_id: undefined });
    expect(await readFile(text, heise)).toEqual({ written: [first], message: '' });
    const csv =
      'parameter_code,statistic_id,time,value,unit_of_measure\n00060,00003,2026-03-01,1500,ft^3/s\n';
    expect((await readFile(csv, heise)).written).toEqual([first]);
  });
});

/** Fetches some sites from a fake of the service. */
async function fetchSites(service: FakeUsgs, sites: readonly string[], since?: string) {
  const { fetch, sleep, now } = service;
  const tools = { fetch, sleep, now, environment: {}, onProgress: () => {}, random: () => 0.5 };
  const series: SourceSeries[] = [];
  for await (const each of usgs.fetch({ sites, since }, tools, basin)) series.push(each);
  const ids = series.flatMap((each) => (each.kind === 'read' ? [each.seriesId] : []));
  return { ...resultOf(series), ids };
}

const depth = (date: string, value: string, changes: Partial<FakeRow> = {}): FakeRow => ({
  site: well,
  code: '72019',
  date,
  value,
  ...changes,
});
const seriesOf = (id: string, begin: string, end: string, changes: object = {}) => ({
  site: heise,
  code: '00060',
  id,
  begin,
  end,
  ...changes,
});

describe('USGS answers', () => {
  test('prefers the primary series, then one without a sublocation, then the longest', async () => {
    const rows = ['long', 'upper', 'primary'].flatMap((record, at) =>
      createFlow(heise, '2026-03-08', [String(at + 1)], { record }),
    );
    const long = seriesOf('long', '1990-01-01', '2026-03-08');
    const upper = seriesOf('upper', '1980-01-01', '2026-03-08', { sublocation: 'upper' });
    const primary = seriesOf('primary', '2020-01-01', '2026-03-08', { primary: true });
    const withPrimary = await fetchSites(createFakeUsgs({ daily: rows, series: [long, upper, primary] }), [
      heise,
    ]);
    expect(withPrimary).toMatchObject({ written: [['2026-03-08', 3]], ids: ['primary'] });
    expect(withPrimary.message).toContain('The series long runs beside the chosen one and was not used.');
    const others = rows.filter(({ record }) => record !== 'primary');
    const without = await fetchSites(createFakeUsgs({ daily: others, series: [long, upper] }), [heise]);
    expect(without).toMatchObject({ written: [['2026-03-08', 1]], ids: ['long'] });
  });

  test('fills days from an ended series only where the chosen one has none, and counts them', async () => {
    const service = createFakeUsgs({
      daily: [
        ...createFlow(heise, '2020-03-01', ['1', '2', '3'], { record: 'ended' }),
        ...createFlow(heise, '2020-03-03', ['30', '40'], { record: 'current' }),
        ...createFlow(heise, '2020-03-01', ['900'], { record: 'beside' }),
      ],
      series: [
        seriesOf('ended', '1980-01-01', '2020-03-03'),
        seriesOf('current', '2020-03-03', '2026-03-08', { primary: true }),
        seriesOf('beside', '2015-03-03', '2026-03-08', { sublocation: 'left bank' }),
      ],
    });
    const { written, message } = await fetchSites(service, [heise]);
    expect(written).toEqual([
      ['2020-03-01', 1],
      ['2020-03-02', 2],
      ['2020-03-03', 30],
      ['2020-03-04', 40],
    ]);
    expect(message).toContain('The series ended, whose record ends on 2020-03-03, filled 2 days.');
    expect(message).toContain('The series beside (left bank) runs beside the chosen one and was not used.');
  });

  test('imports the measurements of a well whose recorder publishes only the daily maximum', async () => {
    const maximum = depth('2026-02-01', '9', { statistic: '00001', record: 'high' });
    const measurement = depth('2026-02-03T18:00:00+00:00', '12.5');
    const both = createFakeUsgs({ daily: [maximum], measured: [measurement] });
    const { written, message } = await fetchSites(both, [well]);
    expect(written).toEqual([['2026-02-03', 12.5]]);
    expect(message).toContain('publishes only statistic 00001 (daily maximum), which is not the daily mean');
    expect(both.requestedUrls.some((url) => url.includes('/daily/'))).toBe(false);
    const nothing = await fetchSites(createFakeUsgs({ daily: [maximum] }), [well]);
    expect(nothing.written).toEqual([]);
    expect(nothing.message).toContain('daily maximum');
  });

  test('does not mix datums when only the days of the older one are requested', async () => {
    const elevation = (code: string, date: string, value: string, datum: string) =>
      depth(`${date}T18:00:00+00:00`, value, { code, datum });
    const service = createFakeUsgs({
      measured: [
        elevation('62611', '2010-05-01', '4703.4', 'NAVD88'),
        elevation('62610', '2026-03-01', '4700', 'NGVD29'),
      ],
    });
    expect((await fetchSites(service, [well], '2026-02-01')).written).toEqual([]);
    expect((await fetchSites(service, [well])).written).toEqual([['2010-05-01', 4703.4]]);
  });

  test('refuses a next page on another host, which would be sent the key', async () => {
    const service = createFakeUsgs({
      daily: createFlow(heise, '2026-03-01', ['1', '2', '3']),
      pageSize: 2,
      nextAddress: 'https://example.org/ogcapi/v1/collections/daily/items',
    });
    const { written, message } = await fetchSites({ ...service, now: afterLegacy }, [heise]);
    expect(written).toEqual([]);
    expect(message).toContain('The next page is on another host than api.waterdata.usgs.gov');
    expect(service.requestedUrls.every((url) => url.startsWith('https://api.waterdata.usgs.gov/'))).toBe(
      true,
    );
  });

  test('follows next links to another version of the service', async () => {
    const service = createFakeUsgs({
      daily: createFlow(heise, '2026-03-01', ['1', '2', '3']),
      pageSize: 2,
      nextAddress: 'https://api.waterdata.usgs.gov/ogcapi/v0/collections/daily/items',
    });
    expect((await fetchSites(service, [heise])).written).toHaveLength(3);
    expect(service.requestedUrls.at(-1)).toContain('/v0/');
  });

  test('uses the legacy service until it ends, and not after', async () => {
    const create = () => {
      const service = createFakeUsgs({ daily: createFlow(heise, '2026-03-01', ['1']) });
      service.faults = Array.from({ length: 10 }, () => 'html' as const);
      return service;
    };
    const before = create();
    expect((await fetchSites(before, [heise])).written).toHaveLength(1);
    expect(before.requestedUrls.at(-1)).toContain('/nwis/dv/');
    const after = create();
    const result = await fetchSites({ ...after, now: afterLegacy }, [heise]);
    expect(result.written).toEqual([]);
    expect(result.message).toContain('Down for maintenance');
    expect(after.requestedUrls.some((url) => url.includes('/nwis/'))).toBe(false);
  });

  test('asks only for the fields it uses, without geometry and without a sort order', async () => {
    const service = createFakeUsgs({ daily: createFlow(heise, '2026-03-01', ['1']) });
    await fetchSites(service, [heise]);
    const url = service.requestedUrls.find((each) => each.includes('/v1/collections/daily/')) ?? '';
    const { searchParams } = new URL(url);
    expect(searchParams.get('skipGeometry')).toBe('true');
    expect(searchParams.get('properties')).toContain('unit_of_measure');
    expect(searchParams.has('sortby')).toBe(false);
  });
});

function afterLegacy(): Date {
  return new Date('2027-02-23T18:00:00Z');
}
