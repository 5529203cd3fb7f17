import { expect, test } from 'vitest';
import { agencies } from '#ingest/agencies/index.ts';
import { toSourceText } from '#ingest/reading/read-source-file.ts';
import type { SourceSeries } from '#ingest/source.ts';
import { basin } from '../../support/basin.ts';

type AgencyName = keyof typeof agencies;

/** The sites to name, for files that do not. */
const sitesOf: Readonly<Partial<Record<AgencyName, readonly string[]>>> = {
  nrcs: ['577:WY:SNTL'],
  aquainfo: ['AQI-MV1 Depth to Water'],
};

/** Parses a saved file, read in pieces as from a disk. */
async function parse(source: AgencyName, text: string): Promise<SourceSeries[]> {
  const file = { ...toSourceText(text), isInMemory: false };
  const found: SourceSeries[] = [];
  for await (const each of agencies[source].parseFile(file, { sites: sitesOf[source] }, basin))
    found.push(each);
  return found;
}

const csvHeader =
  'monitoring_location_id,parameter_code,statistic_id,time,value,unit_of_measure,approval_status,qualifier';
const rdbNames = 'agency_cd\tsite_no\tdatetime\t1_00060_00003\t1_00060_00003_cd';
const rdbWidths = '5s\t15s\t20d\t14n\t10s';
const rdbRow = (day: string, value: string) => `USGS\t13037500\t${day}\t${value}\tP`;
const lines = (...all: readonly string[]) => `${all.join('\n')}\n`;

test.each<[source: AgencyName, what: string, text: string, said: string]>([
  [
    'usgs',
    'its error',
    '{"code":"InvalidParameterValue","description":"unknown query parameter"}',
    'answered: unknown query parameter.',
  ],
  [
    'usgs',
    'its error in an object',
    '{"error":{"code":"OVER","message":"You have exceeded your rate limit."}}',
    'answered: You have exceeded your rate limit.',
  ],
  [
    'usgs',
    'a list without features',
    '{"features":[]}',
    'Line 1 is "{"features":[]}", and no other follows.',
  ],
  [
    'usgs',
    'the error of the legacy service',
    lines('#  No sites found matching all criteria'),
    'lines say only: No sites found matching all criteria',
  ],
  [
    'usgs',
    'a sentence',
    lines('No sites/data found using the selection criteria'),
    'Line 1: this is not RDB from NWIS: No sites/data found',
  ],
  [
    'usgs',
    'RDB without rows',
    lines('# x', rdbNames, rdbWidths),
    'Line 2: no row of values follows the column names.',
  ],
  [
    'usgs',
    'RDB without widths and rows',
    lines(rdbNames),
    'Line 1: no row of values follows the column names.',
  ],
  ['usgs', 'CSV without rows', lines(csvHeader), 'Line 1 is "monitoring_location_id,'],
  [
    'usgs',
    'its error as CSV',
    lines('code,description', 'Bad,unknown'),
    'Line 1: there is no column "time" in "code,description".',
  ],
  ['usgs', 'nothing', '', 'Line 1: the file is empty.'],
  ['usgs', 'blank lines', ' \n\n', 'Line 1: the file is empty.'],
  [
    'nrcs',
    'its error',
    '{"message":"Invalid station triplet","status":400}',
    'AWDB answered: Invalid station triplet.',
  ],
  [
    'nrcs',
    'an error of its server',
    '{"status":500,"error":"Internal Server Error","path":"/data"}',
    'AWDB answered: Internal Server Error.',
  ],
  ['nrcs', 'an empty list', '[]', 'Line 1 is "[]", and no other follows.'],
  ['nrcs', 'comments', lines('', '# Station not found', '#'), 'Line 2 is "# Station not found".'],
  [
    'nrcs',
    'a sentence',
    lines('An error occurred: station not found'),
    'not with "An error occurred: station not found"',
  ],
  [
    'nrcs',
    'a header',
    lines('Date,Snow Water Equivalent (in)'),
    'Line 1 is "Date,Snow Water Equivalent (in)"',
  ],
  ['nrcs', 'nothing', '', 'Line 1: the file is empty.'],
  [
    'usbr',
    'its error',
    lines('Error: invalid pcode'),
    'Line 1: an error page instead of CSV: Error: invalid pcode',
  ],
  [
    'usbr',
    'a sentence',
    lines('No data found for heii qd'),
    'Line 1: the header should begin with DateTime, not with "No data found for heii qd"',
  ],
  [
    'usbr',
    'JSON',
    '{"error":"bad pcode"}',
    'Line 1: a quotation mark is not closed, or stands inside a cell: {"error":"bad pcode"}',
  ],
  [
    'usbr',
    'a header',
    lines('DateTime,heii_qd'),
    'no value of heii_qd. Line 1 is "DateTime,heii_qd", and no other follows.',
  ],
  ['usbr', 'nothing', '', 'Line 1: the text is empty.'],
  [
    'idwr',
    'its error',
    '{"Message":"An error has occurred."}',
    'IDWR Accounting answered: An error has occurred.',
  ],
  ['idwr', 'an empty list', '[]', 'Line 1 is "[]", and no other follows.'],
  [
    'idwr',
    'a header',
    lines('SiteID,SiteType,HSTDate,Flow (CFS)'),
    'Line 1 is "SiteID,SiteType,HSTDate,Flow (CFS)"',
  ],
  [
    'idwr',
    'a sentence',
    lines('No data available for site'),
    'Line 1: the header should have SiteID and HSTDate or Accounting Date; it begins with "No data available for site"',
  ],
  ['idwr', 'nothing', '', 'it is empty'],
  ['aquainfo', 'its error', '{"message":"Dataset not found"}', 'AquaInfo answered: Dataset not found.'],
  ['aquainfo', 'no points', '{"points":[]}', 'Line 1 is "{"points":[]}"'],
  ['aquainfo', 'a sentence', 'Not Found', 'is not JSON: Not Found.'],
])(
  'a file of %s that has %s instead of values is refused with what it has',
  async (source, _, text, said) => {
    await expect(parse(source, text)).rejects.toThrow(said);
  },
);

test.each<[source: AgencyName, what: string, text: string, said: string]>([
  [
    'usgs',
    'RDB',
    lines(rdbNames, rdbWidths, rdbRow('2026-03-01', '123 e'), rdbRow('2026-03-02', '124')),
    'row 3: "123 e"',
  ],
  [
    'usgs',
    'CSV',
    lines(
      csvHeader,
      ...['123 e', '124'].map(
        (value, at) => `USGS-13037500,00060,00003,2026-03-0${at + 1},${value},ft^3/s,Approved,`,
      ),
    ),
    'row 2: "123 e"',
  ],
  [
    'nrcs',
    'a report',
    lines('Date,Snow Water Equivalent (in)', '2026-03-01,123 e', '2026-03-02,12'),
    'line 2: "123 e"',
  ],
])('%s: a cell of %s that is no number is rejected with its line and text', async (source, _, text, said) => {
  const [series] = await parse(source, text);
  expect(series).toMatchObject({ kind: 'read', rejections: [{ value: said, reason: 'is not a number' }] });
});

test.each<[what: string, between: readonly string[]]>([
  ['with a line of widths', [rdbWidths]],
  ['without it', []],
])('RDB %s loses no day', async (_, between) => {
  const rows = ['2026-03-01', '2026-03-02'].map((day, at) => rdbRow(day, String(123 + at)));
  const [series] = await parse('usgs', lines('# x', rdbNames, ...between, ...rows));
  expect(series).toMatchObject({ kind: 'read', readings: { values: [123, 124] } });
});
