import { dayNumber, formatDay } from '#lib/calendar.ts';
import { accepted, lines, midnight, points, refused, type WrongFile } from './wrong-files.ts';
import { geoJson, meanColumns, measured, nwisJson, rdb, wellFeature } from './wrong-usgs-files.ts';

type Files = readonly WrongFile[];
const missing = '0 rejected, 1 days without a value';

/** Two days in the form of each source: a good value, and the cell in question. `right` is what is stored of the first. */
const forms: Readonly<
  Record<WrongFile['source'], { file(cell: string): string; right: string; sites?: string[] }>
> = {
  usbr: {
    file: (cell) => lines('DateTime,heii_qu', '2020-01-01,2760', `2020-01-02,"${cell}"`),
    right: 'HEII-QU 1 2020-01-01 2760',
  },
  nrcs: {
    file: (cell) =>
      sweOf([
        ['2026-01-01', 8.5],
        ['2026-01-02', cell],
      ]),
    right: '577:WY:SNTL 2 2026-01-01 8.5',
  },
  idwr: {
    file: (cell) =>
      gainOf([
        ['7/1/2025', '-250'],
        ['7/2/2025', cell],
      ]),
    right: 'RG-HEII-LORI 9 2025-07-01 -250',
  },
  aquainfo: {
    file: (cell) => points([midnight('2026-01-01'), 101], [midnight('2026-01-02'), cell]),
    right: 'AQI-MV1 7 2026-01-01 101',
    sites: ['AQI-MV1 Depth to Water'],
  },
  usgs: {
    file: (cell) => geoJson({}, { time: '2026-03-02', value: cell }),
    right: '13037500 1 2026-03-01 1500',
  },
};
const sourceNames = ['usbr', 'nrcs', 'idwr', 'aquainfo', 'usgs'] as const;
const seriesNames = {
  usbr: 'unregulated flow, whose quality is none',
  nrcs: 'snow',
  idwr: 'reach gain',
  aquainfo: 'a well',
  usgs: 'streamflow',
};

function sweOf(values: readonly (readonly [string, unknown])[], element: object = {}): string {
  return awdb('577:WY:SNTL', { elementCode: 'WTEQ', storedUnitCode: 'in', ...element }, values);
}
function awdb(
  stationTriplet: string,
  element: object,
  values: readonly (readonly [string, unknown])[],
  ...more: readonly object[]
): string {
  const stationElement = { durationName: 'DAILY', ...element };
  const rows = values.map(([date, value]) => ({ date, value }));
  return JSON.stringify([{ stationTriplet, data: [{ stationElement, values: rows }, ...more] }]);
}
function gainOf(values: readonly (readonly [string, unknown])[]): string {
  return JSON.stringify(
    values.map(([day, gain]) => ({ SiteID: '13038500', 'Accounting Date': day, 'Reach Gain (CFS)': gain })),
  );
}

const markers = ['-9999', '-99999', '-999999', '99999', '99999999', '998877', '-99.9', '1e30'];
const inEverySource: Files = sourceNames.flatMap((source) =>
  markers.map((marker) => ({
    source,
    title: `${marker} in ${seriesNames[source]}`,
    isOfEverySource: true,
    file: forms[source].file(marker),
    ...(forms[source].sites && { sites: forms[source].sites }),
    ...accepted(forms[source].right),
    said: missing,
  })),
);

const spelled: Files = [
  ['usbr', '-999999.00'],
  ['usbr', '9.9999E4'],
  ['usbr', '1.0E+30'],
  ['usbr', '99,999'],
  ['usbr', '998877.00e'],
  ['usbr', 'NO RECORD'],
  ['nrcs', '-99.90'],
  ['nrcs', '-99.9000015258789'],
  ['idwr', '-9.9E1'],
  ['idwr', '-99.99'],
  ['idwr', 'NaN'],
  ['aquainfo', '3.4028235e38'],
  ['usgs', '-999999.000'],
].map(([source, cell]) => spelling(source as WrongFile['source'], cell ?? ''));

function spelling(source: WrongFile['source'], cell: string): WrongFile {
  const { file, right, sites } = forms[source];
  const isValue = cell === '-9.9E1';
  return {
    source,
    title: isValue ? 'a number with an exponent that is no marker' : `the spelling ${cell}`,
    file: file(cell),
    ...(sites && { sites }),
    ...accepted(right),
    said: isValue ? '1 rejected: has lost digits to an exponent' : missing,
  };
}

const textMarkers: Files = [
  ['usbr', 'Bkw'],
  ['nrcs', 'N/A'],
  ['idwr', 'Ice'],
  ['idwr', '--'],
  ['aquainfo', 'Eqp'],
  ['aquainfo', 'null'],
  ['usgs', 'Mnt'],
  ['usgs', 'Rat'],
  ['usgs', 'Ssn'],
  ['usgs', 'Dis'],
].map(([name, word]) => {
  const source = name as WrongFile['source'];
  const { file, right, sites } = forms[source];
  return {
    source,
    title: `the word ${word}`,
    file: file(word ?? ''),
    ...(sites && { sites }),
    ...accepted(right),
    said: missing,
  };
});

const storageCsv = (...values: readonly string[]) =>
  lines('DateTime,amf_af', ...values.map((value, at) => `2020-01-0${at + 1},${value}`));
const rightValues: Files = [
  {
    source: 'usbr',
    title: 'storage of 99,998 and 100,000 AF, beside the marker',
    file: storageCsv('99998', '100000'),
    ...accepted('AMF 3 2020-01-01 99998', 'AMF 3 2020-01-02 100000'),
    said: '2 read, 2 written',
  },
  {
    source: 'usbr',
    title: 'an unregulated flow below zero',
    file: forms.usbr.file('-999'),
    ...accepted(forms.usbr.right, 'HEII-QU 1 2020-01-02 -999'),
    said: '2 read, 2 written',
  },
  {
    source: 'idwr',
    title: 'gains of -99.8 and 9,999 cfs',
    file: gainOf([
      ['7/1/2025', '-99.8'],
      ['7/2/2025', '9999'],
    ]),
    ...accepted('RG-HEII-LORI 9 2025-07-01 -99.8', 'RG-HEII-LORI 9 2025-07-02 9999'),
    said: '2 read, 2 written',
  },
  {
    source: 'nrcs',
    title: 'no snow, which is 0 and not a missing value',
    file: sweOf([
      ['2025-10-01', 0],
      ['2025-10-02', 0.1],
    ]),
    ...accepted('577:WY:SNTL 2 2025-10-01 0', '577:WY:SNTL 2 2025-10-02 0.1'),
    said: '2 read, 2 written',
  },
];

const after = 'is after today, 2026-03-20';
const future: Files = [
  {
    source: 'usbr',
    title: 'a value of tomorrow',
    file: lines('DateTime,heii_qd', '2026-03-20,1970', '2026-03-21,1980'),
    ...accepted('13037500 1 2026-03-20 1970'),
    said: `1 rejected: ${after} (2026-03-21: 1980 (line 3))`,
  },
  {
    source: 'usbr',
    title: 'a year that is mistyped, 2062',
    file: lines('DateTime,heii_qd', '2026-03-19,1970', '2062-03-20,1980'),
    ...accepted('13037500 1 2026-03-19 1970'),
    said: `${after} (2062-03-20: 1980 (line 3))`,
  },
  {
    source: 'usbr',
    title: 'only days after today',
    file: lines('DateTime,heii_qd', '2026-04-01,1970', '2026-04-02,1980'),
    ...refused,
    said: `No value can be stored: 2026-04-01: 1970 (line 2) ${after}.`,
  },
  {
    source: 'nrcs',
    title: 'snow of tomorrow',
    file: sweOf([
      ['2026-03-20', 8.5],
      ['2026-03-21', 8.6],
    ]),
    ...accepted('577:WY:SNTL 2 2026-03-20 8.5'),
    said: after,
  },
  {
    source: 'idwr',
    title: 'the rest of the accounting’s year',
    file: gainOf([
      ['3/20/2026', '-250'],
      ['3/21/2026', '0'],
      ['12/31/2026', '0'],
    ]),
    ...accepted('RG-HEII-LORI 9 2026-03-20 -250'),
    said: `2 rejected: ${after}`,
  },
  {
    source: 'aquainfo',
    title: 'a well’s depth of tomorrow',
    file: points([midnight('2026-03-20'), 101], ['2026-03-21T00:00:00.000-06:00', 102]),
    sites: ['AQI-MV1 Depth to Water'],
    ...accepted('AQI-MV1 7 2026-03-20 101'),
    said: after,
  },
  {
    source: 'usgs',
    title: 'a daily mean of tomorrow',
    file: geoJson({}, { time: '2026-03-21' }),
    ...accepted('13037500 1 2026-03-01 1500'),
    said: after,
  },
  {
    source: 'usgs',
    title: 'RDB with a day of next year',
    file: rdb(meanColumns, '2026-03-19\t1500\tA', '2027-03-19\t1500\tP'),
    ...accepted('13037500 1 2026-03-19 1500'),
    said: `(2027-03-19: 1500 (line 4))`,
  },
  {
    source: 'aquainfo',
    title: 'this evening in Idaho, which is tomorrow in UTC',
    file: points(['2026-03-21T05:30:00.000Z', 101]),
    sites: ['AQI-MV1 Depth to Water'],
    ...accepted('AQI-MV1 7 2026-03-20 101'),
    said: '1 read, 1 written',
  },
];

const oneAMonth = 'There is one value a month, not one a day.';
const monthly: Files = [
  {
    source: 'usbr',
    title: 'one value in the middle of each month',
    file: lines('DateTime,amf_af', '2020-01-15,1000', '2020-02-15,1100', '2020-03-15,1200'),
    ...refused,
    said: oneAMonth,
  },
  {
    source: 'usbr',
    title: 'one value a month, on changing days, one month left out',
    file: lines('DateTime,amf_af', '2020-01-14,1', '2020-02-15,2', '2020-03-14,3', '2020-05-16,4'),
    ...refused,
    said: oneAMonth,
  },
  {
    source: 'usbr',
    title: 'months from October to September beside months without a value',
    file: lines(
      'DateTime,heii_qd',
      '2019-10-31,5500',
      '2019-11-30,',
      '2019-12-31,1600',
      '2020-01-31,1500',
      '2020-02-29,1500',
    ),
    ...refused,
    said: oneAMonth,
  },
  {
    source: 'nrcs',
    title: 'monthly precipitation, dated on the first',
    file: awdb('577:WY:SNTL', { elementCode: 'PRCP', durationName: 'MONTHLY', storedUnitCode: 'in' }, [
      ['2026-01-01', 5],
    ]),
    ...refused,
    said: 'These are monthly values, not daily ones.',
  },
  {
    source: 'nrcs',
    title: 'monthly storage with a year and a month',
    file: JSON.stringify([
      {
        stationTriplet: '13126000:ID:BOR',
        data: [
          {
            stationElement: { elementCode: 'RESC', durationName: 'MONTHLY', storedUnitCode: 'ac_ft' },
            values: [{ year: 2025, month: 12, value: 41_000 }],
          },
        ],
      },
    ]),
    deadStorageAf: 0,
    ...refused,
    said: 'These are monthly values, not daily ones.',
  },
  {
    source: 'nrcs',
    title: 'values of half months',
    file: sweOf(
      [
        ['2026-01-15', 5],
        ['2026-01-31', 6],
      ],
      { durationName: 'SEMIMONTHLY' },
    ),
    ...refused,
    said: 'These are semimonthly values, not daily ones.',
  },
  {
    source: 'nrcs',
    title: 'snow on the first of each month, without a duration',
    file: sweOf(
      [
        ['2026-01-01', 5],
        ['2026-02-01', 6],
        ['2026-03-01', 7],
      ],
      { durationName: undefined },
    ),
    ...refused,
    said: oneAMonth,
  },
  {
    source: 'nrcs',
    title: 'a report of the first of each month',
    file: lines(
      'Date,Snow Water Equivalent (in) Start of Day Values',
      '2026-01-01,5',
      '2026-02-01,6',
      '2026-03-01,7',
    ),
    sites: ['577:WY:SNTL'],
    ...refused,
    said: oneAMonth,
  },
  {
    source: 'idwr',
    title: 'monthly gains',
    file: gainOf([
      ['1/31/2025', 100],
      ['2/28/2025', 110],
      ['3/31/2025', 120],
    ]),
    ...refused,
    said: oneAMonth,
  },
  {
    source: 'usgs',
    title: 'monthly means that claim to be daily',
    file: geoJson({ time: '2025-12-15' }, { time: '2026-01-15' }, { time: '2026-02-15' }),
    ...refused,
    said: oneAMonth,
  },
  {
    source: 'usgs',
    title: 'statistics of months',
    file: 'agency_cd\tsite_no\tparameter_cd\tts_id\tyear_nu\tmonth_nu\tmean_va\n5s\t15s\t5s\t10n\t4s\t2s\t12n\nUSGS\t13037500\t00060\t1\t2025\t1\t1500\n',
    ...refused,
    said: 'no column of daily values, such as 1_00060_00003',
  },
  {
    source: 'usbr',
    title: 'two days a month apart, which may be what is left of a record',
    file: lines('DateTime,heii_qd', '2020-01-15,1970', '2020-02-15,1980'),
    ...accepted('13037500 1 2020-01-15 1970', '13037500 1 2020-02-15 1980'),
    said: '2 read, 2 written',
  },
  {
    source: 'usgs',
    title: 'a well that is measured once a month',
    file: geoJson(
      ...['2025-12-15', '2026-01-15', '2026-02-15'].map((day) => ({ ...measured, time: `${day}T18:00:00Z` })),
    ),
    ...accepted(...['2025-12-15', '2026-01-15', '2026-02-15'].map((day) => `432740113044501 7 ${day} 12.5`)),
    said: '3 read, 3 written',
  },
];

const handReading = (time: string, value: string, more: object = {}) => ({
  ...measured,
  time: `2026-03-01T${time}:00Z`,
  value,
  ...more,
});
const wellDepth = (value: number) => `432740113044501 7 2026-03-01 ${value}`;
const byHand = 'several measurements by hand: their median is stored.';
const measurements: Files = [
  {
    source: 'usgs',
    title: 'three measurements of a well on a day',
    file: geoJson(handReading('16:00', '12.5'), handReading('17:00', '19.9'), handReading('18:00', '12.7')),
    ...accepted(wellDepth(12.7)),
    said: `1 day has ${byHand}`,
  },
  {
    source: 'usgs',
    title: 'one measurement that is sent twice, and another',
    file: geoJson(handReading('16:00', '12.5'), handReading('16:00', '12.5'), handReading('18:00', '12.7')),
    ...accepted(wellDepth(12.6)),
    said: byHand,
  },
  {
    source: 'usgs',
    title: 'two measurements, one of them in meters',
    file: geoJson(handReading('16:00', '10'), handReading('17:00', '6.096', { unit_of_measure: 'm' })),
    ...accepted(wellDepth(15)),
    said: byHand,
  },
  {
    source: 'usgs',
    title: 'measurements beside a recorder, whose value counts',
    file: geoJson(
      { ...wellFeature, value: '12.1' },
      handReading('16:00', '12.5'),
      handReading('17:00', '12.9'),
    ),
    ...accepted(wellDepth(12.1)),
    said: '1 read, 1 written',
  },
  {
    source: 'usgs',
    title: 'two equal measurements',
    file: geoJson(handReading('16:00', '12.5'), handReading('17:00', '12.5')),
    ...accepted(wellDepth(12.5)),
    said: '1 read, 1 written',
  },
];

const second = 'another instrument or place than the main one: 2nd sensor.';
const instruments: Files = [
  {
    source: 'nrcs',
    title: 'only a second instrument',
    file: sweOf([['2026-01-01', 8.5]], { ordinal: 2 }),
    ...accepted('577:WY:SNTL 2 2026-01-01 8.5'),
    said: 'The answer has only instrument 2, not the main one.',
  },
  {
    source: 'nrcs',
    title: 'an instrument above ground',
    file: awdb('577:WY:SNTL', { elementCode: 'TAVG', storedUnitCode: 'degF', heightDepth: 144 }, [
      ['2026-01-01', 20],
    ]),
    ...accepted('577:WY:SNTL 5 2026-01-01 20'),
    said: 'The instrument is 144 in above ground.',
  },
  {
    source: 'usgs',
    title: 'only a second sensor of the legacy service',
    file: nwisJson('00003', 'ft3/s', '2026-03-01T00:00:00.000', '1500', '[2nd sensor]'),
    ...accepted('13037500 1 2026-03-01 1500'),
    said: second,
  },
  {
    source: 'usgs',
    title: 'RDB of only a second sensor',
    file: `#        1       00060     00003     Discharge, cubic feet per second (Mean), [2nd sensor]\n${rdb(meanColumns, '2026-03-01\t1500\tA')}`,
    ...accepted('13037500 1 2026-03-01 1500'),
    said: second,
  },
  {
    source: 'usgs',
    title: 'another time series than the stored one',
    before: geoJson({}),
    file: geoJson({ time: '2026-03-02', time_series_id: 'series-two' }),
    ...accepted('13037500 1 2026-03-02 1500'),
    said: 'The values are of the series series-two, and those stored before of series-one.',
  },
];

const storageElement = { elementCode: 'RESC', storedUnitCode: 'ac_ft' };
const amf = '13076500:ID:BOR';
const deadStorage: Files = [
  {
    source: 'nrcs',
    title: 'storage that may include dead storage',
    file: awdb(amf, storageElement, [['2026-03-01', 900_000]]),
    ...refused,
    said: 'AWDB does not say whether this storage includes dead storage',
  },
  {
    source: 'nrcs',
    title: 'a report of storage that may include dead storage',
    file: lines('Date,Reservoir Storage Volume (ac_ft) Start of Day Values', '2026-03-01,900000'),
    sites: [amf],
    ...refused,
    said: 'Write dead_storage_af, the acre-feet to subtract, into the basin file',
  },
  {
    source: 'nrcs',
    title: 'storage whose dead storage the basin file knows',
    file: awdb(amf, storageElement, [['2026-03-01', 900_000]]),
    deadStorageAf: 44_000,
    ...accepted('AMF 3 2026-03-01 856000'),
    said: 'Dead storage of 44000 AF was subtracted from each value.',
  },
  {
    source: 'nrcs',
    title: 'storage without dead storage, says the basin file',
    file: awdb(amf, storageElement, [['2026-03-01', 900_000]]),
    deadStorageAf: 0,
    ...accepted('AMF 3 2026-03-01 900000'),
    said: '1 read, 1 written',
  },
];

const firstDay = dayNumber('2018-10-01');
/** A year and a half of a series that peaks in June. */
const recordDays = Array.from({ length: 550 }, (_, at) => firstDay + at);
const season = (day: number) => Math.sin(((day - firstDay - 160) * 2 * Math.PI) / 365.25);
const ripple = (day: number) => ((day * 7) % 13) / 13;
const shapes = {
  heii_qd: (day: number) => Math.round(4000 + 2500 * season(day) + 300 * ripple(day)),
  pali_qd: (day: number) => Math.round(3900 + 2400 * season(day) + 300 * ripple(day)),
  amf_af: (day: number) => Math.round(900_000 + 400_000 * season(day) + 900 * ripple(day)),
  twfi_mm: (day: number) => Math.round(50 + 22 * season(day) + 6 * ripple(day)),
};
type Column = keyof typeof shapes;
const tableOf = (
  columns: readonly Column[],
  days: readonly number[],
  change = (value: number, _day: number, _column: Column) => value,
) =>
  lines(
    ['DateTime', ...columns].join(','),
    ...days.map((day) =>
      [
        formatDay(day),
        ...columns.map((column) => Number(change(shapes[column](day), day, column).toFixed(4))),
      ].join(','),
    ),
  );
const nextDays = (count: number) => Array.from({ length: count }, (_, at) => firstDay + 550 + at);
const places: Readonly<Record<Column, string>> = {
  heii_qd: '13037500 1',
  pali_qd: '13032500 1',
  amf_af: 'AMF 3',
  twfi_mm: 'TWFI 5',
};
const rowsOf = (column: Column, days: readonly number[], change = (value: number, _day: number) => value) =>
  days.map((day) => `${places[column]} ${formatDay(day)} ${change(shapes[column](day), day)}`);

const scaled = (
  title: string,
  column: Column,
  change: (value: number) => number,
  said: string,
): WrongFile => ({
  source: 'usbr',
  title,
  before: tableOf([column], recordDays),
  file: tableOf([column], nextDays(30), change),
  ...refused,
  said,
});
const wellDays = (unit: (value: number) => number, days: readonly number[]) =>
  geoJson(
    ...days.map((day) => ({
      ...wellFeature,
      time: formatDay(day),
      value: unit(270 + 2 * season(day) + ripple(day)).toFixed(2),
    })),
  );
const dip = nextDays(30)[29] ?? 0;
const middle = nextDays(30)[15] ?? 0;
const isPulse = (day: number) => day >= middle && day < middle + 2;
const flooded = (value: number, day: number) => (isPulse(day) ? value * 10 : value);

const magnitudes: Files = [
  scaled(
    'flows in cubic meters per second',
    'heii_qd',
    (cfs) => cfs / 35.3147,
    'They seem to be in m3/s, not in cfs. If they are right, add --accept-magnitude.',
  ),
  scaled(
    'flows in thousands of cubic feet per second',
    'heii_qd',
    (cfs) => cfs / 1000,
    'They seem to be in kcfs, not in cfs.',
  ),
  scaled(
    'flows that were converted twice',
    'heii_qd',
    (cfs) => cfs * 35.3147,
    'They seem to have been converted from m3/s although they were in cfs.',
  ),
  scaled(
    'storage in thousands of acre-feet',
    'amf_af',
    (af) => af / 1000,
    'They seem to be in kaf, not in AF.',
  ),
  scaled('storage in cubic meters', 'amf_af', (af) => af * 1233.48, 'They seem to be in m3, not in AF.'),
  scaled(
    'storage that was divided by 1,233 once too often',
    'amf_af',
    (af) => af / 1233.48,
    'The values are unlike all that this record has had in the same months.',
  ),
  scaled(
    'temperatures in degrees Celsius',
    'twfi_mm',
    (fahrenheit) => (fahrenheit - 32) / 1.8,
    'They seem to be in °C, not in °F.',
  ),
  {
    source: 'usgs',
    title: 'depths in meters under the unit of feet',
    before: wellDays((ft) => ft, recordDays),
    file: wellDays((ft) => ft / 3.28084, nextDays(30)),
    ...refused,
    said: 'They seem to be in m, not in ft.',
  },
  {
    source: 'usbr',
    title: 'flows of another magnitude that are said to be right',
    before: tableOf(['heii_qd'], recordDays),
    file: tableOf(['heii_qd'], nextDays(12), () => 110),
    acceptMagnitude: true,
    ...accepted(...rowsOf('heii_qd', nextDays(12), () => 110)),
    said: 'Accepted: The values are unlike all that this record has had',
  },
  {
    source: 'usbr',
    title: 'a month at a third of the usual flow, which is a drought',
    before: tableOf(['heii_qd'], recordDays),
    file: tableOf(['heii_qd'], nextDays(30), (cfs) => Math.round(cfs / 3)),
    ...accepted(...rowsOf('heii_qd', nextDays(30), (cfs) => Math.round(cfs / 3))),
    said: '30 read, 30 written',
  },
  {
    source: 'usbr',
    title: 'storage at a fifth of the usual',
    before: tableOf(['amf_af'], recordDays),
    file: tableOf(['amf_af'], nextDays(30), (af) => Math.round(af / 5)),
    ...accepted(...rowsOf('amf_af', nextDays(30), (af) => Math.round(af / 5))),
    said: '30 read, 30 written',
  },
];

const standsAlone = 'Flagged: far from the days around it and from this record in the season';
const outliers: Files = [
  {
    source: 'usbr',
    title: 'one day in liters per second',
    before: tableOf(['heii_qd'], recordDays),
    file: tableOf(['heii_qd'], nextDays(30), (cfs, day) => (day === middle ? cfs * 28 : cfs)),
    ...accepted(
      ...rowsOf('heii_qd', nextDays(30), (cfs, day) => (day === middle ? cfs * 28 : cfs)).map((row) =>
        row.includes(formatDay(middle)) ? `${row} season` : row,
      ),
    ),
    said: standsAlone,
  },
  {
    source: 'usbr',
    title: 'a last day that lost two digits',
    before: tableOf(['heii_qd'], recordDays),
    file: tableOf(['heii_qd'], nextDays(30), (cfs, day) => (day === dip ? 19 : cfs)),
    ...accepted(
      ...rowsOf('heii_qd', nextDays(30), (cfs, day) => (day === dip ? 19 : cfs)).map((row) =>
        row.includes(formatDay(dip)) ? `${row} season` : row,
      ),
    ),
    said: standsAlone,
  },
  {
    source: 'usbr',
    title: 'a flood of two days that the gage upstream has as well',
    before: tableOf(['heii_qd', 'pali_qd'], recordDays),
    file: tableOf(['heii_qd', 'pali_qd'], nextDays(30), flooded),
    ...accepted(...rowsOf('pali_qd', nextDays(30), flooded), ...rowsOf('heii_qd', nextDays(30), flooded)),
    said: 'The water up- or downstream changed as well',
  },
  {
    source: 'usbr',
    title: 'a flood of two days that the gage upstream does not have',
    before: tableOf(['heii_qd', 'pali_qd'], recordDays),
    file: tableOf(['heii_qd', 'pali_qd'], nextDays(30), (cfs, day, column) =>
      column === 'heii_qd' ? flooded(cfs, day) : cfs,
    ),
    ...accepted(
      ...rowsOf('pali_qd', nextDays(30)),
      ...nextDays(30).map(
        (day) =>
          `13037500 1 ${formatDay(day)} ${flooded(shapes.heii_qd(day), day)}${isPulse(day) ? ' season' : ''}`,
      ),
    ),
    said: `2 stored. ${standsAlone}`,
  },
  {
    source: 'usbr',
    title: 'a day at twice the flow',
    before: tableOf(['heii_qd'], recordDays),
    file: tableOf(['heii_qd'], nextDays(30), (cfs, day) => (day === middle ? cfs * 2 : cfs)),
    ...accepted(...rowsOf('heii_qd', nextDays(30), (cfs, day) => (day === middle ? cfs * 2 : cfs))),
    said: '30 read, 30 written',
  },
];

/** Values that were once let in, and right ones that look like them. */
export const wrongValues: Files = [
  ...inEverySource,
  ...spelled,
  ...textMarkers,
  ...rightValues,
  ...future,
  ...monthly,
  ...measurements,
  ...instruments,
  ...deadStorage,
  ...magnitudes,
  ...outliers,
];
