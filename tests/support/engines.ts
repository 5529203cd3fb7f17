import { openAsBlob } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { describe, inject } from 'vitest';
import { createEmbeddedStore } from '#server/db/embedded/embedded-store.ts';
import { createLocalEngine } from '#server/db/embedded/engine.ts';
import { openStore } from '#server/db/open-store.ts';
import type { Store } from '#server/db/store.ts';
import { createDatabase } from './database-templates.ts';
import { disposable } from './test-app.ts';

/** Opens an empty database of its own; closing the store removes it. */
export type OpenEmpty = () => Promise<Store & AsyncDisposable>;

/**
 * Declares the same tests for PostgreSQL, where there is one, and for the embedded database. The quick tests have one of
 * them, because the flows run on the embedded one; the long tests have the other.
 */
export function describeEngines(name: string, tests: (open: OpenEmpty) => void | Promise<void>): void {
  const hasServer = inject('postgresUrl') !== undefined;
  const project = inject('project');
  const isQuick = project === 'fast';
  if (!hasServer || !isQuick) describe(`${name} (embedded)`, () => tests(openEmbeddedStore));
  if (hasServer && project !== 'embedded')
    describe(`${name} (PostgreSQL)`, () => tests(() => openOwnDatabase()));
}

/** Declares tests of texts and marks, which are the same on both engines: on PostgreSQL where there is one. */
export function describeOneEngine(name: string, tests: (open: OpenEmpty) => void | Promise<void>): void {
  const open = inject('postgresUrl') === undefined ? openEmbeddedStore : () => openOwnDatabase();
  describe(name, () => tests(open));
}

/** Opens an embedded database in memory, a copy of the run's template. */
export async function openEmbeddedStore(): Promise<Store & AsyncDisposable> {
  const template = inject('embeddedTemplate');
  if (!template) return disposable(await openStore('memory://'));
  const loadDataDir = await openAsBlob(template);
  const engine = createLocalEngine(await PGlite.create({ dataDir: 'memory://', loadDataDir }));
  return disposable(createEmbeddedStore(engine));
}

/** Opens a database of its own on the run's PostgreSQL server, by default an empty one. */
export async function openOwnDatabase(
  template = inject('postgresTemplate'),
): Promise<Store & AsyncDisposable> {
  const { url, drop } = await createDatabase(inject('postgresUrl') ?? '', template);
  const store = await openStore(url);
  const close = async () => {
    await store.close();
    await drop();
  };
  return disposable({ ...store, close });
}

/** Creates an empty database with its tables on the run's PostgreSQL server. */
export function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  return createDatabase(inject('postgresUrl') ?? '', inject('postgresTemplate'));
}
