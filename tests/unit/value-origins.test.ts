import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { columns as dailyColumns, toValueRows } from '#downloads/daily-columns.ts';
import { recordColumns } from '#features/import-status/columns.ts';
import { siteColumns, toSiteRows } from '#features/site-summary/files.ts';
import { siteColumns as snowColumns } from '#features/snotel/files/columns.ts';
import { siteRows } from '#features/snotel/files/rows.ts';
import { factLines } from '#kits/chart/export/data-table.ts';
import type { Column } from '#lib/table/columns.ts';
import { indexRows, toCsv } from '#lib/table/rows.ts';
import { initialState } from '#lib/table/state.ts';
import { createSiteHealth } from '../features/snotel/open-snotel.ts';
import { createDailyColumns } from '../support/fake-server.ts';
import { joinParts } from '../support/feature-parts.ts';
import { createRecordFreshness, createSummaryRow } from '../support/record-rows.ts';

/** What makes files and pictures in the browser, and why what it makes is marked. */
const makers: Readonly<Record<string, string>> = {
  'features/import-status/ImportStatusScreen.tsx': 'a column of its table',
  'features/models/RecordList.tsx': 'content records, without values of series',
  'features/models/files/file-downloads.tsx': 'uploaded files, as they are',
  'features/public-map/panels/ExportDialog.tsx': 'a note; see export-legend.test.ts',
  'features/site-summary/screen/SiteSummaryScreen.tsx': 'a column of its table',
  'features/snotel/screen/SnotelScreen.tsx': 'a column of its table',
  'features/time-series/screen/Result.tsx': 'a column of its table',
  'features/reach-gains/screen/GainsTable.tsx': 'its line Source',
  'season/CsvButton.tsx': 'what those write that show it',
  'season/issue-day/SeasonTool.tsx': 'a line of its notes',
  'season/years/YearComparison.tsx': 'its line Source',
  'kits/chart/ChartFrame.tsx': 'a line beneath every chart',
  ...joinParts((each) => each.makers),
};

test('the table has everything that makes files and pictures in the browser', () => {
  const source = path.resolve(import.meta.dirname, '../../src');
  const found = globSync('{features,kits/chart,season}/**/*.{ts,tsx}', { cwd: source }).filter((file) =>
    /\bdownload(Csv)?\(|<CsvButton\b|\bsavePng\(|\bsavePdf\(|csv=\{/.test(
      readFileSync(path.join(source, file), 'utf8'),
    ),
  );
  expect(found.sort()).toEqual(Object.keys(makers).sort());
});

function tableOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): readonly string[] {
  return toCsv(indexRows(rows, columns), initialState(columns))
    .split('\r\n')
    .slice(1, 1 + rows.length);
}

const originOf = (is_demonstration: boolean) => ({
  is_demonstration,
  source: is_demonstration ? null : 'usbr',
});

function dailyRows(isDemonstration: boolean) {
  const { series } = createDailyColumns(1, [10]);
  const marked = series.map((each) => ({
    ...each,
    data_provider_name: 'USGS',
    ...originOf(isDemonstration),
  }));
  return toValueRows([{ parameterName: 'Streamflow', series: marked }]).slice(0, 1);
}

const snow = (is_demonstration: boolean) =>
  siteRows(
    [
      {
        ...createSiteHealth(2025, 90),
        is_demonstration,
        delivered_by: is_demonstration ? 'NRCS Snotel' : 'USBR HydroMet',
      },
    ],
    '2026-11-21',
  );

describe('a row of a table', () => {
  const snowOptions = { years: [2025], current: 2027, measure: 'peak' } as const;
  test.each([
    ['daily values', (demo: boolean) => tableOf(dailyColumns, dailyRows(demo)), true],
    [
      'sites',
      (demo: boolean) =>
        tableOf(siteColumns('2020-01-03'), toSiteRows([createSummaryRow(originOf(demo))], [], '2020-01-03')),
      true,
    ],
    ['snow', (demo: boolean) => tableOf(snowColumns(snowOptions), snow(demo)), true],
    [
      'the age of records',
      (demo: boolean) => tableOf(recordColumns, [createRecordFreshness(originOf(demo))]),
      true,
    ],
  ] as const)('of %s says whether it is synthetic, and who delivered it', (_, write, hasSource) => {
    const [synthetic = ''] = write(true);
    const [measured = ''] = write(false);
    expect(synthetic.split(',')).toContain('Demonstration');
    expect(measured.split(',')).toContain('Measured');
    expect(measured).not.toContain('Demonstration');
    if (hasSource) expect(measured.split(',')).toContain('USBR HydroMet');
  });
});

test('a chart says it in its picture, its CSV and its table', () => {
  const lines = (isDemonstration: boolean) =>
    factLines({ source: 'USBR HydroMet', isDemonstration }, undefined).join('\n');
  expect(lines(true)).toMatch(/Demonstration data: .*\nSource: USBR HydroMet/);
  expect(lines(false)).toBe('Source: USBR HydroMet');
});
