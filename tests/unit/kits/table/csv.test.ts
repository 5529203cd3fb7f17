import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { Column } from '#lib/table/columns.ts';
import { toBody } from '#lib/table/columns.ts';
import { indexRows, selectRows, toCsv } from '#lib/table/rows.ts';
import { initialState } from '#lib/table/state.ts';
import { forAll } from '../../../support/for-all.ts';
import { columns, createReading, readings, states } from './arbitraries.ts';

const plain = initialState(columns);

describe('the CSV', () => {
  it('has the selected rows of all pages, in order, with the shown columns', () =>
    forAll([readings, states], 100, (rows, state) => {
      const index = indexRows(rows, columns);
      const shown = columns.filter(({ id }) => !state.hidden.includes(id));
      const [head, ...lines]: string[][] = parse(toCsv(index, state), { relax_column_count: false });
      expect(head).toEqual(shown.map(({ header, unit }) => (unit ? `${header} (${unit})` : header)));
      const names = selectRows(index, state).map((at) => rows[at]?.name ?? '');
      expect(lines).toHaveLength(names.length);
      const at = shown.findIndex(({ id }) => id === 'name');
      if (at >= 0) expect(lines.map((line) => line[at]?.replace(/^'(?==)/, ''))).toEqual(names);
    }));

  it('has the columns that every CSV has, also while they are hidden', () => {
    const rows = [createReading({ name: 'Silver Creek', years: 12 })];
    const always = columns.map((column) => ({ ...column, alwaysInCsv: column.id === 'years' }));
    const csv = toCsv(indexRows(rows, always), { ...plain, hidden: columns.map(({ id }) => id) });
    expect(csv.split('\r\n')).toEqual(['Record (years)', '12', '']);
  });

  it('has a hyphen where the table shows a minus sign; a search finds both', () => {
    const rows = [createReading({ name: 'Loss', years: -12 })];
    const index = indexRows(rows, columns);
    const at = columns.findIndex(({ id }) => id === 'years');
    expect(toBody(columns, rows)[0]?.[at]?.text).toBe('−12');
    expect(toCsv(index, { ...plain, hidden: [] })).toContain(',-12,');
    for (const search of ['-12', '−12']) expect(selectRows(index, { ...plain, search })).toHaveLength(1);
  });

  it('has its own header where a column has one, and nothing where a cell only shows a text instead of a value', () => {
    const rows = [createReading({ years: Number.NaN })];
    const own: Column<(typeof rows)[number]> = {
      id: 'own',
      header: '2026',
      csvHeader: '2026 (percent of median)',
      unit: '%',
      kind: 'number',
      value: () => null,
      absent: () => '0.4 in',
    };
    expect(toCsv(indexRows(rows, [own]), initialState([own])).split('\r\n')[0]).toBe(
      '2026 (percent of median)',
    );
    expect(toCsv(indexRows(rows, [own]), initialState([own])).split('\r\n')[1]).toBe('');
    expect(toBody([own], rows)[0]?.[0]?.text).toBe('0.4 in');
    expect(toBody([{ ...own, value: () => 90 }], rows)[0]?.[0]?.text).toBe('90');
  });

  it('has ISO days, numbers unrounded, addresses of links, and the comment first', () => {
    const rows = [
      createReading({
        name: 'Silver Creek',
        years: 12.345,
        since: '1910-10-01',
        address: 'https://example.org/a,b',
      }),
    ];
    const csv = toCsv(indexRows(rows, columns), { ...plain, hidden: ['type'] }, [
      'Source: USGS\nand more',
      '',
    ]);
    expect(csv.split('\r\n')).toEqual([
      '# Source: USGS',
      '# and more',
      '#',
      'Name,Record (years),Since,Page',
      'Silver Creek,12.345,1910-10-01,"https://example.org/a,b"',
      '',
    ]);
  });
});
