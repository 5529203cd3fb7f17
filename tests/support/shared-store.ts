import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Store } from '#server/db/store.ts';
import type { OpenEmpty } from './engines.ts';

/** Opens one store for all tests of a `describe` or file, and empties its tables after each test. */
export function shareStore(open: OpenEmpty, onOpen: (store: Store) => void): void {
  let store: Store;
  beforeAll(async () => {
    store = await open();
    onOpen(store);
  });
  afterEach(() => emptyTables(store));
  afterAll(() => store?.close());
}

/** Deletes every row but the version of the data, which only rises, and starts ids from 1 again. */
export async function emptyTables(store: Store): Promise<void> {
  const tables = await store.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables
      where schemaname = 'public' and tablename <> 'data_version'`,
  );
  await store.query(`truncate ${tables.map(({ name }) => name).join(', ')} restart identity cascade`);
}
