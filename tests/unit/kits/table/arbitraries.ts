import * as fc from 'fast-check';
import type { Column, ColumnFilter, TableState } from '#lib/table/columns.ts';

export type Reading = {
  name: string;
  type: string | null;
  years: number | null;
  since: string | null;
  address: string | null;
};

export const columns: readonly Column<Reading>[] = [
  { id: 'name', header: 'Name', kind: 'text', value: (row) => row.name },
  { id: 'type', header: 'Type', kind: 'text', filter: 'among', value: (row) => row.type },
  { id: 'years', header: 'Record', unit: 'years', kind: 'number', value: (row) => row.years },
  { id: 'since', header: 'Since', kind: 'date', value: (row) => row.since },
  { id: 'address', header: 'Page', kind: 'link', hidden: true, value: (row) => row.address },
];

export const createReading = (overrides: Partial<Reading>): Reading => ({
  name: '',
  type: null,
  years: null,
  since: null,
  address: null,
  ...overrides,
});

const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const type = fc.constantFrom('Spring', 'Stream Gage', 'Reservoir');
const years = fc.integer({ min: 0, max: 60 });
/** Few letters, so that some searches match and some texts are equal. */
const name = fc.string({ unit: fc.constantFrom('a', 'B', 'é', ' ', '7', ',', '"', '='), maxLength: 6 });

export const readings = fc.array(
  fc.record<Reading>({
    name,
    type: fc.option(type),
    years: fc.option(years),
    since: fc.option(day),
    address: fc.option(fc.webUrl()),
  }),
  { maxLength: 60 },
);

function range<Bound, Kind extends 'numbers' | 'days'>(kind: Kind, bound: fc.Arbitrary<Bound>) {
  const one = fc.oneof(
    fc.record({ from: bound }),
    fc.record({ to: bound }),
    fc.record({ from: bound, to: bound }),
  );
  return one.map((bounds) => ({ kind, ...bounds }));
}

const word = name.filter((text) => text.trim() !== '');
const filters: fc.Arbitrary<Record<string, ColumnFilter>> = fc.record(
  {
    name: word.map((text) => ({ kind: 'contains' as const, text })),
    type: fc
      .uniqueArray(fc.oneof(type, fc.constant('')), { minLength: 1 })
      .map((values) => ({ kind: 'among' as const, values })),
    years: range('numbers', years),
    since: range('days', day),
  },
  { requiredKeys: [] },
);

const ids = columns.map(({ id }) => id);

export const states: fc.Arbitrary<TableState> = fc.record({
  search: fc.oneof(fc.constant(''), name),
  sort: fc.option(
    fc.record({
      id: fc.constantFrom(...ids),
      direction: fc.constantFrom('ascending' as const, 'descending' as const),
    }),
    { nil: undefined },
  ),
  filters,
  hidden: fc.subarray(ids, { maxLength: ids.length - 1 }),
  page: fc.integer({ min: 1, max: 30 }),
  pageSize: fc.constantFrom(5, 10, 30, 60, 200),
});
