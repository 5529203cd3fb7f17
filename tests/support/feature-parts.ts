import { existsSync } from 'node:fs';
import path from 'node:path';
import type { InjectOptions } from 'fastify';
import { features } from '#features/index.ts';
import type { Config } from '#server/config.ts';
import type { Store } from '#server/db/store.ts';
import type { TestApp } from './test-app.ts';

/** What a feature adds to the tests of the whole portal: `tests/features/NAME/parts.ts`. */
export type TestParts = {
  /** Addresses of its routes with parameters, by their patterns. Each is asked for. */
  readonly addresses?: Readonly<Record<string, readonly string[]>>;
  /** Writes what its routes answer with and the database does not have. */
  readonly prepare?: (data: PreparedData) => Promise<void>;
  /** Its calls that change something. */
  readonly writes?: (tools: WriteTools) => Writes;
  /** Its modules that write files, by their paths in `src`, and which test tries that they say where values are from. */
  readonly producers?: Readonly<Record<string, string>>;
};

type Answer = Awaited<ReturnType<TestApp['send']>>;

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
  send(options: InjectOptions): Promise<ReturnType<Answer['json']>>;
  /** A name that nothing has yet. */
  newName(): string;
};

export type Writes = {
  /** By the names of the calls: makes everything ready, and gives a call that will change something. */
  readonly cases: Readonly<Record<string, () => Promise<InjectOptions> | InjectOptions>>;
  /** What they change outside of the database. */
  readonly readState?: () => unknown;
};

async function loadParts(name: string): Promise<readonly TestParts[]> {
  if (!existsSync(path.join(import.meta.dirname, `../features/${name}/parts.ts`))) return [];
  const { parts }: { parts: TestParts } = await import(`../features/${name}/parts.ts`);
  return [parts];
}

/** The parts of all features that have some, in the order of the list. */
export const featureParts: readonly TestParts[] = (
  await Promise.all(features.map(({ name }) => loadParts(name)))
).flat();
