import type { InjectOptions } from 'fastify';
import type { Access } from '#contract/endpoint.ts';
import type { FileReference } from '#contract/records/fields.ts';
import type { Config } from '#server/config.ts';
import type { Store } from '#server/db/store.ts';
import type { ImportRunner } from '#server/imports/import-runner.ts';
import { namesWith } from './feature-files.ts';

/** What a feature adds to the tests of the whole portal: `tests/features/NAME/parts.ts`. */
export type TestParts = {
  /** Values of parameters in addresses, by name: `{ well: 'W-7' }`. */
  readonly values?: Readonly<Record<string, string>>;
  /** Addresses of its routes with parameters for which these are not enough, by their patterns. Each is asked for. */
  readonly addresses?: Readonly<Record<string, readonly string[]>>;
  /** Writes what its routes answer with and the database does not have. */
  readonly prepare?: (data: PreparedData) => Promise<void>;
  /** Its calls that change something. */
  readonly writes?: (tools: WriteTools) => Writes;
  /** Who may make one of these, by the names of the calls; Administrators only, if it is not said. */
  readonly mayChange?: Readonly<Record<string, Access>>;
  /** Its calls for values of a location, by name, and the answer where there is no such location; see `open-values.full.test.ts`. */
  readonly valueRequests?: Readonly<
    Record<string, readonly [url: (location: number) => string, unknown: number]>
  >;
  /** Its lists of records, by name: what the rows of all providers say, and those of open ones. */
  readonly listRequests?: Readonly<Record<string, readonly [all: unknown, open: unknown]>>;
  /** Addresses of its files of data with `:format`, by the name of their call; see `value-origins.full.test.ts`. */
  readonly dataFiles?: Readonly<Record<string, readonly string[]>>;
  /** Other answers that carry values and leave the portal. */
  readonly answersWithValues?: readonly string[];
  /** What is typed, and the page of the documentation that it finds, also misspelled. */
  readonly searches?: readonly (readonly [text: string, page: string])[];
  /** Its tables whose rows no published answer contains; see `data-version.test.ts`. */
  readonly unpublishedTables?: readonly string[];
  /** Its modules that write files, by their paths in `src`, and which test tries that they say where values are from. */
  readonly producers?: Readonly<Record<string, string>>;
};

type PreparedData = {
  readonly store: Store;
  readonly config: Config;
  readonly openProviders: readonly string[];
};

export type WriteTools = {
  readonly store: Store;
  /** A call of an Administrator, or of another role. */
  call(
    method: 'POST' | 'PUT' | 'DELETE' | 'GET',
    url: string,
    payload?: object,
    role?: string,
  ): InjectOptions;
  /** Sends a call that is no subject of the test, and gives what it answers. */
  send(options: InjectOptions): Promise<unknown>;
  /** A name that nothing has yet. */
  newName(): string;
  /** Uploads a file. */
  upload(): Promise<FileReference>;
  /** Replaces what runs imports by one that is idle. */
  newImportRunner(): ImportRunner;
};

export type Writes = {
  /** By the names of the calls: makes everything ready, and gives a call that will change something. */
  readonly cases: Readonly<Record<string, () => Promise<InjectOptions> | InjectOptions>>;
  /** What they change outside of the database. */
  readonly readState?: () => unknown;
};

/** The parts of all features that have some, in the order of the list. */
export const featureParts: readonly TestParts[] = await Promise.all(
  namesWith('parts.ts').map(async (name) => (await import(`../features/${name}/parts.ts`)).parts),
);

/** Joins what features say in one field. */
export function joinParts<Value>(
  read: (parts: TestParts) => Readonly<Record<string, Value>> | undefined,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(featureParts.flatMap((parts) => Object.entries(read(parts) ?? {})));
}
