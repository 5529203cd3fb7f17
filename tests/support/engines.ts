import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { describe, inject } from 'vitest';
import { openStore, type Store } from '#server/db/open.ts';

/** Opens an empty database of its own; closing the store removes it. */
export type OpenEmpty = () => Promise<Store>;

/** Declares the same tests for the embedded database and, where there is one, for PostgreSQL. */
export function describeEngines(name: string, tests: (open: OpenEmpty) => void): void {
  describe(`${name} (embedded)`, () => tests(() => openStore('memory://')));
  const url = inject('postgresUrl');
  describe.skipIf(!url)(`${name} (PostgreSQL)`, () => tests(() => openPostgresDatabase(url ?? '')));
}

async function openPostgresDatabase(server: string): Promise<Store> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = postgres(server, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const store = await openStore(url.href);
  return {
    ...store,
    close: async () => {
      await store.close();
      await admin.unsafe(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}
