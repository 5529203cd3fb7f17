import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { columns as dailyColumns, toValueRows } from '#features/time-series/files.ts';
import { recordColumns } from '#features/import-status/columns.ts';
import { siteColumns, toSiteRows } from '#features/site-summary/files.ts';
import { siteColumns as snowColumns } from '#features/snotel/files/columns.ts';
import { siteRows } from '#features/snotel/files/rows.ts';
import { factLines } from '#kits/chart/export/data-table.ts';
import { downloadCsv } from '#kits/ui/print/download.ts';
import { demonstrationNote } from '#lib/demonstration.ts';
import type { Column } from '#lib/table/columns.ts';
import { indexRows, toCsv } from '#lib/table/rows.ts';
import { initialState } from '#lib/table/state.ts';
import { createSiteHealth } from '../features/snotel/open-snotel.ts';
import { createDailyColumns } from '../support/fake-server.ts';
import { joinParts } from '../support/feature-parts.ts';
import { createRecordFreshness, createSummaryRow } from '../support/record-rows.ts';

/** What makes files and pictures in the browser, and what says that they are of a demonstration. */
const makers: Readonly<Record<string, string>> = {
  'features/import-status/ImportStatusScreen.tsx': 'the first line of every CSV',
  'features/models/RecordList.tsx': 'content records, without values of series',
  'features/models/files/file-downloads.tsx': 'uploaded files, as they are',
  'features/public-map/screen/panels/ExportDialog.tsx': 'a note; see export-legend.test.ts',
  'features/site-summary/screen/SiteSummaryScreen.tsx': 'the first line of every CSV',
  'features/snotel/screen/SnotelScreen.tsx': 'the first line of every CSV',
  'features/time-series/screen/Result.tsx': 'the first line of every CSV',
  'features/reach-gains/screen/GainsTable.tsx': 'the first line of every CSV',
  'season/CsvButton.tsx': 'the first line of every CSV',
  'season/issue-day/SeasonTool.tsx': 'the first line of every CSV, a note of every JSON',
  'season/years/YearComparison.tsx': 'the first line of every CSV',
  'kits/chart/ChartFrame.tsx': 'the first line of a CSV, a line beneath a picture',
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

/** What a row of a table names as its source. */
const delivered = { source: 'usbr', data_provider_name: 'USGS' };

function dailyRows() {
  const { series } = createDailyColumns(1, [10]);
  return toValueRows([
    { parameterName: 'Streamflow', series: series.map((each) => ({ ...each, ...delivered })) },
  ]).slice(0, 1);
}

describe('a row of a table', () => {
  const snowOptions = { years: [2025], current: 2027, measure: 'peak' } as const;
  const snow = [{ ...createSiteHealth(2025, 90), delivered_by: 'USBR HydroMet' }];
  const { source } = delivered;
  test.each([
    ['daily values', tableOf(dailyColumns, dailyRows())],
    [
      'sites',
      tableOf(siteColumns('2020-01-03'), toSiteRows([createSummaryRow({ source })], [], '2020-01-03')),
    ],
    ['snow', tableOf(snowColumns(snowOptions), siteRows(snow, '2026-11-21'))],
    ['the age of records', tableOf(recordColumns, [createRecordFreshness({ source })])],
  ])('of %s says who delivered it', (_, [row = '']) => {
    expect(row.split(',')).toContain('USBR HydroMet');
  });
});

describe('what a page of a demonstration saves says so once', () => {
  const count = (text: string) => text.split(demonstrationNote).length - 1;
  afterEach(() => vi.unstubAllGlobals());

  /** The text of a CSV that the page saves. */
  async function saved(text: string, demo: string): Promise<string> {
    let blob = new Blob();
    const link = { click() {}, remove() {} };
    vi.stubGlobal('document', {
      documentElement: { dataset: { demo } },
      createElement: () => link,
      body: { append() {} },
    });
    vi.stubGlobal('window', { setTimeout() {} });
    vi.spyOn(URL, 'createObjectURL').mockImplementation((object) => {
      blob = object as Blob;
      return 'blob:';
    });
    downloadCsv(text, 'Title');
    return blob.text();
  }

  test.each(['yes', 'accounts', 'no'])('a CSV, whose page is marked %s', async (demo) => {
    const text = await saved('# Title\r\nDate,Value\r\n', demo);
    expect(count(text)).toBe(demo === 'yes' ? 1 : 0);
    if (demo === 'yes') expect(text.replace('\uFEFF', '')).toMatch(/^# Demonstration data/);
  });

  test('a picture of a chart; the table of the page is beneath the mark at its top', () => {
    const lines = () => factLines({ source: 'USBR HydroMet' }, { time: '', address: '' }).join('\n');
    expect(count(lines())).toBe(0);
    vi.stubGlobal('document', { documentElement: { dataset: { demo: 'yes' } } });
    expect(count(lines())).toBe(1);
    expect(factLines({ source: 'USBR HydroMet' }, undefined)).toEqual(['Source: USBR HydroMet']);
  });
});
