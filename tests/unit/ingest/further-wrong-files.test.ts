import { expect, test } from 'vitest';
import type { SourceName } from '#domain/agencies.ts';
import { checkDays } from '#ingest/engine/import-series.ts';
import { flagSamples } from '#ingest/quality/flag-samples.ts';
import type { SourceSeries } from '#ingest/source.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';
import { readSource } from '../../support/read-source.ts';

const today = dayNumber('2026-03-20');

/** What a file ends as, in lines: its values, each with the rule that it fails; what is rejected, missing, refused or unknown. */
function describeOutcome(found: readonly SourceSeries[], message: string): string[] {
  const lines = found.flatMap((each): string[] => {
    const series = each.kind === 'read' ? checkDays(each, today) : each;
    if (series.kind === 'unknown') return [`unknown ${series.name}`];
    if (series.kind === 'refused') return [`refused ${series.name}: ${series.message}`];
    if (series.kind !== 'read') return [];
    const { target, readings, rejections, missing } = series;
    const flags = flagSamples(readings, target.rules, (at) => readings.marks[at]?.isSuspect);
    return [
      ...readings.days.map((day, at) =>
        [target.site.id, formatDay(day), readings.values[at], flags[at]]
          .filter((part) => part !== undefined)
          .join(' '),
      ),
      ...rejections.map(({ value, reason }) => `rejected ${value} ${reason}`),
      ...missing.map((day) => `missing ${formatDay(day)}`),
    ];
  });
  return message === '' ? lines : [...lines, message];
}

const heise = {
  monitoring_location_id: 'USGS-13037500',
  parameter_code: '00060',
  statistic_id: '00003',
  time: '2026-03-01',
  value: '1500',
  unit_of_measure: 'ft^3/s',
} as const;
const feature = (change: object) => ({ properties: { ...heise, ...change } });
const features = (...changes: readonly object[]) => JSON.stringify({ features: changes.map(feature) });
const lines = (...rows: readonly string[]) => `${rows.join('\n')}\n`;
const usgsCsv = (header: string, ...rows: readonly string[]) => lines(header, ...rows);
const rdbHeader = ['agency_cd\tsite_no\tdatetime\t1_00060_00003\t1_00060_00003_cd', '5s\t15s\t20d\t14n\t10s'];
const rdb = (...rows: readonly string[]) =>
  lines(...rdbHeader, ...rows.map((row) => `USGS\t13037500\t${row}`));
const usbr = (...rows: readonly string[]) => lines('DateTime,heii_qd', ...rows);
const cell = (text: string) => usbr('2026-03-01,1500', `2026-03-02,"${text}"`);
const awdb = (element: object, ...values: readonly object[]) =>
  JSON.stringify([
    {
      stationTriplet: '577:WY:SNTL',
      data: [{ stationElement: { elementCode: 'WTEQ', storedUnitCode: 'in', ...element }, values }],
    },
  ]);
const idwr = (...rows: readonly object[]) =>
  JSON.stringify(rows.map((row) => ({ SiteID: '13037505', HSTDate: '2026-03-01', ...row })));
const points = (...list: readonly (readonly [time: string, value: unknown])[]) =>
  JSON.stringify({ points: list.map(([timeStamp, numericValue1]) => ({ timeStamp, numericValue1 })) });

const good = '13037500 2026-03-01 1500';
const notNumber = 'is not a number';

type Case = readonly [source: SourceName, title: string, text: string, expected: readonly string[]];

const files: readonly Case[] = [
  ['usgs', 'a null and a value for one day', features({ value: null }, {}), [good]],
  ['usgs', 'a value between spaces', features({ value: ' 1500 ' }), [good]],
  ['usgs', 'a value that is no text', features({ value: 1500 }), [good]],
  [
    'usgs',
    'an exponent',
    features({}, { time: '2026-03-02', value: '1.5e3' }),
    [good, 'rejected row 2: "1.5e3" has lost digits to an exponent'],
  ],
  [
    'usgs',
    'the word Withheld',
    features({}, { time: '2026-03-02', value: 'Withheld' }),
    [good, 'missing 2026-03-02'],
  ],
  [
    'usgs',
    'true instead of a value',
    features({}, { value: true }),
    ['Unexpected response from the USGS Water Data API'],
  ],
  [
    'usgs',
    'no time',
    features({}, { time: undefined }),
    ['Unexpected response from the USGS Water Data API'],
  ],
  [
    'usgs',
    'a month without its zero',
    features({ time: '2026-3-1' }),
    ['refused 13037500 00060: Row 1: "2026-3-1" is not a date (YYYY-MM-DD).'],
  ],
  [
    'usgs',
    'a number instead of an id',
    features({ monitoring_location_id: 13037500 }),
    ['Unexpected response from the USGS Water Data API'],
  ],
  [
    'usgs',
    'properties that are null',
    JSON.stringify({ features: [{ properties: null }] }),
    ['Unexpected response from the USGS Water Data API'],
  ],
  [
    'usgs',
    'a gage height under the name of the gage',
    features({ parameter_code: '00065', unit_of_measure: 'ft' }),
    ['unknown 13037500 00065'],
  ],
  [
    'usgs',
    'two spellings of one unit',
    features({}, { time: '2026-03-02', unit_of_measure: 'ft3/s' }),
    [good, '13037500 2026-03-02 1500'],
  ],
  [
    'usgs',
    'rows that are not in order',
    features({ time: '2026-03-02', value: '2' }, {}),
    [good, '13037500 2026-03-02 2'],
  ],
  [
    'usgs',
    'RDB with quotation marks',
    rdb('2026-03-01\t1500\tA', '2026-03-02\t"1500"\tA'),
    [good, `rejected row 4: ""1500"" ${notNumber}`],
  ],
  [
    'usgs',
    'RDB of two tables',
    rdb('2026-03-01\t1500\tA') + rdb('2026-03-02\t1510\tA'),
    [good, '13037500 2026-03-02 1510'],
  ],
  [
    'usgs',
    'RDB with a row that a person shortened',
    rdb('2026-03-01\t1500\tA', '2026-03-02\t1510'),
    ['Line 4: 4 cells instead of 5.'],
  ],
  [
    'usgs',
    'CSV in capitals, in another order, with a column of its own',
    usgsCsv(
      'VALUE,TIME,NOTE,MONITORING_LOCATION_ID,PARAMETER_CODE,STATISTIC_ID,UNIT_OF_MEASURE',
      '1500,2026-03-01,x,USGS-13037500,00060,00003,ft^3/s',
    ),
    [good],
  ],
  [
    'usgs',
    'two files of CSV, one after the other',
    usgsCsv(
      'time,value,monitoring_location_id,parameter_code,statistic_id,unit_of_measure',
      '2026-03-01,1500,USGS-13037500,00060,00003,ft^3/s',
      'time,value,monitoring_location_id,parameter_code,statistic_id,unit_of_measure',
    ),
    ['unknown monitoring_location_id parameter_code', good],
  ],
  [
    'usbr',
    'two files, one after the other',
    usbr('2026-03-01,1500') + usbr('2026-03-02,1500'),
    ['Line 3: "DateTime" is not a date (YYYY-MM-DD or M/D/YYYY).'],
  ],
  [
    'usbr',
    'a row of totals',
    usbr('2026-03-01,1500', 'Total,1500'),
    ['Line 3: "Total" is not a date (YYYY-MM-DD or M/D/YYYY).'],
  ],
  [
    'usbr',
    'a comment in the middle',
    usbr('2026-03-01,1500', '# estimated,1500'),
    ['Line 3: "# estimated" is not a date (YYYY-MM-DD or M/D/YYYY).'],
  ],
  ['usbr', 'a value with its unit', cell('1500 cfs'), [good, `rejected line 3: "1500 cfs" ${notNumber}`]],
  ['usbr', 'less than', cell('<5'), [good, `rejected line 3: "<5" ${notNumber}`]],
  [
    'usbr',
    'a number in brackets, as accountants write a loss',
    cell('(1500)'),
    [good, `rejected line 3: "(1500)" ${notNumber}`],
  ],
  ['usbr', 'a range', cell('1500-1600'), [good, `rejected line 3: "1500-1600" ${notNumber}`]],
  ['usbr', 'an amount of money', cell('$1,500'), [good, `rejected line 3: "$1,500" ${notNumber}`]],
  [
    'usbr',
    'a date instead of a value',
    cell('2026-03-02'),
    [good, `rejected line 3: "2026-03-02" ${notNumber}`],
  ],
  ['usbr', 'a formula', cell('=A2+1'), [good, `rejected line 3: "=A2+1" ${notNumber}`]],
  ['usbr', 'a flow below zero', cell('-35'), [good, '13037500 2026-03-02 -35 range']],
  [
    'usbr',
    'days from the last to the first',
    usbr('2026-03-02,2', '2026-03-01,1500'),
    [good, '13037500 2026-03-02 2'],
  ],
  [
    'usbr',
    'February 29 of a common year',
    usbr('2026-02-28,1', '2026-02-29,1'),
    ['Line 3: "2026-02-29" does not exist (YYYY-MM-DD or M/D/YYYY).'],
  ],
  [
    'usbr',
    'a day before its month',
    usbr('13/02/2026,1500'),
    ['Line 2: "13/02/2026" has its day before its month (YYYY-MM-DD or M/D/YYYY).'],
  ],
  [
    'usbr',
    'a weekday before the date',
    usbr('Sun 3/1/2026,1500'),
    ['Line 2: "Sun 3/1/2026" is not a date (YYYY-MM-DD or M/D/YYYY).'],
  ],
  [
    'usbr',
    'a week',
    usbr('2026-W09-7,1500'),
    ['Line 2: "2026-W09-7" is not a date (YYYY-MM-DD or M/D/YYYY).'],
  ],
  [
    'usbr',
    'a row without its date',
    usbr('2026-03-01,1500', ',1500'),
    ['Line 3: the date is missing (YYYY-MM-DD).'],
  ],
  ['nrcs', 'American dates', awdb({}, { date: '03/01/2026', value: 8.5 }), ['577:WY:SNTL 2026-03-01 8.5']],
  [
    'nrcs',
    'a value that is text',
    awdb({}, { date: '2026-03-01', value: '8.5' }),
    ['577:WY:SNTL 2026-03-01 8.5'],
  ],
  [
    'nrcs',
    'snow below zero',
    awdb({}, { date: '2026-03-01', value: -0.1 }),
    ['577:WY:SNTL 2026-03-01 -0.1 range'],
  ],
  [
    'nrcs',
    'a trace',
    awdb({}, { date: '2026-03-01', value: 8.5 }, { date: '2026-03-02', value: 'T' }),
    ['577:WY:SNTL 2026-03-01 8.5', `rejected line 2: "T" ${notNumber}`],
  ],
  [
    'nrcs',
    'values twice a month',
    awdb({ durationName: 'SEMIMONTHLY' }, { date: '2026-03-01', value: 8.5 }),
    ['refused 577:WY:SNTL WTEQ: These are semimonthly values, not daily ones.'],
  ],
  [
    'nrcs',
    'a report of a station of nobody',
    lines('Date,Station Id,Snow Water Equivalent (in)', '2026-03-01,99999,8.5'),
    ['unknown 99999 WTEQ'],
  ],
  [
    'idwr',
    'a number instead of a site’s text',
    idwr({ SiteID: 13037505, 'Flow (CFS)': 345 }),
    ['13037505 2026-03-01 345'],
  ],
  [
    'idwr',
    'a site between spaces, and a comma between thousands',
    idwr({ SiteID: ' 13037505 ', 'Flow (CFS)': '1,345' }),
    ['13037505 2026-03-01 1345'],
  ],
  [
    'idwr',
    'no date',
    idwr({ HSTDate: null, 'Flow (CFS)': 345 }),
    ['refused 13037505 Flow (CFS): Row 1: the date is missing (YYYY-MM-DD).'],
  ],
  [
    'idwr',
    'an error of the service in JSON',
    JSON.stringify({ Message: 'An error has occurred.' }),
    ['IDWR Accounting answered: An error has occurred.'],
  ],
  [
    'aquainfo',
    'a number that is text',
    points(['2026-03-01T12:00:00-07:00', '101']),
    ['AQI-MV1 2026-03-01 101'],
  ],
  ['aquainfo', 'a time without its zone', points(['2026-03-01T12:00:00', 101]), ['AQI-MV1 2026-03-01 101']],
  [
    'aquainfo',
    'a midnight without its zone',
    points(['2026-03-01T00:00:00', 101]),
    ['AQI-MV1 2026-03-01 101'],
  ],
  ['aquainfo', 'a day without a time', points(['2026-03-01', 101]), ['AQI-MV1 2026-03-01 101']],
  [
    'aquainfo',
    'a date in words',
    points(['March 1, 2026', 101]),
    ['Unexpected response from AquaInfo: point 1: "March 1, 2026" is not a time.'],
  ],
  [
    'aquainfo',
    'points that are no list',
    JSON.stringify({ points: {} }),
    ['Unexpected response from AquaInfo'],
  ],
  // What wraps the values: encodings, ends of lines, separators, pages of other things.
  ['usgs', 'a mark of byte order before JSON', `\uFEFF${features({})}`, [good]],
  [
    'usgs',
    'JSON that ends in the middle',
    features({}, { time: '2026-03-02' }).slice(0, -40),
    ['It breaks off after 1 whole elements, and none of them was imported. Save the file again.'],
  ],
  [
    'usgs',
    'NaN written into JSON',
    features({}).replace('"1500"', 'NaN'),
    ['The response from the USGS Water Data API is not JSON'],
  ],
  [
    'usgs',
    'a line of JSON for each day',
    lines(JSON.stringify(feature({})), JSON.stringify(feature({ time: '2026-03-02' }))),
    ['The response from the USGS Water Data API is not JSON'],
  ],
  [
    'usgs',
    'a list without its envelope',
    JSON.stringify([feature({})]),
    ['Unexpected response from the USGS Water Data API'],
  ],
  [
    'usgs',
    'a page for people instead of data',
    '<!DOCTYPE html><html><body>Sign in to continue</body></html>',
    ['Line 1: this is not RDB from NWIS: Sign in to continue.'],
  ],
  [
    'usgs',
    'the prefix of its agency in small letters',
    features({ monitoring_location_id: 'usgs-13037500' }),
    [good],
  ],
  [
    'usgs',
    'the letter O in the number of a gage',
    features({}, { monitoring_location_id: 'USGS-13O37500', time: '2026-03-02' }),
    ['unknown 13O37500 00060', good],
  ],
  ['usgs', 'a parameter without its zeros', features({ parameter_code: '60' }), ['unknown 13037500 60']],
  [
    'usgs',
    'a maximum beside the mean',
    features({}, { statistic_id: '00001', time: '2026-03-02', value: '1900' }),
    [good],
  ],
  [
    'usgs',
    'cubic meters',
    features({ unit_of_measure: 'm^3/s', value: '42' }),
    ['13037500 2026-03-01 1483.2160023025206'],
  ],
  [
    'usgs',
    'a year of two digits',
    features({ time: '26-03-01' }),
    ['refused 13037500 00060: Row 1: "26-03-01" is not a date (YYYY-MM-DD).'],
  ],
  [
    'usgs',
    'a day with a time and a zone',
    features({ time: '2026-03-01T00:00:00Z' }),
    [
      "refused 13037500 00060: Row 1: 2026-03-01T00:00:00Z is a time within the day, and the portal stores daily means. Save the collection daily, or the legacy service's daily values (dv).",
    ],
  ],
  ['usgs', 'RDB with lines of Windows', rdb('2026-03-01\t1500\tA').replaceAll('\n', '\r\n'), [good]],
  ['usgs', 'RDB with lines of an old Macintosh', rdb('2026-03-01\t1500\tA').replaceAll('\n', '\r'), [good]],
  [
    'usgs',
    'RDB whose tabs became spaces',
    rdb('2026-03-01\t1500\tA').replaceAll('\t', '    '),
    ['Line 1: this is not RDB from NWIS: agency_cd site_no datetime 1_00060_00003 1_00060_00003_cd.'],
  ],
  [
    'usgs',
    'RDB that says there are no sites',
    lines('#  No sites found matching all criteria'),
    [
      'This is not RDB from NWIS: it has no line of column names. Its 2 lines say only: No sites found matching all criteria',
    ],
  ],
  [
    'usbr',
    'semicolons, as Excel writes in some countries',
    usbr('2026-03-01,1500').replaceAll(',', ';'),
    [
      'Line 1: the header should begin with DateTime, not with "DateTime;heii_qd". Separate the columns by commas instead of semicolons.',
    ],
  ],
  ['usbr', 'tabs instead of commas', usbr('2026-03-01,1500').replaceAll(',', '\t'), [good]],
  [
    'usbr',
    'a quotation mark that never closes',
    usbr('2026-03-01,"1500', '2026-03-02,1510'),
    ['Line 3: a quotation mark is not closed, or stands inside a cell: 2026-03-02,1510'],
  ],
  ['usbr', 'a comma after the last column', lines('DateTime,heii_qd,', '2026-03-01,1500,'), [good]],
  [
    'usbr',
    'a cell too many',
    usbr('2026-03-01,1500,9'),
    ['Line 2: 3 columns where the header has 2. A number with a comma, 1,500, needs quotation marks.'],
  ],
  [
    'usbr',
    'one column twice',
    lines('DateTime,heii_qd,heii_qd', '2026-03-01,1500,900'),
    ['Line 1: the column heii_qd appears twice.'],
  ],
  [
    'usbr',
    'one day twice, with other values',
    usbr('2026-03-01,1500', '2026-03-01,900'),
    ['refused heii_qd: No value can be read: 1500 (line 2), 900 (line 3) are different values for one day.'],
  ],
  [
    'usbr',
    'a header only',
    usbr(),
    [
      'Nothing was imported: the file has no value of heii_qd. Line 1 is "DateTime,heii_qd", and no other follows.',
    ],
  ],
  ['usbr', 'only ends of lines', '\n\n\n', ['Line 1: the text is empty.']],
  [
    'usbr',
    'a mark of byte order and capitals',
    `\uFEFF${lines('DATETIME,HEII_QD', '2026-03-01,1500')}`,
    [good],
  ],
  [
    'usbr',
    'the number that Excel has for a date',
    usbr('46082,1500'),
    ['Line 2: "46082" is not a date (YYYY-MM-DD or M/D/YYYY).'],
  ],
  ['usbr', 'an error of Excel', cell('#DIV/0!'), [good, `rejected line 3: "#DIV/0!" ${notNumber}`]],
  [
    'usbr',
    'a decimal comma',
    cell('1500,5'),
    [good, 'rejected line 3: "1500,5" has a comma that may be a decimal point'],
  ],
  [
    'usbr',
    'a day in the future, and one before there were gages',
    usbr('1066-10-14,1500', '2026-03-01,1500', '2027-03-01,1500'),
    [
      good,
      'rejected 1500 (line 2) is before 1800-01-01',
      'rejected 1500 (line 4) is after today, 2026-03-20',
    ],
  ],
  [
    'nrcs',
    'centimeters',
    awdb({ storedUnitCode: 'cm' }, { date: '2026-03-01', value: 21.59 }),
    ['577:WY:SNTL 2026-03-01 8.5'],
  ],
  [
    'nrcs',
    'an element of nobody',
    awdb({ elementCode: 'XYZQ' }, { date: '2026-03-01', value: 1 }),
    ['unknown 577:WY:SNTL XYZQ'],
  ],
  [
    'nrcs',
    'an empty list',
    '[]',
    ['Nothing was imported: the file has no value. Line 1 is "[]", and no other follows.'],
  ],
  [
    'nrcs',
    'true as a value',
    awdb({}, { date: '2026-03-01', value: true }),
    ['Unexpected response from AWDB'],
  ],
  [
    'nrcs',
    'what a broken pillow sends',
    awdb({}, { date: '2026-03-01', value: -99.9 }, { date: '2026-03-02', value: 8.5 }),
    ['577:WY:SNTL 2026-03-02 8.5', 'missing 2026-03-01'],
  ],
  [
    'idwr',
    'an object instead of a list',
    JSON.stringify({ SiteID: '13037505', HSTDate: '2026-03-01', 'Flow (CFS)': 345 }),
    ['Unexpected response from IDWR Accounting'],
  ],
  [
    'idwr',
    'an id with a fraction',
    idwr({ SiteID: 13037505.5, 'Flow (CFS)': 345 }),
    ['unknown 13037505.5 Flow (CFS)'],
  ],
  [
    'idwr',
    'a date of the year 1',
    idwr({ HSTDate: '0001-01-01T00:00:00', 'Flow (CFS)': 3 }, { HSTDate: '2026-03-02', 'Flow (CFS)': 345 }),
    ['13037505 2026-03-02 345', 'rejected 3 (line 1) is before 1800-01-01'],
  ],
  [
    'idwr',
    'the word null',
    idwr({ 'Flow (CFS)': 'null' }, { HSTDate: '2026-03-02', 'Flow (CFS)': 345 }),
    ['13037505 2026-03-02 345', 'missing 2026-03-01'],
  ],
  [
    'aquainfo',
    'a depth of ten thousand feet',
    points(['2026-03-01T12:00:00-07:00', 10000], ['2026-03-02T12:00:00-07:00', 101]),
    ['AQI-MV1 2026-03-01 10000 range', 'AQI-MV1 2026-03-02 101'],
  ],
  [
    'aquainfo',
    'two readings of one minute that differ',
    points(['2026-03-01T12:00:00-07:00', 101], ['2026-03-01T12:00:00-07:00', 130]),
    [
      'refused AQI-MV1 Depth to Water: No value can be read: 101 (line 1), 130 (line 2) are different values for one day.',
    ],
  ],
  // What withdraws a stored day, in the words of each source.
  [
    'usgs',
    'ice among days',
    features({}, { time: '2026-03-02', value: null, qualifier: ['ICE'] }),
    [good, 'missing 2026-03-02'],
  ],
  ['usgs', 'only a day of ice', features({ value: null, qualifier: ['ICE'] }), ['missing 2026-03-01']],
  [
    'usgs',
    'RDB with ice, broken equipment and stars',
    rdb('2026-03-01\tIce\tP', '2026-03-02\tEqp\tP', '2026-03-03\t***\tP', '2026-03-04\t1500\tP'),
    ['13037500 2026-03-04 1500', 'missing 2026-03-01', 'missing 2026-03-02', 'missing 2026-03-03'],
  ],
  [
    'usbr',
    'flags without a value, no record and an empty cell',
    usbr('2026-03-01,1500', '2026-03-02,m', '2026-03-03,998877.00n', '2026-03-04,NO RECORD', '2026-03-05,'),
    [good, 'missing 2026-03-02', 'missing 2026-03-03', 'missing 2026-03-04', 'missing 2026-03-05'],
  ],
  [
    'nrcs',
    'null',
    awdb({}, { date: '2026-03-01', value: 8.5 }, { date: '2026-03-02', value: null }),
    ['577:WY:SNTL 2026-03-01 8.5', 'missing 2026-03-02'],
  ],
  [
    'idwr',
    'NaN',
    idwr({ 'Flow (CFS)': 345 }, { HSTDate: '2026-03-02', 'Flow (CFS)': 'NaN' }),
    ['13037505 2026-03-01 345', 'missing 2026-03-02'],
  ],
  [
    'aquainfo',
    'null',
    points(['2026-03-01T12:00:00-07:00', 101], ['2026-03-02T12:00:00-07:00', null]),
    ['AQI-MV1 2026-03-01 101', 'missing 2026-03-02'],
  ],
  // Right values that were refused or flagged.
  [
    'nrcs',
    'storage of a reservoir that only AWDB has',
    awdb({ elementCode: 'RESC', storedUnitCode: 'ac_ft' }, { date: '2026-03-01', value: 21340 }).replace(
      '577:WY:SNTL',
      '13083500:ID:BOR',
    ),
    ['13083500 2026-03-01 21340'],
  ],
  [
    'usbr',
    'storage above the capacity',
    lines('DateTime,amf_af', '2026-03-09,1766255', '2026-03-10,1772945', '2026-03-11,2100000'),
    ['AMF 2026-03-09 1766255', 'AMF 2026-03-10 1772945', 'AMF 2026-03-11 2100000 capacity'],
  ],
];

test.each(files)('%s: %s', async (source, _, text, expected) => {
  const { found, message } = await readSource(
    source,
    text,
    source === 'aquainfo' ? { sites: ['AQI-MV1 Depth to Water'] } : {},
  );
  const outcome = describeOutcome(found, message);
  expect(outcome).toHaveLength(expected.length);
  // Of an answer that is unlike the service’s, the message has more to say.
  const isPart = (line: string) => /^Unexpected response|is not JSON$|^It breaks off/.test(line);
  for (const [at, line] of expected.entries())
    if (isPart(line)) expect(outcome[at]).toContain(line);
    else expect(outcome[at]).toBe(line);
});

test('has at least 100 files, each with its own title', () => {
  expect(new Set(files.map(([source, title]) => `${source} ${title}`)).size).toBeGreaterThanOrEqual(100);
});
