import { gzipSync } from 'node:zlib';

/** The clock of the imports: noon of 20 March 2026 in Idaho. */
export const wrongFilesNow = new Date('2026-03-20T18:00:00Z');

/** A file, or a saved answer, that has something wrong in it, or something right that resembles one. */
export type WrongFile = {
  readonly title: string;
  readonly source: 'usbr' | 'nrcs' | 'idwr' | 'aquainfo' | 'usgs';
  readonly file: string | Buffer;
  readonly sites?: readonly string[];
  /** What is imported before it; the record that it is compared with. */
  readonly before?: string;
  readonly acceptMagnitude?: boolean;
  /** What the basin file says of the dead storage of all reservoirs. */
  readonly deadStorageAf?: number;
  /** What is stored by it, as `location parameter day value`, and `flag`: nothing that is wrong. */
  readonly written: readonly string[];
  /** What the report says. */
  readonly said: string;
  /** Whether the command fails. */
  readonly fails: boolean;
};

export const lines = (...rows: readonly string[]) => `${rows.join('\n')}\n`;
const heise = (value: number, day = '2020-01-01') => `13037500 1 ${day} ${value}`;
const storage = (value: number, day = '2020-01-01') => `AMF 3 ${day} ${value}`;
/** Values of the flow near Heise, as HydroMet sends them, from 2020-01-01 on. */
export const flows = (...values: readonly string[]) =>
  lines('DateTime,heii_qd', ...values.map((value, at) => `2020-01-0${at + 1},${value}`));

type WrongCase = Omit<WrongFile, 'source'>;
type More = Partial<Pick<WrongFile, 'sites' | 'before' | 'acceptMagnitude' | 'deadStorageAf'>>;

/** A file of which nothing is stored. */
export const refuses = (
  title: string,
  file: WrongFile['file'],
  said: string,
  more: More = {},
): WrongCase => ({
  title,
  file,
  written: [],
  said,
  fails: true,
  ...more,
});
/** A file of which these values are stored. */
export const stores = (
  title: string,
  file: WrongFile['file'],
  written: readonly string[],
  said: string,
  more: More = {},
): WrongCase => ({ title, file, written, said, fails: false, ...more });
export const of = (source: WrongFile['source'], ...cases: readonly WrongCase[]): WrongFile[] =>
  cases.map((each) => ({ ...each, source }));

const usbr: readonly WrongCase[] = [
  stores('a word for ice', flows('1970', 'Ice'), [heise(1970)], '0 rejected, 1 days without a value'),
  stores(
    'a word for broken equipment',
    flows('Eqp', '1970'),
    [heise(1970, '2020-01-02')],
    '0 rejected, 1 days without a value',
  ),
  stores(
    'asterisks and dashes',
    flows('***', '--', '1970'),
    [heise(1970, '2020-01-03')],
    '0 rejected, 2 days without a value',
  ),
  refuses('a column of text', flows('low', 'high'), 'No value can be read: line 2: "low" is not a number.'),
  stores(
    'a quoted number with a comma between thousands',
    flows('"1,500"', '"12,345.6"'),
    [heise(1500), heise(12345.6, '2020-01-02')],
    '2 read, 2 written',
  ),
  stores(
    'a number that a spreadsheet shortened',
    lines('DateTime,amf_af', '2020-01-01,9.05E+05', '2020-01-02,905001'),
    [storage(905001, '2020-01-02')],
    'has lost digits to an exponent',
  ),
  stores(
    'two different values for a day',
    lines('DateTime,heii_qd', '2020-01-01,1970', '2020-01-01,1980', '2020-01-02,1990'),
    [heise(1990, '2020-01-02')],
    'different values for one day (2020-01-01: 1970 (line 2), 1980 (line 3))',
  ),
  refuses(
    'readings every 15 minutes',
    lines('DateTime,heii_qd', '2020-01-01 00:00,1970', '2020-01-01 00:15,1980'),
    'Line 3: "2020-01-01 00:15" is a time within a day. Ask daily.pl for daily values',
  ),
  refuses(
    'a page of AgriMet’s instantaneous readings',
    lines('<HTML><PRE>', 'BEGIN DATA', 'DATE       TIME ,  TWFI    OB', '02/28/2016 22:45,      38.99 '),
    'Line 4: "02/28/2016 22:45" is a time within a day. Ask daily.pl',
  ),
  stores(
    'an older page that ends too soon',
    lines('<HTML><PRE>', 'BEGIN DATA', 'DATE      ,   HEII QD', '02/28/2016,      38.99 '),
    [heise(38.99, '2016-02-28')],
    'The page ends without END DATA',
  ),
  stores(
    'an older page with its words for no value',
    lines(
      '<HTML><PRE>',
      'BEGIN DATA',
      'DATE      ,   HEII QD',
      '02/28/2016,      38.99e',
      '02/29/2016,  NO RECORD   ',
      '03/01/2016,  998877.00',
      'END DATA',
      '</PRE>',
    ),
    [heise(38.99, '2016-02-28')],
    '1 read, 1 written, 0 unchanged, 0 revised, 0 rejected, 2 days without a value',
  ),
  refuses(
    'one value a month',
    lines('DateTime,amf_af', '2020-01-01,1000', '2020-02-01,1100', '2020-03-01,1200'),
    'There is one value a month, not one a day. Ask the agency for daily values.',
  ),
  refuses(
    'years of two digits',
    lines('DateTime,heii_qd', '04/07/26,1970'),
    'Line 2: "04/07/26" has a year of two digits',
  ),
  stores(
    'cubic meters per second in brackets',
    lines('DateTime,heii_qd (m3/s)', '2020-01-01,10'),
    [heise(353.14667)],
    'Converted from m3/s to cfs.',
  ),
  stores(
    'cubic meters per second in a suffix',
    lines('DateTime,heii_qd_cms', '2020-01-01,10'),
    [heise(353.14667)],
    'Converted from cms to cfs.',
  ),
  stores(
    'cubic meters of storage in a suffix',
    lines('DateTime,amf_af_m3', '2020-01-01,1233481.83754752'),
    [storage(1000)],
    'Converted from m3 to AF.',
  ),
  {
    title: 'a unit of something else',
    file: lines('DateTime,heii_qd (degC),amf_af', '2020-01-01,10,1000'),
    written: [storage(1000)],
    fails: true,
    said: 'heii_qd: Line 1: the column heii_qd: The unit is degC, not cfs.',
  },
  {
    title: 'a suffix that is not known',
    file: lines('DateTime,heii_qd_max,amf_af', '2020-01-01,10,1000'),
    written: [storage(1000)],
    fails: true,
    said: 'the column heii_qd_max is not known; expected heii_qd.',
  },
  stores(
    'a last number that is cut off',
    'DateTime,heii_qd\n2020-01-01,1970.00\n2020-01-02,19',
    [heise(1970)],
    'The file ends in the middle of line 3',
  ),
  stores(
    'a last row that is cut off',
    lines('DateTime,heii_qd,amf_af', '2020-01-01,1970,1000', '2020-01-02,1980'),
    [heise(1970), storage(1000)],
    'stands in the last row, which is cut off (2020-01-02: line 3: "1980")',
  ),
  stores(
    'a last date that is cut off',
    'DateTime,heii_qd\n2020-01-01,1970.00\n2020-0',
    [heise(1970)],
    'Line 3 is cut off and was not imported.',
  ),
  refuses(
    'a row in the middle that is too short',
    lines('DateTime,heii_qd,amf_af', '2020-01-01,1970', '2020-01-02,1980,1000'),
    'Line 2: 2 columns where the header has 3.',
  ),
  refuses(
    'an error page',
    '<html><h1>Error: invalid list</h1></html>\n',
    'an error page instead of CSV: Error: invalid list',
  ),
  refuses(
    'only missing values',
    lines('DateTime,heii_qd,amf_af', '2020-01-01,,998877.00'),
    'Nothing was imported: the file has no value of heii_qd, amf_af.',
  ),
  stores(
    'the discharges of a stream and of a canal under the names of one site',
    lines('DateTime,heii_qj,heii_qd', '2020-01-01,5,1970'),
    [heise(1970)],
    'Not imported, because the basin file does not list them: heii_qj',
  ),
  refuses(
    'columns of other places',
    lines('DateTime,zzzz_qd', '2020-01-01,1970'),
    'Nothing was imported. It has zzzz_qd, which the basin file does not list.',
  ),
  refuses(
    'Milner’s flow under the name of another quantity',
    lines('DateTime,mili_qd', '2020-01-01,1970'),
    'Nothing was imported. It has mili_qd',
  ),
  stores(
    'UTF-16 with a byte order mark and tabs, as spreadsheets save text',
    Buffer.from('\uFEFFDateTime\theii_qd\r\n1/1/2020\t1970\r\n', 'utf16le'),
    [heise(1970)],
    '1 read, 1 written',
  ),
  stores(
    'UTF-16 in the other byte order, without a mark',
    Buffer.from('DateTime,heii_qd\n2020-01-01,1970\n', 'utf16le').swap16(),
    [heise(1970)],
    '1 read, 1 written',
  ),
  stores(
    'UTF-8 with a byte order mark, and only carriage returns as line ends',
    Buffer.from('\uFEFFDateTime,heii_qd\r2020-01-01,1970\r2020-01-02,1980\r'),
    [heise(1970), heise(1980, '2020-01-02')],
    '2 read, 2 written',
  ),
  stores(
    'Windows-1252',
    Buffer.from('DateTime,heii_qd,Température (°C)\r\n2020-01-01,1970,3\r\n', 'latin1'),
    [heise(1970)],
    'Not imported, because the basin file does not list them: température',
  ),
  refuses('a PDF', Buffer.from('%PDF-1.7\n…'), 'The file is a PDF. Ask the agency for CSV or JSON.'),
  refuses(
    'a workbook',
    Buffer.from('PK\x03\x04\x14\0\x06\0[Content_Types].xml', 'latin1'),
    'The file is an Excel workbook (XLSX). Save it as CSV.',
  ),
  refuses(
    'an archive',
    Buffer.from('PK\x03\x04\x14\0\x06\0heii.csv', 'latin1'),
    'The file is a ZIP archive. Unpack it first.',
  ),
  refuses(
    'a compressed file',
    gzipSync('DateTime,heii_qd\n2020-01-01,1970\n'),
    'The file is compressed with gzip. Unpack it first, with gunzip.',
  ),
  refuses(
    'zero bytes in the middle',
    Buffer.from('DateTime,heii_qd\n2020-01-01,1970\n2020-01-02,19\0\0\n'),
    'Line 3: the file has zero bytes.',
  ),
];

const triplet = '577:WY:SNTL';
const swe = (value: number, day = '2026-01-01') => `${triplet} 2 ${day} ${value}`;
const sites = [triplet];
const awdb = (element: object, ...values: readonly object[]) =>
  JSON.stringify([
    {
      stationTriplet: triplet,
      data: [
        {
          stationElement: { elementCode: 'WTEQ', durationName: 'DAILY', storedUnitCode: 'in', ...element },
          values,
        },
      ],
    },
  ]);
const sweHeader = 'Date,Snow Water Equivalent (in) Start of Day Values';

const nrcs: readonly WrongCase[] = [
  refuses(
    'only medians',
    awdb({}, { date: '2026-01-01', median: 9.4 }, { date: '2026-01-02', value: null, median: 9.5 }),
    'These are medians or averages of many years, not values. Ask AWDB without centralTendencyType.',
  ),
  stores(
    'medians beside values',
    awdb({}, { date: '2026-01-01', value: 8.5, median: 9.4 }, { date: '2026-01-02', median: 9.5 }),
    [swe(8.5)],
    '1 days without a value',
  ),
  stores(
    'millimeters',
    awdb({ storedUnitCode: 'mm' }, { date: '2026-01-01', value: 254 }),
    [swe(10)],
    'Converted from mm to in.',
  ),
  refuses(
    'a unit of something else',
    awdb({ storedUnitCode: 'degF' }, { date: '2026-01-01', value: 25 }),
    'The unit is degF, not in.',
  ),
  refuses(
    'hourly values',
    awdb({ durationName: 'HOURLY' }, { date: '2026-01-01 01:00', value: 8.5 }),
    'These are hourly values, not daily ones.',
  ),
  refuses(
    'times within the day, without a duration',
    awdb({ durationName: undefined }, { date: '2026-01-01 01:00', value: 8.5 }),
    'Value 1: "2026-01-01 01:00" is a time within a day.',
  ),
  refuses(
    'two different values for a day',
    awdb({}, { date: '2026-01-01', value: 8.5 }, { date: '2026-01-01', value: 8.6 }),
    'No value can be read: 8.5 (line 1), 8.6 (line 2) are different values for one day.',
  ),
  stores(
    'a word instead of a value',
    awdb({}, { date: '2026-01-01', value: 8.5 }, { date: '2026-01-02', value: 'deep' }),
    [swe(8.5)],
    'line 2: "deep"',
  ),
  stores(
    'a second instrument',
    JSON.stringify([
      {
        stationTriplet: triplet,
        data: [2, 1].map((ordinal) => ({
          stationElement: { elementCode: 'WTEQ', ordinal, storedUnitCode: 'in' },
          values: [{ date: '2026-01-01', value: ordinal }],
        })),
      },
    ]),
    [swe(1)],
    '1 read, 1 written',
  ),
  refuses(
    'JSON that is cut off',
    '[{"stationTriplet":"577:WY:SNTL","data":[{"stationEl',
    'The response from AWDB is not JSON',
  ),
  refuses(
    'a report’s column of medians',
    lines('Date,Median Snow Water Equivalent (1991-2020) (in)', '2026-01-01,9.4'),
    'medians and changes are not imported',
    { sites },
  ),
  stores(
    'medians beside the values of a report',
    lines(`${sweHeader},Snow Water Equivalent (in) Median (1991-2020)`, '2026-01-01,8.5,9.4'),
    [swe(8.5)],
    '1 read, 1 written',
    { sites },
  ),
  stores(
    'a report in millimeters',
    lines('Date,Snow Water Equivalent (mm) Start of Day Values', '2026-01-01,254'),
    [swe(10)],
    'Converted from mm to in.',
    { sites },
  ),
  refuses(
    'a report without a unit',
    lines('Date,Snow Water Equivalent', '2026-01-01,254'),
    'The unit is missing, not in.',
    { sites },
  ),
  refuses(
    'a monthly report',
    lines(sweHeader, 'Jan 2026,8.5'),
    'Line 2: "Jan 2026" is a month, so these are monthly values, not daily ones. Ask the report generator',
    { sites },
  ),
  refuses(
    'an hourly report',
    lines(sweHeader, '2026-01-01 13:00,8.5'),
    'is a time within a day. Ask the report generator',
    { sites },
  ),
  refuses(
    'a report of a station without a name',
    lines(sweHeader, '2026-01-01,8.5'),
    'The report does not name its station. Name it with --sites',
  ),
  stores(
    'a report of several stations, in its headers',
    lines(
      `Date,Lewis Lake Divide (577) ${sweHeader.slice(5)},Nowhere (9999) ${sweHeader.slice(5)}`,
      '2026-01-01,8.5,9',
    ),
    [swe(8.5)],
    'Not imported, because the basin file does not list them: 9999 WTEQ',
  ),
  stores(
    'a report’s words and missing markers',
    lines('# 5" of comment', sweHeader, '2026-01-01,8.5', '2026-01-02,-99.9', '2026-01-03,***'),
    [swe(8.5)],
    '0 rejected, 2 days without a value',
    { sites },
  ),
];

const canal = '13037505';
const diverted = (value: number, day = '2025-07-01') => `${canal} 6 ${day} ${value}`;
const row = (HSTDate: string | number, flow: string | number | null) => ({
  SiteID: canal,
  SiteType: 'D',
  HSTDate,
  'Flow (CFS)': flow,
  'Gage Height (Feet)': 'NaN',
});
const history = (...rows: readonly object[]) => JSON.stringify(rows);
const csvHeader = 'SiteID,SiteType,SiteName,HSTDate,Flow (CFS),Gage Height (Feet),';

const idwr: readonly WrongCase[] = [
  stores(
    'dates in milliseconds, in UTC and in Denver',
    history(row(Date.UTC(2025, 6, 1), '345.5'), row(`/Date(${Date.UTC(2025, 6, 2, 6)}-0600)/`, 350)),
    [diverted(345.5), diverted(350, '2025-07-02')],
    '2 read, 2 written',
  ),
  stores(
    'dates with the time of midnight',
    history(row('2025-07-01T00:00:00', '345.5'), row('7/2/2025 12:00:00 AM', 'NaN')),
    [diverted(345.5)],
    '1 days without a value',
  ),
  refuses(
    'times within the day',
    history(row('2025-07-01T06:15:00', '345.5')),
    'Row 1: "2025-07-01T06:15:00" is a time within a day.',
  ),
  refuses(
    'a date that does not exist',
    history(row('7/41/2025', '345.5')),
    'Row 1: "7/41/2025" does not exist',
  ),
  stores(
    'a word instead of a value',
    history(row('7/1/2025', '345.5'), row('7/2/2025', 'low')),
    [diverted(345.5)],
    'line 2: "low"',
  ),
  stores(
    'another unit',
    history({ SiteID: canal, HSTDate: '7/1/2025', 'Flow (m3/s)': 10 }),
    [diverted(353.14667)],
    'Converted from m3/s to cfs.',
  ),
  refuses(
    'a unit of something else',
    history({ SiteID: canal, HSTDate: '7/1/2025', 'Flow (Acre Ft)': 10 }),
    'The unit is Acre Ft, not cfs.',
  ),
  stores(
    'CSV with columns without a name',
    lines(csvHeader, `${canal},D,"Canal, the",7/1/2025,345.5,NaN,,`, `${canal},D,Canal,7/2/2025,,,`),
    [diverted(345.5)],
    '1 days without a value',
  ),
  stores(
    'CSV with two different values for a day',
    lines(
      csvHeader,
      `${canal},D,Canal,7/1/2025,345.5,,`,
      `${canal},D,Canal,7/1/2025,346,,`,
      `${canal},D,Canal,7/2/2025,350,,`,
    ),
    [diverted(350, '2025-07-02')],
    'different values for one day (2025-07-01: 345.5 (line 2), 346 (line 3))',
  ),
  stores(
    'CSV that is cut off',
    `${csvHeader}\n${canal},D,Canal,7/1/2025,345.5,,\n${canal},D,Canal,7/2/2025,35`,
    [diverted(345.5)],
    'stands in the last row, which is cut off (2025-07-02: line 3: "35")',
  ),
  refuses(
    'CSV of something else',
    lines('Well,Owner', '1,2'),
    'the header should have SiteID and HSTDate or Accounting Date; it begins with "Well".',
  ),
  refuses('a page', '<html>Down</html>', 'The response from IDWR Accounting is not JSON: Down'),
];

const well = 'AQI-MV1';
const depth = 'AQI-MV1 Depth to Water';
export const points = (...found: readonly (readonly [string, unknown])[]) =>
  JSON.stringify({ points: found.map(([timeStamp, numericValue1]) => ({ timeStamp, numericValue1 })) });
export const midnight = (day: string) => `${day}T00:00:00.000-07:00`;

const aquainfo: readonly WrongCase[] = [
  refuses(
    'several readings within a day',
    points([midnight('2026-01-01'), 101], ['2026-01-01T00:15:00.000-07:00', 102]),
    "has several readings within the day, not a daily value. Use the location's dataset with the label Daily.",
    { sites: [depth] },
  ),
  refuses(
    'a location with two parameters',
    points([midnight('2026-01-01'), 101]),
    'Name both, for example --sites "AQI-MV1 Depth to Water".',
    { sites: [well] },
  ),
  stores(
    'one of the parameters of a location',
    points([midnight('2026-01-01'), 101], [midnight('2026-01-02'), null]),
    ['AQI-MV1 7 2026-01-01 101'],
    '1 days without a value',
    { sites: [depth] },
  ),
  stores(
    'a word instead of a value',
    points([midnight('2026-01-01'), 101], [midnight('2026-01-02'), 'deep']),
    ['AQI-MV1 7 2026-01-01 101'],
    'line 2: "deep"',
    { sites: [depth] },
  ),
  refuses('a time that is none', points(['yesterday', 101]), 'point 1: "yesterday" is not a time', {
    sites: [depth],
  }),
  refuses('an answer of another kind', '{"error":"not found"}', 'AquaInfo answered: not found.', {
    sites: [depth],
  }),
];

export const wrongFiles: readonly WrongFile[] = [
  ...of('usbr', ...usbr),
  ...of('nrcs', ...nrcs),
  ...of('idwr', ...idwr),
  ...of('aquainfo', ...aquainfo),
];
