import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { describe, inject } from 'vitest';
import { openStore, type Store } from '#server/db/store.ts';

/** Opens an empty database of its own; closing the store removes it. */
export type OpenEmpty = () => Promise<Store>;

/** Declares the same tests for the embedded database and, where there is one, for PostgreSQL. */
export function describeEngines(name: string, tests: (open: OpenEmpty) => void): void {
  describe(`${name} (embedded)`, () => tests(() => openStore('memory://')));
  const url = inject('postgresUrl');
  describe.skipIf(!url)(`${name} (PostgreSQL)`, () => tests(() => openPostgresDatabase(url ?? '')));
}

async function openPostgresDatabase(server: string): Promise<Store> {
  const { url, drop } = await createDatabase(server);
  const store = await openStore(url);
  return {
    ...store,
    close: async () => {
      await store.close();
      await drop();
    },
  };
}

/** An empty database of a PostgreSQL server. */
export async function createDatabase(server: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = postgres(server, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => {
      await admin.unsafe(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}
