import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '#lib/clean-line.ts';
import { type ColumnFilter, formatCell, type TableState } from '#lib/table/columns.ts';
import { compareTexts, indexRows, pageOf, selectRows } from '#lib/table/rows.ts';
import { initialState } from '#lib/table/state.ts';
import { forAll } from '../../../support/for-all.ts';
import { columns, createReading, type Reading, readings, states } from './arbitraries.ts';

const plain = initialState(columns);
const named = (...names: string[]) => names.map((name) => createReading({ name }));

function select(rows: readonly Reading[], state: Partial<TableState>): string[] {
  const index = indexRows(rows, columns);
  return selectRows(index, { ...plain, ...state }).map((at) => rows[at]?.name ?? '');
}

/** A second, slow implementation of filters and search. */
function passes(row: Reading, { filters, search, hidden }: TableState): boolean {
  const fits = (id: keyof Reading, filter: ColumnFilter | undefined): boolean => {
    if (!filter) return true;
    const value = row[id];
    if (filter.kind === 'contains') return fold(row.name).includes(fold(filter.text.trim()));
    if (filter.kind === 'among') return filter.values.includes(String(value ?? ''));
    if (value === null) return false;
    return (
      !(filter.from !== undefined && value < filter.from) && !(filter.to !== undefined && value > filter.to)
    );
  };
  const texts = columns
    .filter(({ id, kind }) => !hidden.includes(id) && kind !== 'link')
    .map((column) => fold(formatCell(column, row)));
  const terms = fold(search).split(/\s+/).filter(Boolean);
  return (
    (['name', 'type', 'years', 'since'] as const).every((id) => fits(id, filters[id])) &&
    terms.every((word) => texts.some((text) => text.includes(word)))
  );
}

describe('the selected rows', () => {
  it('are exactly those that pass, in any order', () =>
    forAll([readings, states], 100, (rows, state) => {
      const found = [...selectRows(indexRows(rows, columns), state)].sort((a, b) => a - b);
      const wanted = rows.flatMap((row, at) => (passes(row, state) ? [at] : []));
      expect(found).toEqual(wanted);
    }));

  it('are sorted, with rows without a value last in both directions and equal rows in their original order', () =>
    forAll([readings, states], 100, (rows, state) => {
      const { sort } = state;
      const column = columns.find(({ id }) => id === sort?.id);
      const found = selectRows(indexRows(rows, columns), state);
      for (const [at, position] of found.slice(1).entries()) {
        const before = found[at] ?? 0;
        const [one, other] = [rows[before], rows[position]];
        if (!one || !other || !sort || !column) {
          expect(before).toBeLessThan(position);
          continue;
        }
        const [a, b] = [column.value(one) ?? '', column.value(other) ?? ''];
        const compared =
          typeof a === 'number' && typeof b === 'number' ? a - b : compareTexts(String(a), String(b));
        const blank = a === '' || b === '';
        const signed = sort.direction === 'descending' && !blank ? -compared : compared;
        expect(signed).toBeLessThanOrEqual(0);
        if (signed === 0) expect(before).toBeLessThan(position);
      }
    }));

  it('are sorted by numbers in names, ignoring case', () => {
    const names = named('Well 10', 'well 9', '', 'Ábel', 'abel');
    expect(select(names, { sort: { id: 'name', direction: 'ascending' } })).toEqual([
      'abel',
      'Ábel',
      'well 9',
      'Well 10',
      '',
    ]);
  });

  it('match every search term in any shown column, ignoring case and accents', () => {
    const rows = [
      createReading({ name: 'Río Blanco', type: 'Spring', years: 12 }),
      createReading({ name: 'Rio Grande', type: 'Reservoir', address: 'https://example.org/spring' }),
    ];
    expect(select(rows, { search: ' SPRING rio ' })).toEqual(['Río Blanco']);
    expect(select(rows, { search: 'rio 12', hidden: ['years'] })).toEqual([]);
    expect(select(rows, { search: 'example', hidden: [] })).toEqual([]);
  });

  it('match a day as it is shown', () => {
    const rows = [
      createReading({ name: 'old', since: '1910-10-01' }),
      createReading({ name: 'new', since: '2001-01-01' }),
    ];
    expect(select(rows, { search: '10/01/1910' })).toEqual(['old']);
  });

  it('of a range exclude rows without a value or with NaN', () => {
    const rows = [
      createReading({ name: 'none' }),
      createReading({ name: 'odd', years: Number.NaN }),
      createReading({ name: 'ten', years: 10 }),
    ];
    expect(select(rows, { filters: { years: { kind: 'numbers', to: 10 } } })).toEqual(['ten']);
    expect(select(rows, { sort: { id: 'years', direction: 'descending' } })).toEqual(['ten', 'none', 'odd']);
  });
});

describe('pages', () => {
  it('cover the selected rows once, in order', () =>
    forAll([fc.nat(700), states], 100, (count, { pageSize }) => {
      const rows = Array.from({ length: count }, (_, at) => at);
      const { pages } = pageOf(rows, { page: 1, pageSize });
      const all = Array.from({ length: pages }, (_, at) => pageOf(rows, { page: at + 1, pageSize }));
      expect(all.flatMap((page) => page.rows)).toEqual(rows);
      for (const page of all) expect(page.rows.length).toBe(page.last === 0 ? 0 : page.last - page.first + 1);
    }));

  it('end with the last one, for a page past the end', () => {
    const rows = [1, 2, 3, 4, 5, 6, 7];
    expect(pageOf(rows, { page: 99, pageSize: 5 })).toEqual({
      page: 2,
      pages: 2,
      first: 6,
      last: 7,
      rows: [6, 7],
    });
    expect(pageOf([], { page: 3, pageSize: 5 })).toEqual({ page: 1, pages: 1, first: 0, last: 0, rows: [] });
  });
});

describe('the values to choose among', () => {
  it('are each listed once with its count, blank last', () => {
    const rows = ['Spring', null, 'Reservoir', 'Spring'].map((type) => createReading({ type }));
    const [, typeColumn] = columns;
    expect(typeColumn && indexRows(rows, columns).values(typeColumn)).toEqual([
      { value: 'Reservoir', count: 1 },
      { value: 'Spring', count: 2 },
      { value: '', count: 1 },
    ]);
  });
});
