import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Queryable } from '../db/store.ts';
import { CachedBody } from './cached-body.ts';

/** A response that the database writes: an expression for its JSON. */
export type CachedQuery = { readonly json: SQL };

const VersionedJson = z.object({ version: z.string(), json: z.nullable(z.string()) });
const Version = z.object({ version: z.string() });

/**
 * The version of the published data. The database raises it in every transaction that changes them, whoever makes it
 * (migration 0011).
 */
const dataVersionSql = sql`select version::text as version from data_version`;

export async function readDataVersion(from: Queryable): Promise<string> {
  const [row] = await from.query(dataVersionSql, Version);
  if (!row) throw new Error('The table data_version is empty.');
  return row.version;
}

/** Caches a response until the published data change. One statement, and so one snapshot, reads the version and the JSON. */
export function cacheQuery(from: Queryable, { json }: CachedQuery): () => Promise<CachedBody> {
  // The database writes the JSON only if the cached version is not the current one.
  const statement = (cachedVersion: string) => sql`
    with now as materialized (${dataVersionSql})
    select version, case when version = ${cachedVersion} then null else ${json} end as json from now`;
  let cached: { version: string; body: CachedBody } | undefined;
  return async () => {
    // Another request may replace `cached` while this one waits for the database.
    const previous = cached;
    const [current] = await from.query(statement(previous?.version ?? ''), VersionedJson);
    if (!current) throw new Error('The table data_version is empty.');
    if (previous?.version === current.version) return previous.body;
    if (current.json === null) throw new Error('The database sent no JSON for a version that is not cached.');
    const body = new CachedBody(current.json);
    cached = { version: current.version, body };
    return body;
  };
}

/**
 * Caches what is computed from the database until the published data change. The version is read before computing, so
 * the next call notices a change made meanwhile. Simultaneous calls share one computation.
 */
export function cacheComputed<T>(from: Queryable, compute: () => Promise<T>): () => Promise<T> {
  let cached: { version: string; result: Promise<T> } | undefined;
  return async () => {
    const version = await readDataVersion(from);
    if (cached?.version !== version) {
      const entry = { version, result: compute() };
      cached = entry;
      entry.result.catch(() => {
        if (cached === entry) cached = undefined;
      });
    }
    return cached.result;
  };
}
