import { afterEach, describe, expect, test, vi } from 'vitest';
import { recordColumns } from '#features/import-status/screen/columns.ts';
import { siteColumns, toSiteRows } from '#features/site-summary/files.ts';
import { siteColumns as snowColumns } from '#features/snotel/files/columns.ts';
import { siteRows } from '#features/snotel/files/rows.ts';
import { columns as dailyColumns, toValueRows } from '#features/time-series/files.ts';
import { factLines } from '#kits/chart/export/data-table.ts';
import { downloadCsv } from '#kits/ui/print/download.ts';
import { demonstrationNote } from '#lib/demonstration.ts';
import type { Column } from '#lib/table/columns.ts';
import { indexRows, toCsv } from '#lib/table/rows.ts';
import { initialState } from '#lib/table/state.ts';
import { createSiteHealth } from '../features/snotel/open-snotel.ts';
import { createDailyColumns } from '../support/fake-server.ts';
import { createRecordFreshness, createSummaryRow } from '../support/record-rows.ts';

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
