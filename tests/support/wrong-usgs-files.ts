import { accepted, refused, type WrongFile } from './wrong-files.ts';

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

const files: readonly Omit<WrongFile, 'source'>[] = [
  {
    title: 'a unit of another kind',
    file: geoJson({ unit_of_measure: 'degC' }),
    ...refused,
    said: 'Row 1: The unit is degC, not cfs.',
  },
  {
    title: 'no unit',
    file: geoJson({ unit_of_measure: null }),
    ...refused,
    said: 'The unit is missing, not cfs.',
  },
  {
    title: 'a unit that converts exactly',
    file: geoJson({ unit_of_measure: 'm^3/s', value: '100' }),
    ...accepted(flow(3531.4666)),
    said: 'Converted from m^3/s to cfs.',
  },
  {
    title: 'a depth in meters',
    file: geoJson({ ...wellFeature, unit_of_measure: 'm', value: '3.048' }),
    ...accepted(depth(10)),
    said: 'Converted from m to ft.',
  },
  {
    title: 'another unit in one row of many',
    file: geoJson({}, { time: '2026-03-02', unit_of_measure: 'ft' }),
    ...refused,
    said: 'Row 2: The unit is ft, not cfs.',
  },
  {
    title: 'daily maxima',
    file: geoJson({ statistic_id: '00001' }),
    ...refused,
    said: 'Row 1: statistic 00001 (daily maximum) is not the daily mean (00003).',
  },
  {
    title: 'daily minima and means',
    file: geoJson({}, { statistic_id: '00002', time_series_id: 'series-low', value: '900' }),
    ...accepted(flow(1500)),
    said: '1 values of statistic 00002 (daily minimum) were left out',
  },
  {
    title: 'maxima in the gaps of means',
    file: geoJson({}, { statistic_id: '00001', time_series_id: 'series-high', time: '2026-03-02' }),
    ...accepted(flow(1500)),
    said: 'statistic 00001 (daily maximum) were left out',
  },
  {
    title: 'no statistic',
    file: geoJson({ statistic_id: null }),
    ...refused,
    said: 'does not state its statistic (statistic_id)',
  },
  {
    title: 'readings within the day',
    file: geoJson({ time: '2026-03-01T00:15:00+00:00', statistic_id: '00011' }),
    ...refused,
    said: 'is a time within the day, and the portal stores daily means. Save the collection daily',
  },
  {
    title: 'readings within the day that claim to be means',
    file: geoJson({}, { time: '2026-03-02T06:15:00-07:00' }),
    ...refused,
    said: 'Row 2: 2026-03-02T06:15:00-07:00 is a time within the day',
  },
  {
    title: 'a measurement of discharge by hand',
    file: geoJson({ statistic_id: undefined, time_series_id: undefined, time: '2026-03-01T18:00:00+00:00' }),
    ...refused,
    said: 'a field measurement is not a daily mean',
  },
  {
    title: 'an elevation above another datum than its code says',
    file: geoJson({ ...measured, parameter_code: '62611', vertical_datum: 'NGVD29', value: '4700' }),
    ...refused,
    said: 'the elevation is above NGVD29, and code 62611 is above NAVD88',
  },
  {
    title: 'elevations above two datums',
    file: geoJson(
      {
        ...measured,
        parameter_code: '62610',
        vertical_datum: 'NGVD29',
        value: '4700',
        time: '2026-02-01T18:00:00Z',
      },
      { ...measured, parameter_code: '62611', vertical_datum: 'NAVD88', value: '4703.4' },
    ),
    ...accepted(elevation(4703.4)),
    said: '1 values above NGVD29 (62610) were left out: a series has one datum.',
  },
  {
    title: 'a date that does not exist',
    file: geoJson({ time: '2026-02-30' }),
    ...refused,
    said: '"2026-02-30" is not a date',
  },
  {
    title: 'a month',
    file: geoJson({ time: '2026-03' }),
    ...refused,
    said: '"2026-03" is not a date',
  },
  {
    title: 'two values of one series for a day',
    file: geoJson({}, { value: '1600' }, { time: '2026-03-02' }),
    ...accepted(flow(1500, '2026-03-02')),
    said: '1 rejected: are different values for one day (2026-03-01: 1500 (row 1), 1600 (row 2))',
  },
  {
    title: 'two measurements of a well within a day',
    file: geoJson({ ...measured }, { ...measured, time: '2026-03-01T20:00:00+00:00', value: '13.1' }),
    ...accepted(depth(12.8)),
    said: '1 day has several measurements by hand: their median is stored.',
  },
  {
    title: 'missing values of every kind',
    file: geoJson(
      { value: null, qualifier: ['ICE'] },
      { time: '2026-03-02', value: '' },
      { time: '2026-03-03', value: '-999999' },
      { time: '2026-03-04', value: '-999999.00' },
      { time: '2026-03-05', value: 'Eqp', qualifier: 'EQUIP' },
      { time: '2026-03-06', value: '***' },
      { time: '2026-03-07', value: '7' },
    ),
    ...accepted(flow(7, '2026-03-07')),
    said: '1 read, 1 written, 0 unchanged, 0 revised, 0 rejected, 6 days without a value',
  },
  {
    title: 'a number with letters',
    file: geoJson({ value: '15OO' }, { time: '2026-03-02' }),
    ...accepted(flow(1500, '2026-03-02')),
    said: '1 rejected: is not a number (2026-03-01: row 1: "15OO")',
  },
  {
    title: 'a decimal comma',
    file: geoJson({ value: '15,5' }),
    ...refused,
    said: 'No value can be read: row 1: "15,5" has a comma that may be a decimal point.',
  },
  {
    title: 'a row without its site',
    file: geoJson({ monitoring_location_id: undefined }),
    ...refused,
    said: 'Add --sites with the site',
  },
  {
    title: 'a row without its parameter',
    file: geoJson({ parameter_code: undefined }),
    ...refused,
    said: 'does not name its parameter',
  },
  {
    title: 'a site of nobody',
    file: geoJson({ monitoring_location_id: 'USGS-99' }),
    ...refused,
    said: 'It has 99 00060, which the basin file does not list.',
  },
  {
    title: 'truncated JSON',
    file: geoJson({}).slice(0, -20),
    ...refused,
    said: 'is not JSON',
  },
  {
    title: 'an error page',
    file: '<html><body><h1>Down for maintenance</h1></body></html>',
    ...refused,
    said: 'not RDB from NWIS',
  },
  {
    title: 'the list of sites instead of values',
    file: JSON.stringify({ features: [{ properties: { monitoring_location_number: heise } }] }),
    ...refused,
    said: 'features.0.properties.time',
  },
  {
    title: 'legacy readings within the day',
    file: nwisJson('00000', 'ft3/s', '2026-03-01T00:15:00.000-07:00'),
    ...refused,
    said: 'within the day',
  },
  {
    title: 'legacy maxima',
    file: nwisJson('00001', 'ft3/s', '2026-03-01T00:00:00.000'),
    ...refused,
    said: 'statistic 00001 (daily maximum)',
  },
  {
    title: 'a legacy unit of another kind',
    file: nwisJson('00003', 'ft', '2026-03-01T00:00:00.000'),
    ...refused,
    said: 'The unit is ft, not cfs.',
  },
  {
    title: 'a legacy missing value',
    file: nwisJson('00003', 'ft3/s', '2026-03-01T00:00:00.000', '-999999'),
    ...refused,
    said: 'the file has no value of 13037500 00060',
  },
  {
    title: 'RDB with maximum, minimum and mean',
    file: rdb(
      `1_00060_00001\t1_00060_00001_cd\t2_00060_00002\t2_00060_00002_cd\t3_00060_00003\t3_00060_00003_cd`,
      '2026-03-01\t2000\tA\t900\tA\t1500\tA',
      '2026-03-02\t2000\tA\t900\tA\t\tA',
    ),
    ...accepted(flow(1500)),
    said: 'statistic 00001 (daily maximum) were left out',
  },
  {
    title: 'RDB of readings within the day',
    file: 'agency_cd\tsite_no\tdatetime\ttz_cd\t1_00060\t1_00060_cd\n5s\t15s\t20d\t6s\t14n\t10s\n',
    ...refused,
    said: 'Line 1: these are readings within the day',
  },
  {
    title: 'RDB of the list of sites',
    file: 'agency_cd\tsite_no\tstation_nm\n5s\t15s\t50s\nUSGS\t1\tHEISE',
    ...refused,
    said: 'no column of daily values, such as 1_00060_00003',
  },
  {
    title: 'RDB whose comments name another unit',
    file: `#  01   00060     00003     Discharge, cubic meters per second (Mean)\n${rdb(meanColumns, '2026-03-01\t100\tA')}`,
    ...accepted(flow(3531.4666)),
    said: 'Converted from cubic meters per second to cfs.',
  },
  {
    title: 'RDB that is cut off',
    file: rdb(meanColumns, '2026-03-01\t1500\tA', '2026-03-02\t15'),
    ...refused,
    said: 'Line 4: 4 cells instead of 5',
  },
  {
    title: 'RDB with words instead of numbers',
    file: rdb(
      meanColumns,
      '2026-03-01\t1500\tA',
      '2026-03-02\tIce\tP',
      '2026-03-03\t***\tP',
      '2026-03-04\t\tP',
    ),
    ...accepted(flow(1500)),
    said: '1 read, 1 written, 0 unchanged, 0 revised, 0 rejected, 3 days without a value',
  },
  {
    title: 'CSV of means',
    file: `${columnNames}\nabc,series-one,USGS-${heise},00060,00003,2026-03-01,1500,ft^3/s,Approved,"['ESTIMATED']"\n`,
    ...accepted(flow(1500)),
    said: '1 read, 1 written, 0 unchanged, 0 revised, 0 rejected',
  },
  {
    title: 'CSV whose id column names the site',
    file: `x,y,id,parameter_code,statistic_id,time,value,unit_of_measure\n1,2,USGS-${heise},00060,00003,2026-03-01,1500,ft^3/s\n`,
    ...accepted(flow(1500)),
    said: '1 read, 1 written, 0 unchanged, 0 revised, 0 rejected',
  },
  {
    title: 'CSV of maxima',
    file: `${columnNames}\nabc,s,USGS-${heise},00060,00001,2026-03-01,1500,ft^3/s,Approved,\n`,
    ...refused,
    said: 'Row 2: statistic 00001 (daily maximum)',
  },
  {
    title: 'CSV that does not name the site',
    file: 'id,parameter_code,statistic_id,time,value,unit_of_measure\nabc,00060,00003,2026-03-01,1500,ft^3/s\n',
    ...refused,
    said: 'Row 2 does not name its site (monitoring_location_id). Add --sites',
  },
  {
    title: 'CSV of time series',
    file: 'x,y,id,parameter_code,begin,end\n1,2,abc,00060,2001-01-01,\n',
    ...refused,
    said: 'no column "time"',
  },
  {
    title: 'CSV that is cut off',
    file: `${columnNames}\nabc,s,USGS-${heise},00060,00003,2026-03-01,15`,
    ...refused,
    said: 'Line 2: 7 cells instead of 10',
  },
  {
    title: 'CSV whose last value is cut off',
    file: 'monitoring_location_id,parameter_code,statistic_id,unit_of_measure,time,value\nUSGS-13037500,00060,00003,ft^3/s,2026-03-01,15',
    ...refused,
    said: 'its value may be cut off',
  },
  {
    title: 'nothing',
    file: '',
    ...refused,
    said: 'no line of column names',
  },
  {
    title: 'JSON of a site that only --sites names',
    file: geoJson({ monitoring_location_id: undefined }),
    sites: [heise],
    ...accepted(flow(1500)),
    said: '1 read, 1 written',
  },
  {
    title: 'CSV of a site that only --sites names',
    file: 'parameter_code,statistic_id,time,value,unit_of_measure\n00060,00003,2026-03-01,1500,ft^3/s\n',
    sites: [heise],
    ...accepted(flow(1500)),
    said: '1 read, 1 written',
  },
];

/** Saved answers of the USGS Water Data API and of the legacy service. */
export const wrongUsgsFiles: readonly WrongFile[] = files.map((each) => ({ ...each, source: 'usgs' }));
