import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import type { Store } from '#server/db/store.ts';
import type { OpenEmpty } from './engines.ts';
import { openTestApp, type TestApp } from './test-app.ts';

type PortalOptions = Parameters<typeof openTestApp>[1] & {
  /** The time at which all tests run; by default the computer's. */
  readonly now?: string;
  /** Fills the database. */
  readonly insert?: (store: Store) => Promise<unknown>;
};

/** Opens a portal for all tests of a `describe` or file, on a database of its own. */
export function sharePortal(
  open: OpenEmpty,
  { now, insert, ...parts }: PortalOptions = {},
): { readonly store: Store; readonly portal: TestApp } {
  let store: Store | undefined;
  let portal: TestApp | undefined;
  beforeAll(async () => {
    if (now) vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] });
    store = await open();
    await insert?.(store);
    portal = openTestApp(store, parts);
  });
  afterAll(async () => {
    if (now) vi.useRealTimers();
    await portal?.close();
    await store?.close();
  });
  return { store: standFor(() => store), portal: standFor(() => portal) };
}

/** Opens another portal on a shared store, likewise. */
export function shareOther(store: Store, parts: Parameters<typeof openTestApp>[1] = {}): TestApp {
  let portal: TestApp | undefined;
  beforeAll(() => {
    portal = openTestApp(store, parts);
  });
  afterAll(() => portal?.close());
  return standFor(() => portal);
}

/** Stands for an object that is only there while tests run, or that each of them replaces. */
export function standFor<T extends object>(find: () => T | undefined): T {
  const found = () => {
    const object = find();
    if (!object) throw new Error('Only there while tests run.');
    return object;
  };
  return new Proxy({} as T, {
    get: (_, name) => Reflect.get(found(), name),
    ownKeys: () => Reflect.ownKeys(found()),
    getOwnPropertyDescriptor: (_, name) => ({
      value: Reflect.get(found(), name),
      enumerable: true,
      configurable: true,
    }),
  });
}

/**
 * Opens one store for all tests of a `describe` or file, and empties its tables after each test. Returns it in advance: it
 * can be used from the first test on.
 */
export function shareStore(open: OpenEmpty): Store {
  let store: Store | undefined;
  beforeAll(async () => {
    store = await open();
  });
  afterEach(() => store && emptyTables(store));
  afterAll(() => store?.close());
  return standFor(() => store);
}

/** Tables that have grown beyond this are truncated. */
const manyBytes = 500_000;

/**
 * Deletes every row but the version of the data, which only rises, and starts ids from 1 again. To truncate all tables
 * would take thirty times as long, because each has to get new files; deleted rows are what makes a table grow.
 */
export async function emptyTables(store: Store): Promise<void> {
  await store.query(`do $$ declare place record; begin
    set local session_replication_role = replica;
    for place in select quote_ident(tablename) as name from pg_tables
        where schemaname = 'public' and tablename <> 'data_version' loop
      if pg_relation_size(place.name::regclass) > ${manyBytes} then
        execute 'truncate ' || place.name || ' cascade';
      else
        execute 'delete from ' || place.name;
      end if;
    end loop;
    perform setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
      from pg_sequences where schemaname = 'public' and last_value is not null;
    update data_version set version = version + 1, changed_at = clock_timestamp();
  end $$`);
}
