import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Store } from '../db/store.ts';
import { CachedBody } from './cached-body.ts';

/** A response that the database writes: `json` is an expression for its text, `tables` are all that it reads. */
export type CachedQuery = { json: SQL; tables: readonly string[] };

const VersionedJson = z.object({ version: z.string(), json: z.nullable(z.string()) });
const Version = z.object({ version: z.string() });

/**
 * Caches a response until a row of its tables changes. Every row version names the transaction that wrote it (`xmin`),
 * so the count and sum of those change with every committed insert, update and delete, whoever makes it. One
 * statement, and so one snapshot, reads the version and the JSON.
 */
export function cacheQuery(store: Store, { json, tables }: CachedQuery): () => Promise<CachedBody> {
  // The database writes the JSON only if the cached version is not the current one.
  const statement = (cachedVersion: string) => sql`
    with now as materialized (${tablesVersionSql(tables)})
    select version, case when version = ${cachedVersion} then null else ${json} end as json from now`;
  let cached: { version: string; body: CachedBody } | undefined;
  return async () => {
    // Another request may replace `cached` while this one waits for the database.
    const previous = cached;
    const [current] = await store.query(statement(previous?.version ?? ''), VersionedJson);
    if (!current) throw new Error('A select without a table returned no row.');
    if (previous?.version === current.version) return previous.body;
    if (current.json === null) throw new Error('The database sent no JSON for a version that is not cached.');
    const body = new CachedBody(current.json);
    cached = { version: current.version, body };
    return body;
  };
}

/**
 * Caches what is computed from the database until a row of `tables` changes. The version is read before computing,
 * so the next call notices a change made meanwhile. Simultaneous calls share one computation.
 */
export function cacheComputed<T>(
  store: Store,
  tables: readonly string[],
  compute: () => Promise<T>,
): () => Promise<T> {
  let cached: { version: string; result: Promise<T> } | undefined;
  return async () => {
    const [current] = await store.query(tablesVersionSql(tables), Version);
    if (!current) throw new Error('A select without a table returned no row.');
    if (cached?.version !== current.version) {
      const entry = { version: current.version, result: compute() };
      cached = entry;
      entry.result.catch(() => {
        if (cached === entry) cached = undefined;
      });
    }
    return cached.result;
  };
}

function tablesVersionSql(tables: readonly string[]): SQL {
  const counts = tables.map(
    (table) => sql`(select concat(count(*), '.', sum(xmin::text::bigint)) from ${sql.identifier(table)})`,
  );
  return sql`select concat_ws(';', ${sql.join(counts, sql`, `)}) as version`;
}
