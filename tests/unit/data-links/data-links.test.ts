import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { dataAddress } from '#domain/page-paths.ts';
import { seasonAddress, seasonChartAddress } from '#domain/season/season-file-address.ts';
import { maxSeries } from '#domain/season/season-tool-address.ts';
import type { Results, SideSeries } from '#features/time-series/screen/results.ts';
import { dailyAddress, dailyLink } from '#features/time-series/screen/series.ts';
import { rdbRows, rdbTop, toRdbCell } from '#server/http/text-files.ts';
import { describeAccess, describeListAccess } from '#stores/data-access.ts';
import { allEndpoints } from '../../support/all-endpoints.ts';

describe('the address of a file', () => {
  test('is that of a call, for each file that a screen links to', () => {
    const root = path.resolve(import.meta.dirname, '../../../src');
    const names = globSync('**/*.{ts,tsx}', { cwd: root }).flatMap((file) =>
      [...readFileSync(path.join(root, file), 'utf8').matchAll(/\bdataAddress\(\s*'([\w-]+)'/g)].map(
        ([, name]) => name ?? '',
      ),
    );
    expect(names.length).toBeGreaterThan(3);
    const paths = allEndpoints.map((each): string => each.path);
    for (const name of names) expect(paths).toContain(dataAddress(name, {}).replace('.csv', '.:format'));
  });

  test('reads well, without what is undefined and without the page of a table', () => {
    const query = { site: '546:ID:SNTL,13037500', parameter: 'Depth to Water', from: undefined };
    expect(dataAddress('daily', query, 'q=a%26b&f.type=Spring&page=2&size=30&hide=x&hide=y')).toBe(
      '/api/data/daily.csv?site=546:ID:SNTL,13037500&parameter=Depth+to+Water&q=a%26b&f.type=Spring&hide=x&hide=y',
    );
  });

  const side = (name: SideSeries['side'], parameterName: string, count = 1) =>
    ({ side: name, parameterName, series: Array.from({ length: count }) }) as unknown as SideSeries;
  const shown = {
    huc8s: [],
    left: { parameter: 1, locations: [2, 1] },
    right: { parameter: 7, locations: [3] },
    start: undefined,
    end: undefined,
  };
  const period = { start: '2020-01-01', end: '2020-02-01' };
  const places = [1, 2, 3].map((loc_ndx) => ({ loc_ndx, loc_id: `S${loc_ndx}` }));

  test.each([
    [
      'both axes, in the order of the choice',
      [side('left', 'Streamflow'), side('right', 'Depth to Water')],
      'site=S2,S1&parameter=Streamflow&second_site=S3&second_parameter=Depth+to+Water&from=2020-01-01&to=2020-02-01',
    ],
    [
      'the right axis, where the left one has no values',
      [side('left', 'Streamflow', 0), side('right', 'Depth to Water')],
      'site=S3&parameter=Depth+to+Water&from=2020-01-01&to=2020-02-01',
    ],
  ])('has %s', (_, both, query) => {
    expect(dailyAddress({ shown, period }, both, places)).toBe(`/api/data/daily.csv?${query}`);
  });

  test('has the day of a result of an earlier day; there is none without values', () => {
    const known = { shown: { ...shown, knownOn: '2020-01-15' }, period };
    expect(dailyAddress(known, [side('left', 'Streamflow')], places)).toContain('&as_of=2020-01-15');
    expect(dailyAddress({ shown, period }, [side('left', 'Streamflow', 0)], places)).toBeUndefined();
  });
});

describe('the address of the chart of a season', () => {
  const record = { site: '837:WY:SNTL', parameter: 'Snow Water Equivalent' };
  const addressWith = (rest: string) =>
    `/api/data/statistics.csv?site=837:WY:SNTL&parameter=Snow+Water+Equivalent&series=${rest}`;

  test.each([
    [['2026', '2025'], '2026,2025,Minimum,Maximum,P10,P90,P25,P75,Median'],
    [['Median', 'Maximum', '2026'], 'Median,Maximum,2026,Minimum,P10,P90,P25,P75'],
  ])('has the normals beside %j', (series, expected) => {
    expect(seasonChartAddress(record, { series })).toBe(addressWith(expected));
  });

  test('has the calendar and the measure of the chart', () => {
    const choice = { series: ['2026'], year: 'irrigation', measure: 'volume' } as const;
    expect(seasonChartAddress(record, choice)).toMatch(/&year=irrigation&measure=volume$/);
  });

  test('has the chosen series only, where the normals would be more than the file takes', () => {
    const years = (count: number) => Array.from({ length: count }, (_, at) => String(1970 + at));
    expect(seasonChartAddress(record, { series: years(maxSeries - 7) })).toContain('Median');
    const series = years(maxSeries - 6);
    expect(seasonChartAddress(record, { series })).toBe(seasonAddress(record, { series }));
  });
});

test('a result has a link without an address until all of it is there', () => {
  const both = [
    { side: 'left', parameterName: 'Streamflow', series: [{ data_provider_name: 'USGS' }] },
  ] as unknown as SideSeries[];
  const result = (status: 'ready' | 'loading') =>
    ({
      shown: { huc8s: [], left: { parameter: 1, locations: [1] }, right: { locations: [] } },
      period: { start: '2020-01-01', end: '2020-02-01' },
      left: { status },
      right: { status: 'idle' },
    }) as unknown as Results;
  const places = [{ loc_ndx: 1, loc_id: '13037500' }];
  expect(dailyLink(result('loading'), both, places).address).toBeUndefined();
  expect(dailyLink(result('ready'), both, places)).toEqual({
    address: '/api/data/daily.csv?site=13037500&parameter=Streamflow&from=2020-01-01&to=2020-02-01',
    access: `${describeAccess(['USGS'])} It has every value of this result, in order of site and day.`,
  });
});

test('a link says whether it needs a token', () => {
  expect(describeAccess(['USGS', 'USGS'], ['USGS', 'NRCS Snotel'])).toBe('It needs no access token.');
  expect(describeAccess(['USGS', 'IDWR'], ['USGS'])).toContain('needs an access token');
  expect(describeAccess(['USGS'], [])).toContain('needs an access token');
  expect(describeListAccess(['USGS', 'IDWR'])).toBe(
    'Without an access token it has only the sites of USGS, IDWR.',
  );
  expect(describeListAccess([])).toContain('needs an access token');
});

test('RDB has comments, names, formats, and no tab or line end within a cell', () => {
  const columns = [
    { name: 'Location Name', kind: 'text' },
    { name: '2027 (percent)', kind: 'number' },
    { name: 'Last Report', kind: 'date' },
  ] as const;
  expect(rdbTop(['one\ntwo'], columns)).toBe(
    '# one\n# two\nlocation_name\t2027_percent\tlast_report\n60s\t16n\t10d\n',
  );
  expect(rdbRows([['a\tb\r\nc', -1.5, null]])).toBe('a b c\t-1.5\t\n');
});

test.each([
  ['Great Feeder #2', 'Great Feeder No. 2'],
  ['Canal # 12 near Rigby', 'Canal No. 12 near Rigby'],
  ['Well "A" #', 'Well ”A” ＃'],
  ['24" pipe\tand\r\nmore\u2028lines', '24” pipe and more lines'],
  ['Henry’s Fork', 'Henry’s Fork'],
  ['https://example.org/a?b="c"#part', 'https://example.org/a?b=%22c%22'],
])('a cell of RDB has nothing that its readers give a meaning: %s', (value, cell) => {
  expect(toRdbCell(value)).toBe(cell);
});

test('each line of RDB has its cells by the rules of read.delim, whatever names hold', () => {
  const names = ['#', '"', '\t', '\r\n', '\v', '\f', '\u0085', "'", '\\', ''].map(
    (each) => `a${each}b ${each}1`,
  );
  const lines = rdbRows(names.map((name) => ['13037500', name, 12])).split('\n');
  // R ends a line at a comment, and a quotation goes on to the next sign.
  const read = lines.map((line) =>
    line.replace(/#.*/, '').replace(/"[^"]*"/g, (text) => text.replaceAll('\t', ' ')),
  );
  expect(read.slice(0, -1).map((line) => line.split(/[\t]/).length)).toEqual(names.map(() => 3));
  expect(lines).toHaveLength(names.length + 1);
});
