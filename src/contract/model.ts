import type { ContentRule } from './field-validation.ts';
import type { Field } from './fields.ts';

/** How a list of records is shown. */
export const recordViews = ['TABLE', 'CARD', 'LIST'] as const;
export type RecordView = (typeof recordViews)[number];

/** A kind of content record. Its routes, API, tables and forms all derive from this. */
export type Model = {
  /** The segment of its addresses, `/models/{name}` and `/api/{name}`; kebab-case. */
  readonly name: string;
  /** Its table in the database. */
  readonly table: string;
  readonly label: string;
  /** One of them, in running text: `dataset`. */
  readonly singular: string;
  /** What the records are for, for the people who keep them. */
  readonly description: string;
  readonly fields: readonly Field[];
  readonly rules?: readonly ContentRule[];
  /** The field that names a record. */
  readonly titleField: string;
  /** Fields in the table, in order; cards and lists show the first few. */
  readonly columns: readonly string[];
  /** How the list is ordered at first; by title unless given. */
  readonly order?: { readonly field: string; readonly direction: 'ascending' | 'descending' };
  /** No two records have the same values in these fields. */
  readonly unique?: readonly string[];
  /** The first is what is shown at first. */
  readonly views: readonly [RecordView, ...RecordView[]];
};
