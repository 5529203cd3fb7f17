import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TableState } from '#lib/table/columns.ts';
import {
  initialState,
  isFiltered,
  readTableState,
  toggleColumn,
  toggleSort,
  withFilter,
  withoutFilters,
  withPageSize,
  withSearch,
  writeTableState,
} from '#lib/table/state.ts';
import { forAll } from '../../../support/for-all.ts';
import { columns, states } from './arbitraries.ts';

const initial = initialState(columns, {
  pageSize: 200,
  sort: { id: 'name', direction: 'ascending' },
});

describe('the state in the address', () => {
  it('reads back what was written', () =>
    forAll([states], 100, (state) => {
      expect(readTableState(writeTableState(state, initial), columns, initial)).toEqual(state);
    }));

  it('omits what equals the initial state', () => {
    expect(writeTableState(initial, initial)).toBe('');
    expect(readTableState('', columns, initial)).toEqual(initial);
  });

  it('is short and readable', () => {
    const state: TableState = {
      ...initial,
      search: 'creek',
      sort: { id: 'years', direction: 'descending' },
      filters: {
        type: { kind: 'among', values: ['Spring', 'Reservoir'] },
        years: { kind: 'numbers', from: 10 },
      },
      hidden: ['name'],
      page: 2,
      pageSize: 30,
    };
    expect(writeTableState(state, initial)).toBe(
      'q=creek&sort=-years&f.type=Spring&f.type=Reservoir&f.years=10..&show=address&hide=name&page=2&size=30',
    );
  });

  it('holds the states of two tables', () => {
    const one = { ...initial, search: 'a' };
    const other = { ...initial, page: 3 };
    const both = `${writeTableState(one, initial, 'l.')}&${writeTableState(other, initial, 'r.')}`;
    expect(readTableState(both, columns, initial, 'l.')).toEqual(one);
    expect(readTableState(both, columns, initial, 'r.')).toEqual(other);
  });

  it('ignores invalid parts', () => {
    const odd =
      'sort=-nothing&f.years=abc..&f.since=2020-02-31..x&f.none=1&page=-2&size=7&show=x&hide=y&f.address=a';
    expect(readTableState(odd, columns, initial)).toEqual(initial);
    forAll([fc.string({ unit: 'binary' })], 100, (text) => {
      expect(readTableState(text, columns, initial).pageSize).toBeGreaterThan(0);
    });
  });

  it('never hides every column', () => {
    const all = columns.map(({ id }) => `hide=${id}`).join('&');
    expect(readTableState(all, columns, initial).hidden).toEqual(initial.hidden);
  });
});

describe('changing the state', () => {
  it('returns to the first page after a change of search, filter or order', () => {
    const later = { ...initial, page: 4 };
    expect(withSearch(later, 'x').page).toBe(1);
    expect(withSearch(later, '').page).toBe(4);
    expect(withFilter(later, 'name', { kind: 'contains', text: 'x' }).page).toBe(1);
    expect(toggleSort(later, 'name').page).toBe(1);
  });

  it('sorts ascending, descending, and not at all', () => {
    const up = toggleSort(initial, 'years');
    const down = toggleSort(up, 'years');
    expect([up.sort, down.sort, toggleSort(down, 'years').sort]).toEqual([
      { id: 'years', direction: 'ascending' },
      { id: 'years', direction: 'descending' },
      undefined,
    ]);
  });

  it('removes a filter that lets every row pass', () => {
    const empty = [
      { kind: 'contains', text: '  ' },
      { kind: 'among', values: [] },
      { kind: 'numbers' },
      { kind: 'days', from: undefined },
    ] as const;
    for (const filter of empty) expect(withFilter(initial, 'name', filter).filters).toEqual({});
    const narrowed = withFilter(initial, 'years', { kind: 'numbers', to: 0 });
    expect([isFiltered(initial), isFiltered(narrowed), isFiltered(withoutFilters(narrowed))]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('keeps the order of the columns, and shows at least one', () =>
    forAll([fc.array(fc.constantFrom(...columns.map(({ id }) => id)))], 100, (ids) => {
      const { hidden } = ids.reduce((state, id) => toggleColumn(state, columns, id), initial);
      expect(hidden.length).toBeLessThan(columns.length);
      expect(hidden).toEqual(columns.map(({ id }) => id).filter((id) => hidden.includes(id)));
    }));

  it('keeps the first row in view when the page size changes', () =>
    forAll([states, fc.constantFrom(5, 10, 30, 60, 200)], 100, (state, size) => {
      const first = (state.page - 1) * state.pageSize;
      const { page } = withPageSize(state, size);
      expect((page - 1) * size).toBeLessThanOrEqual(first);
      expect(page * size).toBeGreaterThan(first);
    }));
});
