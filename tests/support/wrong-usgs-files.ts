import { of, refuses, stores, type WrongFile } from './wrong-files.ts';

const heise = '13037500';
const well = '432740113044501';

const flow = (value: number, day = '2026-03-01') => `${heise} 1 ${day} ${value}`;
const depth = (value: number) => `${well} 7 2026-03-01 ${value}`;
const elevation = (value: number) => `${well} 8 2026-03-01 ${value}`;

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
export const geoJson = (...changes: readonly Change[]) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: changes.map((change) => ({ type: 'Feature', properties: { ...feature, ...change } })),
  });
export const wellFeature: Change = {
  monitoring_location_id: `USGS-${well}`,
  parameter_code: '72019',
  unit_of_measure: 'ft',
  value: '12.5',
};
export const measured: Change = {
  ...wellFeature,
  statistic_id: undefined,
  time_series_id: undefined,
  time: '2026-03-01T18:00:00+00:00',
};
export const nwisJson = (
  statistic: string,
  unit: string,
  dateTime: string,
  value = '1500',
  methodDescription = '',
) =>
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
          values: [
            { method: [{ methodID: 1, methodDescription }], value: [{ value, qualifiers: ['P'], dateTime }] },
          ],
        },
      ],
    },
  });
export const rdb = (columns: string, ...lines: readonly string[]) =>
  [
    `agency_cd\tsite_no\tdatetime\t${columns}`,
    columns.replaceAll(/\w+/g, '10s'),
    ...lines.map((line) => `USGS\t${heise}\t${line}`),
  ].join('\n');
export const meanColumns = '1_00060_00003\t1_00060_00003_cd';
const columnNames =
  'id,time_series_id,monitoring_location_id,parameter_code,statistic_id,time,value,unit_of_measure,approval_status,qualifier';

const files: readonly ReturnType<typeof refuses>[] = [
  refuses(
    'a unit of another kind',
    geoJson({ unit_of_measure: 'degC' }),
    'Row 1: The unit is degC, not cfs.',
  ),
  refuses('no unit', geoJson({ unit_of_measure: null }), 'The unit is missing, not cfs.'),
  stores(
    'a unit that converts exactly',
    geoJson({ unit_of_measure: 'm^3/s', value: '100' }),
    [flow(3531.4666)],
    'Converted from m^3/s to cfs.',
  ),
  stores(
    'a depth in meters',
    geoJson({ ...wellFeature, unit_of_measure: 'm', value: '3.048' }),
    [depth(10)],
    'Converted from m to ft.',
  ),
  refuses(
    'another unit in one row of many',
    geoJson({}, { time: '2026-03-02', unit_of_measure: 'ft' }),
    'Row 2: The unit is ft, not cfs.',
  ),
  refuses(
    'daily maxima',
    geoJson({ statistic_id: '00001' }),
    'Row 1: statistic 00001 (daily maximum) is not the daily mean (00003).',
  ),
  stores(
    'daily minima and means',
    geoJson({}, { statistic_id: '00002', time_series_id: 'series-low', value: '900' }),
    [flow(1500)],
    '1 values of statistic 00002 (daily minimum) were left out',
  ),
  stores(
    'maxima in the gaps of means',
    geoJson({}, { statistic_id: '00001', time_series_id: 'series-high', time: '2026-03-02' }),
    [flow(1500)],
    'statistic 00001 (daily maximum) were left out',
  ),
  refuses('no statistic', geoJson({ statistic_id: null }), 'does not state its statistic (statistic_id)'),
  refuses(
    'readings within the day',
    geoJson({ time: '2026-03-01T00:15:00+00:00', statistic_id: '00011' }),
    'is a time within the day, and the portal stores daily means. Save the collection daily',
  ),
  refuses(
    'readings within the day that claim to be means',
    geoJson({}, { time: '2026-03-02T06:15:00-07:00' }),
    'Row 2: 2026-03-02T06:15:00-07:00 is a time within the day',
  ),
  refuses(
    'a measurement of discharge by hand',
    geoJson({ statistic_id: undefined, time_series_id: undefined, time: '2026-03-01T18:00:00+00:00' }),
    'a field measurement is not a daily mean',
  ),
  refuses(
    'an elevation above another datum than its code says',
    geoJson({ ...measured, parameter_code: '62611', vertical_datum: 'NGVD29', value: '4700' }),
    'the elevation is above NGVD29, and code 62611 is above NAVD88',
  ),
  stores(
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
    [elevation(4703.4)],
    '1 values above NGVD29 (62610) were left out: a series has one datum.',
  ),
  refuses('a date that does not exist', geoJson({ time: '2026-02-30' }), '"2026-02-30" is not a date'),
  refuses('a month', geoJson({ time: '2026-03' }), '"2026-03" is not a date'),
  stores(
    'two values of one series for a day',
    geoJson({}, { value: '1600' }, { time: '2026-03-02' }),
    [flow(1500, '2026-03-02')],
    '1 rejected: are different values for one day (2026-03-01: 1500 (row 1), 1600 (row 2))',
  ),
  stores(
    'two measurements of a well within a day',
    geoJson({ ...measured }, { ...measured, time: '2026-03-01T20:00:00+00:00', value: '12.9' }),
    [depth(12.7)],
    '1 day has several measurements by hand: their median is stored.',
  ),
  stores(
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
    [flow(7, '2026-03-07')],
    '1 read, 1 written, 0 unchanged, 0 revised, 0 rejected, 6 days without a value',
  ),
  stores(
    'a number with letters',
    geoJson({ value: '15OO' }, { time: '2026-03-02' }),
    [flow(1500, '2026-03-02')],
    '1 rejected: is not a number (2026-03-01: row 1: "15OO")',
  ),
  refuses(
    'a decimal comma',
    geoJson({ value: '15,5' }),
    'No value can be read: row 1: "15,5" has a comma that may be a decimal point.',
  ),
  refuses(
    'a row without its site',
    geoJson({ monitoring_location_id: undefined }),
    'Add --sites with the site',
  ),
  refuses(
    'a row without its parameter',
    geoJson({ parameter_code: undefined }),
    'does not name its parameter',
  ),
  refuses(
    'a site of nobody',
    geoJson({ monitoring_location_id: 'USGS-99' }),
    'It has 99 00060, which the basin file does not list.',
  ),
  refuses('truncated JSON', geoJson({}).slice(0, -20), 'is not JSON'),
  refuses('an error page', '<html><body><h1>Down for maintenance</h1></body></html>', 'not RDB from NWIS'),
  refuses(
    'the list of sites instead of values',
    JSON.stringify({ features: [{ properties: { monitoring_location_number: heise } }] }),
    'features.0.properties.time',
  ),
  refuses(
    'legacy readings within the day',
    nwisJson('00000', 'ft3/s', '2026-03-01T00:15:00.000-07:00'),
    'within the day',
  ),
  refuses(
    'legacy maxima',
    nwisJson('00001', 'ft3/s', '2026-03-01T00:00:00.000'),
    'statistic 00001 (daily maximum)',
  ),
  refuses(
    'a legacy unit of another kind',
    nwisJson('00003', 'ft', '2026-03-01T00:00:00.000'),
    'The unit is ft, not cfs.',
  ),
  refuses(
    'a legacy missing value',
    nwisJson('00003', 'ft3/s', '2026-03-01T00:00:00.000', '-999999'),
    'the file has no value of 13037500 00060',
  ),
  stores(
    'RDB with maximum, minimum and mean',
    rdb(
      `1_00060_00001\t1_00060_00001_cd\t2_00060_00002\t2_00060_00002_cd\t3_00060_00003\t3_00060_00003_cd`,
      '2026-03-01\t2000\tA\t900\tA\t1500\tA',
      '2026-03-02\t2000\tA\t900\tA\t\tA',
    ),
    [flow(1500)],
    'statistic 00001 (daily maximum) were left out',
  ),
  refuses(
    'RDB of readings within the day',
    'agency_cd\tsite_no\tdatetime\ttz_cd\t1_00060\t1_00060_cd\n5s\t15s\t20d\t6s\t14n\t10s\n',
    'Line 1: these are readings within the day',
  ),
  refuses(
    'RDB of the list of sites',
    'agency_cd\tsite_no\tstation_nm\n5s\t15s\t50s\nUSGS\t1\tHEISE',
    'no column of daily values, such as 1_00060_00003',
  ),
  stores(
    'RDB whose comments name another unit',
    `#  01   00060     00003     Discharge, cubic meters per second (Mean)\n${rdb(meanColumns, '2026-03-01\t100\tA')}`,
    [flow(3531.4666)],
    'Converted from cubic meters per second to cfs.',
  ),
  stores(
    'RDB with words instead of numbers',
    rdb(meanColumns, '2026-03-01\t1500\tA', '2026-03-02\tIce\tP', '2026-03-03\t***\tP', '2026-03-04\t\tP'),
    [flow(1500)],
    '1 read, 1 written, 0 unchanged, 0 revised, 0 rejected, 3 days without a value',
  ),
  stores(
    'CSV of means',
    `${columnNames}\nabc,series-one,USGS-${heise},00060,00003,2026-03-01,1500,ft^3/s,Approved,"['ESTIMATED']"\n`,
    [flow(1500)],
    '1 read, 1 written, 0 unchanged, 0 revised, 0 rejected',
  ),
  stores(
    'CSV whose id column names the site',
    `x,y,id,parameter_code,statistic_id,time,value,unit_of_measure\n1,2,USGS-${heise},00060,00003,2026-03-01,1500,ft^3/s\n`,
    [flow(1500)],
    '1 read, 1 written, 0 unchanged, 0 revised, 0 rejected',
  ),
  refuses(
    'CSV of maxima',
    `${columnNames}\nabc,s,USGS-${heise},00060,00001,2026-03-01,1500,ft^3/s,Approved,\n`,
    'Row 2: statistic 00001 (daily maximum)',
  ),
  refuses(
    'CSV that does not name the site',
    'id,parameter_code,statistic_id,time,value,unit_of_measure\nabc,00060,00003,2026-03-01,1500,ft^3/s\n',
    'Row 2 does not name its site (monitoring_location_id). Add --sites',
  ),
  refuses(
    'CSV of time series',
    'x,y,id,parameter_code,begin,end\n1,2,abc,00060,2001-01-01,\n',
    'no column "time"',
  ),
  refuses(
    'CSV that is cut off',
    `${columnNames}\nabc,s,USGS-${heise},00060,00003,2026-03-01,15`,
    'Line 2: 7 cells instead of 10',
  ),
  refuses(
    'CSV whose last value is cut off',
    'monitoring_location_id,parameter_code,statistic_id,unit_of_measure,time,value\nUSGS-13037500,00060,00003,ft^3/s,2026-03-01,15',
    'its value may be cut off',
  ),
  refuses('nothing', '', 'no line of column names'),
  stores(
    'JSON of a site that only --sites names',
    geoJson({ monitoring_location_id: undefined }),
    [flow(1500)],
    '1 read, 1 written',
    { sites: [heise] },
  ),
  stores(
    'CSV of a site that only --sites names',
    'parameter_code,statistic_id,time,value,unit_of_measure\n00060,00003,2026-03-01,1500,ft^3/s\n',
    [flow(1500)],
    '1 read, 1 written',
    { sites: [heise] },
  ),
];

/** Saved answers of the USGS Water Data API and of the legacy service. */
export const wrongUsgsFiles: readonly WrongFile[] = of('usgs', ...files);
