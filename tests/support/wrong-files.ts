import { gzipSync } from 'node:zlib';

/** The clock of the imports: noon of 20 March 2026 in Idaho. */
export const wrongFilesNow = new Date('2026-03-20T18:00:00Z');

/** A file, or a saved answer, that has something wrong in it, or something right that resembles one. */
export type WrongFile = {
  readonly title: string;
  readonly source: 'usbr' | 'nrcs' | 'idwr' | 'aquainfo' | 'usgs';
  readonly file: string | Buffer;
  readonly sites?: readonly string[];
  /** Whether each source has this case: the page states it once. */
  readonly isOfEverySource?: boolean;
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
export const refused = { written: [], fails: true } as const;
export const accepted = (...written: readonly string[]) => ({ written, fails: false }) as const;

const usbr: readonly Omit<WrongFile, 'source'>[] = [
  {
    title: 'a word for ice',
    file: lines('DateTime,heii_qd', '2020-01-01,1970', '2020-01-02,Ice'),
    ...accepted(heise(1970)),
    said: '0 rejected, 1 days without a value',
  },
  {
    title: 'a word for broken equipment',
    file: lines('DateTime,heii_qd', '2020-01-01,Eqp', '2020-01-02,1970'),
    ...accepted(heise(1970, '2020-01-02')),
    said: '0 rejected, 1 days without a value',
  },
  {
    title: 'asterisks and dashes',
    file: lines('DateTime,heii_qd', '2020-01-01,***', '2020-01-02,--', '2020-01-03,1970'),
    ...accepted(heise(1970, '2020-01-03')),
    said: '0 rejected, 2 days without a value',
  },
  {
    title: 'an error of a spreadsheet',
    file: lines('DATE,HEII QD,', '12/23/2010 0:00,#VALUE!,', '12/24/2010 0:00,427.1,'),
    ...accepted(heise(427.1, '2010-12-24')),
    said: 'line 2: "#VALUE!"',
  },
  {
    title: 'a column of text',
    file: lines('DateTime,heii_qd', '2020-01-01,low', '2020-01-02,high'),
    ...refused,
    said: 'No value can be read: line 2: "low" is not a number.',
  },
  {
    title: 'a quoted number with a comma between thousands',
    file: lines('DateTime,heii_qd', '2020-01-01,"1,500"', '2020-01-02,"12,345.6"'),
    ...accepted(heise(1500), heise(12345.6, '2020-01-02')),
    said: '2 read, 2 written',
  },
  {
    title: 'a number with a comma without quotation marks',
    file: lines('DateTime,heii_qd', '2020-01-01,1970', '2020-01-02,1,500', '2020-01-03,1980'),
    ...refused,
    said: 'Line 3: 3 columns where the header has 2. A number with a comma, 1,500, needs quotation marks.',
  },
  {
    title: 'a decimal comma',
    file: lines('DateTime,heii_qd', '2020-01-01,"1970,5"', '2020-01-02,1970'),
    ...accepted(heise(1970, '2020-01-02')),
    said: 'has a comma that may be a decimal point (2020-01-01: line 2: "1970,5")',
  },
  {
    title: 'a number that a spreadsheet shortened',
    file: lines('DateTime,amf_af', '2020-01-01,9.05E+05', '2020-01-02,905001'),
    ...accepted(storage(905001, '2020-01-02')),
    said: 'has lost digits to an exponent',
  },
  {
    title: 'two different values for a day',
    file: lines('DateTime,heii_qd', '2020-01-01,1970', '2020-01-01,1980', '2020-01-02,1990'),
    ...accepted(heise(1990, '2020-01-02')),
    said: 'different values for one day (2020-01-01: 1970 (line 2), 1980 (line 3))',
  },
  {
    title: 'readings every 15 minutes',
    file: lines('DateTime,heii_qd', '2020-01-01 00:00,1970', '2020-01-01 00:15,1980'),
    ...refused,
    said: 'Line 3: "2020-01-01 00:15" is a time within a day. Ask daily.pl for daily values',
  },
  {
    title: 'a page of AgriMet’s instantaneous readings',
    file: lines(
      '<HTML><PRE>',
      'BEGIN DATA',
      'DATE       TIME ,  TWFI    OB',
      '02/28/2016 22:45,      38.99 ',
    ),
    ...refused,
    said: 'Line 4: "02/28/2016 22:45" is a time within a day. Ask daily.pl',
  },
  {
    title: 'an older page that ends too soon',
    file: lines('<HTML><PRE>', 'BEGIN DATA', 'DATE      ,   HEII QD', '02/28/2016,      38.99 '),
    ...accepted(heise(38.99, '2016-02-28')),
    said: 'The page ends without END DATA',
  },
  {
    title: 'an older page with its words for no value',
    file: lines(
      '<HTML><PRE>',
      'BEGIN DATA',
      'DATE      ,   HEII QD',
      '02/28/2016,      38.99e',
      '02/29/2016,  NO RECORD   ',
      '03/01/2016,  998877.00',
      'END DATA',
      '</PRE>',
    ),
    ...accepted(heise(38.99, '2016-02-28')),
    said: '1 read, 1 written, 0 unchanged, 0 revised, 0 rejected, 2 days without a value',
  },
  {
    title: 'one value a month',
    file: lines('DateTime,amf_af', '2020-01-01,1000', '2020-02-01,1100', '2020-03-01,1200'),
    ...refused,
    said: 'There is one value a month, not one a day. Ask the agency for daily values.',
  },
  {
    title: 'days before months',
    file: lines('DateTime,heii_qd', '12/1/2020,1970', '13/1/2020,1980'),
    ...refused,
    said: 'Line 3: "13/1/2020" has its day before its month (YYYY-MM-DD or M/D/YYYY)',
  },
  {
    title: 'years of two digits',
    file: lines('DateTime,heii_qd', '04/07/26,1970'),
    ...refused,
    said: 'Line 2: "04/07/26" has a year of two digits',
  },
  {
    title: 'numbers of days from a spreadsheet',
    file: lines('DateTime,heii_qd', '43831,1970'),
    ...refused,
    said: 'Line 2: "43831" is not a date',
  },
  {
    title: 'cubic meters per second in brackets',
    file: lines('DateTime,heii_qd (m3/s)', '2020-01-01,10'),
    ...accepted(heise(353.14667)),
    said: 'Converted from m3/s to cfs.',
  },
  {
    title: 'cubic meters per second in a suffix',
    file: lines('DateTime,heii_qd_cms', '2020-01-01,10'),
    ...accepted(heise(353.14667)),
    said: 'Converted from cms to cfs.',
  },
  {
    title: 'cubic meters of storage in a suffix',
    file: lines('DateTime,amf_af_m3', '2020-01-01,1233481.83754752'),
    ...accepted(storage(1000)),
    said: 'Converted from m3 to AF.',
  },
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
  {
    title: 'one column twice',
    file: lines('DateTime,heii_qd,HEII QD', '2020-01-01,10,11'),
    ...refused,
    said: 'Line 1: the column heii_qd appears twice.',
  },
  {
    title: 'a last number that is cut off',
    file: 'DateTime,heii_qd\n2020-01-01,1970.00\n2020-01-02,19',
    ...accepted(heise(1970)),
    said: 'The file ends in the middle of line 3',
  },
  {
    title: 'a last row that is cut off',
    file: lines('DateTime,heii_qd,amf_af', '2020-01-01,1970,1000', '2020-01-02,1980'),
    ...accepted(heise(1970), storage(1000)),
    said: 'stands in the last row, which is cut off (2020-01-02: line 3: "1980")',
  },
  {
    title: 'a last date that is cut off',
    file: 'DateTime,heii_qd\n2020-01-01,1970.00\n2020-0',
    ...accepted(heise(1970)),
    said: 'Line 3 is cut off and was not imported.',
  },
  {
    title: 'a row in the middle that is too short',
    file: lines('DateTime,heii_qd,amf_af', '2020-01-01,1970', '2020-01-02,1980,1000'),
    ...refused,
    said: 'Line 2: 2 columns where the header has 3.',
  },
  {
    title: 'semicolons',
    file: lines('DateTime;heii_qd', '2020-01-01;1970'),
    ...refused,
    said: 'Separate the columns by commas instead of semicolons.',
  },
  {
    title: 'a quotation mark that is not closed',
    file: lines('DateTime,heii_qd', '2020-01-01,"1970', '2020-01-02,1980'),
    ...refused,
    said: 'a quotation mark is not closed',
  },
  {
    title: 'an error page',
    file: '<html><h1>Error: invalid list</h1></html>\n',
    ...refused,
    said: 'an error page instead of CSV: Error: invalid list',
  },
  { title: 'no text at all', file: '', ...refused, said: 'Line 1: the text is empty.' },
  {
    title: 'a header without rows',
    file: lines('DateTime,heii_qd'),
    ...refused,
    said: 'Nothing was imported: the file has no value of heii_qd.',
  },
  {
    title: 'only missing values',
    file: lines('DateTime,heii_qd,amf_af', '2020-01-01,,998877.00'),
    ...refused,
    said: 'Nothing was imported: the file has no value of heii_qd, amf_af.',
  },
  {
    title: 'the discharges of a stream and of a canal under the names of one site',
    file: lines('DateTime,heii_qj,heii_qd', '2020-01-01,5,1970'),
    ...accepted(heise(1970)),
    said: 'Not imported, because the basin file does not list them: heii_qj',
  },
  {
    title: 'columns of other places',
    file: lines('DateTime,zzzz_qd', '2020-01-01,1970'),
    ...refused,
    said: 'Nothing was imported. It has zzzz_qd, which the basin file does not list.',
  },
  {
    title: 'Milner’s flow under the name of another quantity',
    file: lines('DateTime,mili_qd', '2020-01-01,1970'),
    ...refused,
    said: 'Nothing was imported. It has mili_qd',
  },
  {
    title: 'UTF-16 with a byte order mark and tabs, as spreadsheets save text',
    file: Buffer.from('\uFEFFDateTime\theii_qd\r\n1/1/2020\t1970\r\n', 'utf16le'),
    ...accepted(heise(1970)),
    said: '1 read, 1 written',
  },
  {
    title: 'UTF-16 in the other byte order, without a mark',
    file: Buffer.from('DateTime,heii_qd\n2020-01-01,1970\n', 'utf16le').swap16(),
    ...accepted(heise(1970)),
    said: '1 read, 1 written',
  },
  {
    title: 'UTF-8 with a byte order mark, and only carriage returns as line ends',
    file: Buffer.from('\uFEFFDateTime,heii_qd\r2020-01-01,1970\r2020-01-02,1980\r'),
    ...accepted(heise(1970), heise(1980, '2020-01-02')),
    said: '2 read, 2 written',
  },
  {
    title: 'Windows-1252',
    file: Buffer.from('DateTime,heii_qd,Température (°C)\r\n2020-01-01,1970,3\r\n', 'latin1'),
    ...accepted(heise(1970)),
    said: 'Not imported, because the basin file does not list them: température',
  },
  {
    title: 'a PDF',
    file: Buffer.from('%PDF-1.7\n…'),
    ...refused,
    said: 'The file is a PDF. Ask the agency for CSV or JSON.',
  },
  {
    title: 'a workbook',
    file: Buffer.from('PK\x03\x04\x14\0\x06\0[Content_Types].xml', 'latin1'),
    ...refused,
    said: 'The file is an Excel workbook (XLSX). Save it as CSV.',
  },
  {
    title: 'an archive',
    file: Buffer.from('PK\x03\x04\x14\0\x06\0heii.csv', 'latin1'),
    ...refused,
    said: 'The file is a ZIP archive. Unpack it first.',
  },
  {
    title: 'a compressed file',
    file: gzipSync('DateTime,heii_qd\n2020-01-01,1970\n'),
    ...refused,
    said: 'The file is compressed with gzip. Unpack it first, with gunzip.',
  },
  {
    title: 'zero bytes in the middle',
    file: Buffer.from('DateTime,heii_qd\n2020-01-01,1970\n2020-01-02,19\0\0\n'),
    ...refused,
    said: 'Line 3: the file has zero bytes.',
  },
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

const nrcs: readonly Omit<WrongFile, 'source'>[] = [
  {
    title: 'only medians',
    file: awdb({}, { date: '2026-01-01', median: 9.4 }, { date: '2026-01-02', value: null, median: 9.5 }),
    ...refused,
    said: 'These are medians or averages of many years, not values. Ask AWDB without centralTendencyType.',
  },
  {
    title: 'medians beside values',
    file: awdb({}, { date: '2026-01-01', value: 8.5, median: 9.4 }, { date: '2026-01-02', median: 9.5 }),
    ...accepted(swe(8.5)),
    said: '1 days without a value',
  },
  {
    title: 'millimeters',
    file: awdb({ storedUnitCode: 'mm' }, { date: '2026-01-01', value: 254 }),
    ...accepted(swe(10)),
    said: 'Converted from mm to in.',
  },
  {
    title: 'a unit of something else',
    file: awdb({ storedUnitCode: 'degF' }, { date: '2026-01-01', value: 25 }),
    ...refused,
    said: 'The unit is degF, not in.',
  },
  {
    title: 'hourly values',
    file: awdb({ durationName: 'HOURLY' }, { date: '2026-01-01 01:00', value: 8.5 }),
    ...refused,
    said: 'These are hourly values, not daily ones.',
  },
  {
    title: 'times within the day, without a duration',
    file: awdb({ durationName: undefined }, { date: '2026-01-01 01:00', value: 8.5 }),
    ...refused,
    said: 'Value 1: "2026-01-01 01:00" is a time within a day.',
  },
  {
    title: 'two different values for a day',
    file: awdb({}, { date: '2026-01-01', value: 8.5 }, { date: '2026-01-01', value: 8.6 }),
    ...refused,
    said: 'No value can be read: 8.5 (line 1), 8.6 (line 2) are different values for one day.',
  },
  {
    title: 'a word instead of a value',
    file: awdb({}, { date: '2026-01-01', value: 8.5 }, { date: '2026-01-02', value: 'deep' }),
    ...accepted(swe(8.5)),
    said: 'line 2: "deep"',
  },
  {
    title: 'a second instrument',
    file: JSON.stringify([
      {
        stationTriplet: triplet,
        data: [2, 1].map((ordinal) => ({
          stationElement: { elementCode: 'WTEQ', ordinal, storedUnitCode: 'in' },
          values: [{ date: '2026-01-01', value: ordinal }],
        })),
      },
    ]),
    ...accepted(swe(1)),
    said: '1 read, 1 written',
  },
  {
    title: 'JSON that is cut off',
    file: '[{"stationTriplet":"577:WY:SNTL","data":[{"stationEl',
    ...refused,
    said: 'The response from AWDB is not JSON',
  },
  {
    title: 'a report’s column of medians',
    file: lines('Date,Median Snow Water Equivalent (1991-2020) (in)', '2026-01-01,9.4'),
    sites,
    ...refused,
    said: 'medians and changes are not imported',
  },
  {
    title: 'medians beside the values of a report',
    file: lines(`${sweHeader},Snow Water Equivalent (in) Median (1991-2020)`, '2026-01-01,8.5,9.4'),
    sites,
    ...accepted(swe(8.5)),
    said: '1 read, 1 written',
  },
  {
    title: 'a report in millimeters',
    file: lines('Date,Snow Water Equivalent (mm) Start of Day Values', '2026-01-01,254'),
    sites,
    ...accepted(swe(10)),
    said: 'Converted from mm to in.',
  },
  {
    title: 'a report without a unit',
    file: lines('Date,Snow Water Equivalent', '2026-01-01,254'),
    sites,
    ...refused,
    said: 'The unit is missing, not in.',
  },
  {
    title: 'a monthly report',
    file: lines(sweHeader, 'Jan 2026,8.5'),
    sites,
    ...refused,
    said: 'Line 2: "Jan 2026" is a month, so these are monthly values, not daily ones. Ask the report generator',
  },
  {
    title: 'an hourly report',
    file: lines(sweHeader, '2026-01-01 13:00,8.5'),
    sites,
    ...refused,
    said: 'is a time within a day. Ask the report generator',
  },
  {
    title: 'a report of a station without a name',
    file: lines(sweHeader, '2026-01-01,8.5'),
    ...refused,
    said: 'The report does not name its station. Name it with --sites',
  },
  {
    title: 'a report of several stations, in its headers',
    file: lines(
      `Date,Lewis Lake Divide (577) ${sweHeader.slice(5)},Nowhere (9999) ${sweHeader.slice(5)}`,
      '2026-01-01,8.5,9',
    ),
    ...accepted(swe(8.5)),
    said: 'Not imported, because the basin file does not list them: 9999 WTEQ',
  },
  {
    title: 'a report’s words and missing markers',
    file: lines('# 5" of comment', sweHeader, '2026-01-01,8.5', '2026-01-02,-99.9', '2026-01-03,***'),
    sites,
    ...accepted(swe(8.5)),
    said: '0 rejected, 2 days without a value',
  },
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

const idwr: readonly Omit<WrongFile, 'source'>[] = [
  {
    title: 'dates in milliseconds, in UTC and in Denver',
    file: history(row(Date.UTC(2025, 6, 1), '345.5'), row(`/Date(${Date.UTC(2025, 6, 2, 6)}-0600)/`, 350)),
    ...accepted(diverted(345.5), diverted(350, '2025-07-02')),
    said: '2 read, 2 written',
  },
  {
    title: 'dates with the time of midnight',
    file: history(row('2025-07-01T00:00:00', '345.5'), row('7/2/2025 12:00:00 AM', 'NaN')),
    ...accepted(diverted(345.5)),
    said: '1 days without a value',
  },
  {
    title: 'times within the day',
    file: history(row('2025-07-01T06:15:00', '345.5')),
    ...refused,
    said: 'Row 1: "2025-07-01T06:15:00" is a time within a day.',
  },
  {
    title: 'a date that does not exist',
    file: history(row('7/41/2025', '345.5')),
    ...refused,
    said: 'Row 1: "7/41/2025" does not exist',
  },
  {
    title: 'a word instead of a value',
    file: history(row('7/1/2025', '345.5'), row('7/2/2025', 'low')),
    ...accepted(diverted(345.5)),
    said: 'line 2: "low"',
  },
  {
    title: 'another unit',
    file: history({ SiteID: canal, HSTDate: '7/1/2025', 'Flow (m3/s)': 10 }),
    ...accepted(diverted(353.14667)),
    said: 'Converted from m3/s to cfs.',
  },
  {
    title: 'a unit of something else',
    file: history({ SiteID: canal, HSTDate: '7/1/2025', 'Flow (Acre Ft)': 10 }),
    ...refused,
    said: 'The unit is Acre Ft, not cfs.',
  },
  {
    title: 'CSV with columns without a name',
    file: lines(csvHeader, `${canal},D,"Canal, the",7/1/2025,345.5,NaN,,`, `${canal},D,Canal,7/2/2025,,,`),
    ...accepted(diverted(345.5)),
    said: '1 days without a value',
  },
  {
    title: 'CSV with two different values for a day',
    file: lines(
      csvHeader,
      `${canal},D,Canal,7/1/2025,345.5,,`,
      `${canal},D,Canal,7/1/2025,346,,`,
      `${canal},D,Canal,7/2/2025,350,,`,
    ),
    ...accepted(diverted(350, '2025-07-02')),
    said: 'different values for one day (2025-07-01: 345.5 (line 2), 346 (line 3))',
  },
  {
    title: 'CSV that is cut off',
    file: `${csvHeader}\n${canal},D,Canal,7/1/2025,345.5,,\n${canal},D,Canal,7/2/2025,35`,
    ...accepted(diverted(345.5)),
    said: 'stands in the last row, which is cut off (2025-07-02: line 3: "35")',
  },
  {
    title: 'CSV of something else',
    file: lines('Well,Owner', '1,2'),
    ...refused,
    said: 'the header should have SiteID and HSTDate or Accounting Date; it begins with "Well".',
  },
  {
    title: 'a page',
    file: '<html>Down</html>',
    ...refused,
    said: 'The response from IDWR Accounting is not JSON: Down',
  },
];

const well = 'AQI-MV1';
const depth = 'AQI-MV1 Depth to Water';
export const points = (...found: readonly (readonly [string, unknown])[]) =>
  JSON.stringify({ points: found.map(([timeStamp, numericValue1]) => ({ timeStamp, numericValue1 })) });
export const midnight = (day: string) => `${day}T00:00:00.000-07:00`;

const aquainfo: readonly Omit<WrongFile, 'source'>[] = [
  {
    title: 'several readings within a day',
    file: points([midnight('2026-01-01'), 101], ['2026-01-01T00:15:00.000-07:00', 102]),
    sites: [depth],
    ...refused,
    said: "has several readings within the day, not a daily value. Use the location's dataset with the label Daily.",
  },
  {
    title: 'a location with two parameters',
    file: points([midnight('2026-01-01'), 101]),
    sites: [well],
    ...refused,
    said: 'Name both, for example --sites "AQI-MV1 Depth to Water".',
  },
  {
    title: 'one of the parameters of a location',
    file: points([midnight('2026-01-01'), 101], [midnight('2026-01-02'), null]),
    sites: [depth],
    ...accepted('AQI-MV1 7 2026-01-01 101'),
    said: '1 days without a value',
  },
  {
    title: 'a word instead of a value',
    file: points([midnight('2026-01-01'), 101], [midnight('2026-01-02'), 'deep']),
    sites: [depth],
    ...accepted('AQI-MV1 7 2026-01-01 101'),
    said: 'line 2: "deep"',
  },
  {
    title: 'a time that is none',
    file: points(['yesterday', 101]),
    sites: [depth],
    ...refused,
    said: 'point 1: "yesterday" is not a time',
  },
  {
    title: 'an answer of another kind',
    file: '{"error":"not found"}',
    sites: [depth],
    ...refused,
    said: 'Unexpected response from AquaInfo: points',
  },
];

export const wrongFiles: readonly WrongFile[] = [
  ...usbr.map((each) => ({ ...each, source: 'usbr' as const })),
  ...nrcs.map((each) => ({ ...each, source: 'nrcs' as const })),
  ...idwr.map((each) => ({ ...each, source: 'idwr' as const })),
  ...aquainfo.map((each) => ({ ...each, source: 'aquainfo' as const })),
];
