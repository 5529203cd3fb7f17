import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTableState, writeTableState } from '#kits/table/address.ts';
import {
  initialState,
  isFiltered,
  toggleColumn,
  toggleSort,
  withFilter,
  withoutFilters,
  withPageSize,
  withSearch,
} from '#kits/table/state.ts';
import type { TableState } from '#kits/table/types.ts';
import { columns, states } from './arbitraries.ts';

const initial = initialState(columns, {
  pageSize: 200,
  sort: { id: 'name', direction: 'ascending' },
});

describe('the state in the address', () => {
  it('reads back what was written', () => {
    fc.assert(
      fc.property(states, (state) => {
        expect(readTableState(writeTableState(state, initial), columns, initial)).toEqual(state);
      }),
    );
  });

  it('says nothing of what is as at first', () => {
    expect(writeTableState(initial, initial)).toBe('');
    expect(readTableState('', columns, initial)).toEqual(initial);
  });

  it('is short and legible', () => {
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

  it('lets two tables stand in one address', () => {
    const one = { ...initial, search: 'a' };
    const other = { ...initial, page: 3 };
    const both = `${writeTableState(one, initial, 'l.')}&${writeTableState(other, initial, 'r.')}`;
    expect(readTableState(both, columns, initial, 'l.')).toEqual(one);
    expect(readTableState(both, columns, initial, 'r.')).toEqual(other);
  });

  it('ignores what makes no sense', () => {
    const odd =
      'sort=-nothing&f.years=abc..&f.since=2020-02-31..x&f.none=1&page=-2&size=7&show=x&hide=y&f.address=a';
    expect(readTableState(odd, columns, initial)).toEqual(initial);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(readTableState(text, columns, initial).pageSize).toBeGreaterThan(0);
      }),
    );
  });

  it('never hides every column', () => {
    const all = columns.map(({ id }) => `hide=${id}`).join('&');
    expect(readTableState(all, columns, initial).hidden).toEqual(initial.hidden);
  });
});

describe('changes', () => {
  it('of search, filter and order lead to the first page', () => {
    const later = { ...initial, page: 4 };
    expect(withSearch(later, 'x').page).toBe(1);
    expect(withSearch(later, '').page).toBe(4);
    expect(withFilter(later, 'name', { kind: 'contains', text: 'x' }).page).toBe(1);
    expect(toggleSort(later, 'name').page).toBe(1);
  });

  it('sort up, down, and not at all', () => {
    const up = toggleSort(initial, 'years');
    const down = toggleSort(up, 'years');
    expect([up.sort, down.sort, toggleSort(down, 'years').sort]).toEqual([
      { id: 'years', direction: 'ascending' },
      { id: 'years', direction: 'descending' },
      undefined,
    ]);
  });

  it('a filter that lets everything pass is none', () => {
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

  it('of the columns keep their order and the last one', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...columns.map(({ id }) => id))), (ids) => {
        const { hidden } = ids.reduce((state, id) => toggleColumn(state, columns, id), initial);
        expect(hidden.length).toBeLessThan(columns.length);
        expect(hidden).toEqual(columns.map(({ id }) => id).filter((id) => hidden.includes(id)));
      }),
    );
  });

  it('of the page size keep the first row in sight', () => {
    fc.assert(
      fc.property(states, fc.constantFrom(5, 10, 30, 60, 200), (state, size) => {
        const first = (state.page - 1) * state.pageSize;
        const { page } = withPageSize(state, size);
        expect((page - 1) * size).toBeLessThanOrEqual(first);
        expect(page * size).toBeGreaterThan(first);
      }),
    );
  });
});
