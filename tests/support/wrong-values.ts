import { dayNumber, formatDay } from '#lib/calendar.ts';
import { lines, midnight, of, points, refuses, stores, type WrongFile } from './wrong-files.ts';
import { geoJson, meanColumns, measured, nwisJson, rdb, wellFeature } from './wrong-usgs-files.ts';

type Files = readonly WrongFile[];
/** Values by their days. */
type Days = Readonly<Record<string, unknown>>;
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
    file: (cell) => sweOf({ '2026-01-01': 8.5, '2026-01-02': cell }),
    right: '577:WY:SNTL 2 2026-01-01 8.5',
  },
  idwr: {
    file: (cell) => gainOf({ '7/1/2025': '-250', '7/2/2025': cell }),
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

function sweOf(values: Days, element: object = {}): string {
  return awdb('577:WY:SNTL', { elementCode: 'WTEQ', storedUnitCode: 'in', ...element }, values);
}
function awdb(stationTriplet: string, element: object, values: Days): string {
  const stationElement = { durationName: 'DAILY', ...element };
  const rows = Object.entries(values).map(([date, value]) => ({ date, value }));
  return JSON.stringify([{ stationTriplet, data: [{ stationElement, values: rows }] }]);
}
function gainOf(values: Days): string {
  return JSON.stringify(
    Object.entries(values).map(([day, gain]) => ({
      SiteID: '13038500',
      'Accounting Date': day,
      'Reach Gain (CFS)': gain,
    })),
  );
}

const markers = ['-9999', '-99999', '-999999', '99999', '99999999', '998877', '-99.9', '1e30'];
/** A file in the form of a source with one cell that holds no value. */
const without = (source: WrongFile['source'], title: string, cell: string, said = missing) => {
  const { file, right, sites } = forms[source];
  return of(source, stores(title, file(cell), [right], said, sites && { sites }));
};
const inEverySource: Files = sourceNames.flatMap((source) =>
  markers.flatMap((marker) => without(source, `${marker} in ${seriesNames[source]}`, marker)),
);

const spellings = {
  usbr: ['-999999.00', '9.9999E4', '1.0E+30', '99,999', '998877.00e', 'NO RECORD'],
  nrcs: ['-99.90', '-99.9000015258789'],
  idwr: ['-99.99', 'NaN'],
  aquainfo: ['3.4028235e38'],
  usgs: ['-999999.000'],
};
const texts = {
  usbr: ['Bkw'],
  nrcs: ['N/A'],
  idwr: ['Ice', '--'],
  aquainfo: ['Eqp', 'null'],
  usgs: ['Mnt', 'Rat', 'Ssn', 'Dis'],
};
const noValues: Files = sourceNames.flatMap((source) => [
  ...spellings[source].flatMap((cell) => without(source, `the spelling ${cell}`, cell)),
  ...texts[source].flatMap((cell) => without(source, `the word ${cell}`, cell)),
]);
const noMarker = without(
  'idwr',
  'a number with an exponent that is no marker',
  '-9.9E1',
  '1 rejected: has lost digits to an exponent',
);

const storageCsv = (...values: readonly string[]) =>
  lines('DateTime,amf_af', ...values.map((value, at) => `2020-01-0${at + 1},${value}`));
const rightValues: Files = [
  ...of(
    'usbr',
    stores(
      'storage of 99,998 and 100,000 AF, beside the marker',
      storageCsv('99998', '100000'),
      ['AMF 3 2020-01-01 99998', 'AMF 3 2020-01-02 100000'],
      '2 read, 2 written',
    ),
    stores(
      'an unregulated flow below zero',
      forms.usbr.file('-999'),
      [forms.usbr.right, 'HEII-QU 1 2020-01-02 -999'],
      '2 read, 2 written',
    ),
  ),
  ...of(
    'idwr',
    stores(
      'gains of -99.8 and 9,999 cfs',
      gainOf({ '7/1/2025': '-99.8', '7/2/2025': '9999' }),
      ['RG-HEII-LORI 9 2025-07-01 -99.8', 'RG-HEII-LORI 9 2025-07-02 9999'],
      '2 read, 2 written',
    ),
  ),
  ...of(
    'nrcs',
    stores(
      'no snow, which is 0 and not a missing value',
      sweOf({ '2025-10-01': 0, '2025-10-02': 0.1 }),
      ['577:WY:SNTL 2 2025-10-01 0', '577:WY:SNTL 2 2025-10-02 0.1'],
      '2 read, 2 written',
    ),
  ),
];

const after = 'is after today, 2026-03-20';
const future: Files = [
  ...of(
    'usbr',
    stores(
      'a value of tomorrow',
      lines('DateTime,heii_qd', '2026-03-20,1970', '2026-03-21,1980'),
      ['13037500 1 2026-03-20 1970'],
      `1 rejected: ${after} (2026-03-21: 1980 (line 3))`,
    ),
    stores(
      'a year that is mistyped, 2062',
      lines('DateTime,heii_qd', '2026-03-19,1970', '2062-03-20,1980'),
      ['13037500 1 2026-03-19 1970'],
      `${after} (2062-03-20: 1980 (line 3))`,
    ),
    refuses(
      'only days after today',
      lines('DateTime,heii_qd', '2026-04-01,1970', '2026-04-02,1980'),
      `No value can be stored: 2026-04-01: 1970 (line 2) ${after}.`,
    ),
  ),
  ...of(
    'nrcs',
    stores(
      'snow of tomorrow',
      sweOf({ '2026-03-20': 8.5, '2026-03-21': 8.6 }),
      ['577:WY:SNTL 2 2026-03-20 8.5'],
      after,
    ),
  ),
  ...of(
    'idwr',
    stores(
      'the rest of the accounting’s year',
      gainOf({ '3/20/2026': '-250', '3/21/2026': '0', '12/31/2026': '0' }),
      ['RG-HEII-LORI 9 2026-03-20 -250'],
      `2 rejected: ${after}`,
    ),
  ),
  ...of(
    'aquainfo',
    stores(
      'a well’s depth of tomorrow',
      points([midnight('2026-03-20'), 101], ['2026-03-21T00:00:00.000-06:00', 102]),
      ['AQI-MV1 7 2026-03-20 101'],
      after,
      { sites: ['AQI-MV1 Depth to Water'] },
    ),
  ),
  ...of(
    'usgs',
    stores(
      'a daily mean of tomorrow',
      geoJson({}, { time: '2026-03-21' }),
      ['13037500 1 2026-03-01 1500'],
      after,
    ),
    stores(
      'RDB with a day of next year',
      rdb(meanColumns, '2026-03-19\t1500\tA', '2027-03-19\t1500\tP'),
      ['13037500 1 2026-03-19 1500'],
      `(2027-03-19: 1500 (line 4))`,
    ),
  ),
  ...of(
    'aquainfo',
    stores(
      'this evening in Idaho, which is tomorrow in UTC',
      points(['2026-03-21T05:30:00.000Z', 101]),
      ['AQI-MV1 7 2026-03-20 101'],
      '1 read, 1 written',
      { sites: ['AQI-MV1 Depth to Water'] },
    ),
  ),
];

const oneAMonth = 'There is one value a month, not one a day.';
const monthly: Files = [
  ...of(
    'usbr',
    refuses(
      'one value in the middle of each month',
      lines('DateTime,amf_af', '2020-01-15,1000', '2020-02-15,1100', '2020-03-15,1200'),
      oneAMonth,
    ),
    refuses(
      'one value a month, on changing days, one month left out',
      lines('DateTime,amf_af', '2020-01-14,1', '2020-02-15,2', '2020-03-14,3', '2020-05-16,4'),
      oneAMonth,
    ),
    refuses(
      'months from October to September beside months without a value',
      lines(
        'DateTime,heii_qd',
        '2019-10-31,5500',
        '2019-11-30,',
        '2019-12-31,1600',
        '2020-01-31,1500',
        '2020-02-29,1500',
      ),
      oneAMonth,
    ),
  ),
  ...of(
    'nrcs',
    refuses(
      'monthly precipitation, dated on the first',
      awdb(
        '577:WY:SNTL',
        { elementCode: 'PRCP', durationName: 'MONTHLY', storedUnitCode: 'in' },
        { '2026-01-01': 5 },
      ),
      'These are monthly values, not daily ones.',
    ),
    refuses(
      'monthly storage with a year and a month',
      JSON.stringify([
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
      'These are monthly values, not daily ones.',
      { deadStorageAf: 0 },
    ),
    refuses(
      'snow on the first of each month, without a duration',
      sweOf({ '2026-01-01': 5, '2026-02-01': 6, '2026-03-01': 7 }, { durationName: undefined }),
      oneAMonth,
    ),
    refuses(
      'a report of the first of each month',
      lines(
        'Date,Snow Water Equivalent (in) Start of Day Values',
        '2026-01-01,5',
        '2026-02-01,6',
        '2026-03-01,7',
      ),
      oneAMonth,
      { sites: ['577:WY:SNTL'] },
    ),
  ),
  ...of(
    'idwr',
    refuses('monthly gains', gainOf({ '1/31/2025': 100, '2/28/2025': 110, '3/31/2025': 120 }), oneAMonth),
  ),
  ...of(
    'usgs',
    refuses(
      'monthly means that claim to be daily',
      geoJson({ time: '2025-12-15' }, { time: '2026-01-15' }, { time: '2026-02-15' }),
      oneAMonth,
    ),
    refuses(
      'statistics of months',
      'agency_cd\tsite_no\tparameter_cd\tts_id\tyear_nu\tmonth_nu\tmean_va\n5s\t15s\t5s\t10n\t4s\t2s\t12n\nUSGS\t13037500\t00060\t1\t2025\t1\t1500\n',
      'no column of daily values, such as 1_00060_00003',
    ),
  ),
  ...of(
    'usbr',
    stores(
      'two days a month apart, which may be what is left of a record',
      lines('DateTime,heii_qd', '2020-01-15,1970', '2020-02-15,1980'),
      ['13037500 1 2020-01-15 1970', '13037500 1 2020-02-15 1980'],
      '2 read, 2 written',
    ),
  ),
  ...of(
    'usgs',
    stores(
      'a well that is measured once a month',
      geoJson(
        ...['2025-12-15', '2026-01-15', '2026-02-15'].map((day) => ({
          ...measured,
          time: `${day}T18:00:00Z`,
        })),
      ),
      [...['2025-12-15', '2026-01-15', '2026-02-15'].map((day) => `432740113044501 7 ${day} 12.5`)],
      '3 read, 3 written',
    ),
  ),
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
  ...of(
    'usgs',
    stores(
      'three measurements of a well on a day',
      geoJson(handReading('16:00', '12.5'), handReading('17:00', '19.9'), handReading('18:00', '12.7')),
      [wellDepth(12.7)],
      `1 day has ${byHand}`,
    ),
    stores(
      'one measurement that is sent twice, and another',
      geoJson(handReading('16:00', '12.5'), handReading('16:00', '12.5'), handReading('18:00', '12.7')),
      [wellDepth(12.6)],
      byHand,
    ),
    stores(
      'two measurements, one of them in meters',
      geoJson(handReading('16:00', '10.2'), handReading('17:00', '3.048', { unit_of_measure: 'm' })),
      [wellDepth(10.1)],
      byHand,
    ),
    refuses(
      'two measurements of a well that cannot both be right',
      geoJson(handReading('16:00', '120.11'), handReading('17:00', '12.15')),
      'No value can be read: 120.11 (row 1), 12.15 (row 2) are measurements by hand of one day that differ by more than 0.5 ft.',
    ),
    stores(
      'measurements beside a recorder, whose value counts',
      geoJson({ ...wellFeature, value: '12.1' }, handReading('16:00', '12.5'), handReading('17:00', '12.9')),
      [wellDepth(12.1)],
      '1 read, 1 written',
    ),
    stores(
      'two equal measurements',
      geoJson(handReading('16:00', '12.5'), handReading('17:00', '12.5')),
      [wellDepth(12.5)],
      '1 read, 1 written',
    ),
  ),
];

const second = 'another instrument or place than the main one: 2nd sensor.';
const instruments: Files = [
  ...of(
    'nrcs',
    stores(
      'only a second instrument',
      sweOf({ '2026-01-01': 8.5 }, { ordinal: 2 }),
      ['577:WY:SNTL 2 2026-01-01 8.5'],
      '1 day is from instrument 2: the main one has no value there.',
    ),
    stores(
      'an instrument above ground',
      awdb(
        '577:WY:SNTL',
        { elementCode: 'TAVG', storedUnitCode: 'degF', heightDepth: 144 },
        { '2026-01-01': 20 },
      ),
      ['577:WY:SNTL 5 2026-01-01 20'],
      'Instrument 1 is 144 in above ground.',
    ),
  ),
  ...of(
    'usgs',
    stores(
      'only a second sensor of the legacy service',
      nwisJson('00003', 'ft3/s', '2026-03-01T00:00:00.000', '1500', '[2nd sensor]'),
      ['13037500 1 2026-03-01 1500'],
      second,
    ),
    stores(
      'RDB of only a second sensor',
      `#        1       00060     00003     Discharge, cubic feet per second (Mean), [2nd sensor]\n${rdb(meanColumns, '2026-03-01\t1500\tA')}`,
      ['13037500 1 2026-03-01 1500'],
      second,
    ),
    stores(
      'another time series than the stored one',
      geoJson({ time: '2026-03-02', time_series_id: 'series-two' }),
      ['13037500 1 2026-03-02 1500'],
      'The values are of the series series-two, and those stored before of series-one.',
      { before: geoJson({}) },
    ),
  ),
];

const storageElement = { elementCode: 'RESC', storedUnitCode: 'ac_ft' };
const amf = '13076500:ID:BOR';
const deadStorage: Files = [
  ...of(
    'nrcs',
    refuses(
      'storage that may include dead storage',
      awdb(amf, storageElement, { '2026-03-01': 900_000 }),
      'AWDB does not say whether this storage includes dead storage',
    ),
    refuses(
      'a report of storage that may include dead storage',
      lines('Date,Reservoir Storage Volume (ac_ft) Start of Day Values', '2026-03-01,900000'),
      'Write dead_storage_af, the acre-feet to subtract, into the basin file',
      { sites: [amf] },
    ),
    stores(
      'storage whose dead storage the basin file knows',
      awdb(amf, storageElement, { '2026-03-01': 900_000 }),
      ['AMF 3 2026-03-01 856000'],
      'Dead storage of 44000 AF was subtracted from each value.',
      { deadStorageAf: 44_000 },
    ),
    stores(
      'storage without dead storage, says the basin file',
      awdb(amf, storageElement, { '2026-03-01': 900_000 }),
      ['AMF 3 2026-03-01 900000'],
      '1 read, 1 written',
      { deadStorageAf: 0 },
    ),
  ),
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

const scaled = (title: string, column: Column, change: (value: number) => number, said: string) =>
  refuses(title, tableOf([column], nextDays(30), change), said, { before: tableOf([column], recordDays) });
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
  ...of(
    'usbr',
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
  ),
  ...of(
    'usgs',
    refuses(
      'depths in meters under the unit of feet',
      wellDays((ft) => ft / 3.28084, nextDays(30)),
      'They seem to be in m, not in ft.',
      { before: wellDays((ft) => ft, recordDays) },
    ),
  ),
  ...of(
    'usbr',
    stores(
      'flows of another magnitude that are said to be right',
      tableOf(['heii_qd'], nextDays(12), () => 110),
      rowsOf('heii_qd', nextDays(12), () => 110),
      'Accepted: The values are unlike all that this record has had',
      { before: tableOf(['heii_qd'], recordDays), acceptMagnitude: true },
    ),
    stores(
      'a month at a third of the usual flow, which is a drought',
      tableOf(['heii_qd'], nextDays(30), (cfs) => Math.round(cfs / 3)),
      rowsOf('heii_qd', nextDays(30), (cfs) => Math.round(cfs / 3)),
      '30 read, 30 written',
      { before: tableOf(['heii_qd'], recordDays) },
    ),
    stores(
      'storage at a fifth of the usual',
      tableOf(['amf_af'], nextDays(30), (af) => Math.round(af / 5)),
      rowsOf('amf_af', nextDays(30), (af) => Math.round(af / 5)),
      '30 read, 30 written',
      { before: tableOf(['amf_af'], recordDays) },
    ),
  ),
];

const standsAlone = 'Flagged: far from the days around it and from this record in the season';
/** A month whose value of one day is changed, and flagged. */
const outlierRows = (at: number, change: (cfs: number) => number) =>
  rowsOf('heii_qd', nextDays(30), (cfs, day) => (day === at ? change(cfs) : cfs)).map((row) =>
    row.includes(formatDay(at)) ? `${row} season` : row,
  );
const outliers: Files = [
  ...of(
    'usbr',
    stores(
      'one day in liters per second',
      tableOf(['heii_qd'], nextDays(30), (cfs, day) => (day === middle ? cfs * 28 : cfs)),
      outlierRows(middle, (cfs) => cfs * 28),
      standsAlone,
      { before: tableOf(['heii_qd'], recordDays) },
    ),
    stores(
      'a last day that lost two digits',
      tableOf(['heii_qd'], nextDays(30), (cfs, day) => (day === dip ? 19 : cfs)),
      outlierRows(dip, () => 19),
      standsAlone,
      { before: tableOf(['heii_qd'], recordDays) },
    ),
    stores(
      'a flood of two days that the gage upstream has as well',
      tableOf(['heii_qd', 'pali_qd'], nextDays(30), flooded),
      [...rowsOf('pali_qd', nextDays(30), flooded), ...rowsOf('heii_qd', nextDays(30), flooded)],
      'The water up- or downstream changed as well',
      { before: tableOf(['heii_qd', 'pali_qd'], recordDays) },
    ),
    stores(
      'a flood of two days that the gage upstream does not have',
      tableOf(['heii_qd', 'pali_qd'], nextDays(30), (cfs, day, column) =>
        column === 'heii_qd' ? flooded(cfs, day) : cfs,
      ),
      [
        ...rowsOf('pali_qd', nextDays(30)),
        ...nextDays(30).map(
          (day) =>
            `13037500 1 ${formatDay(day)} ${flooded(shapes.heii_qd(day), day)}${isPulse(day) ? ' season' : ''}`,
        ),
      ],
      `2 stored. ${standsAlone}`,
      { before: tableOf(['heii_qd', 'pali_qd'], recordDays) },
    ),
    stores(
      'a day at twice the flow',
      tableOf(['heii_qd'], nextDays(30), (cfs, day) => (day === middle ? cfs * 2 : cfs)),
      rowsOf('heii_qd', nextDays(30), (cfs, day) => (day === middle ? cfs * 2 : cfs)),
      '30 read, 30 written',
      { before: tableOf(['heii_qd'], recordDays) },
    ),
  ),
];

/** Values that were once let in, and right ones that look like them. */
export const wrongValues: Files = [
  ...inEverySource,
  ...noValues,
  ...noMarker,
  ...rightValues,
  ...future,
  ...monthly,
  ...measurements,
  ...instruments,
  ...deadStorage,
  ...magnitudes,
  ...outliers,
];
