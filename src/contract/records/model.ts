import type { PeriodFields } from '#domain/records/versions.ts';
import type { ContentRule } from './field-validation.ts';
import type { Field } from './fields.ts';

/** The ways to show a list of records. */
const recordViews = ['TABLE', 'CARD', 'LIST'] as const;
export type RecordView = (typeof recordViews)[number];

/** A kind of content record. Its routes, API, tables and forms derive from this. */
export type Model = {
  /** Its segment in `/models/{name}` and `/api/{name}`, in kebab case. */
  readonly name: string;
  /** Its table in the database. */
  readonly table: string;
  readonly label: string;
  /** One record in running text: `dataset`. */
  readonly singular: string;
  /** Several records in running text: `datasets`. */
  readonly plural: string;
  readonly article: 'a' | 'an';
  /** What the records are for, shown to the people who edit them. */
  readonly description: string;
  /** Who may read what is published, with its files: anyone, or people who are signed in. */
  readonly mayRead: 'open' | 'signed-in';
  /** Where readers meet a published record without looking for it: `above the home page, the map and all screens`. */
  readonly shownOn?: string;
  /** Records outside their period are shown to Administrators only. */
  readonly period?: PeriodFields;
  readonly fields: readonly Field[];
  readonly rules?: readonly ContentRule[];
  /** The field whose value is the title of a record. */
  readonly titleField: string;
  /** Fields in the table, in order; cards and lists show the first few. */
  readonly columns: readonly string[];
  /** The initial order of the list; by title if not given. */
  readonly order?: { readonly field: string; readonly direction: 'ascending' | 'descending' };
  /** No two records may have the same values in these fields. */
  readonly unique?: readonly string[];
  /** Whether people enter records daily: publishing one is routine, and asks for no confirmation. */
  readonly isRoutine?: boolean;
  /** The first is the initial view. */
  readonly views: readonly [RecordView, ...RecordView[]];
};

/** One record in running text, after its article: `an announcement`. */
export function oneRecord({ article, singular }: Pick<Model, 'article' | 'singular'>): string {
  return `${article} ${singular}`;
}

/** Who sees what is published, at the beginning of a sentence. */
export function readersOf({ mayRead }: Pick<Model, 'mayRead'>): 'Visitors' | 'Signed-in users' {
  return mayRead === 'open' ? 'Visitors' : 'Signed-in users';
}
