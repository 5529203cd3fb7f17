import type { Store } from '../db/store.ts';
import { CachedBody } from './cached-body.ts';

/** SQL of an answer: `json` is an expression for its text, `tables` are all that it reads. */
export type CachedQuery = { json: string; tables: readonly string[] };

/**
 * An answer that the database writes as JSON text, kept until a row of its tables changes. Every row version
 * names the transaction that wrote it (`xmin`), so the count and sum of those change with every committed
 * insert, update and delete, whoever makes it. One statement, and so one snapshot, has both.
 */
export function cacheQuery(store: Store, { json, tables }: CachedQuery): () => Promise<CachedBody> {
  // The JSON is written only where the version is not the known one.
  const text = `
    with now as materialized (${tablesVersionSql(tables)})
    select version, case when version = $1 then null else ${json} end as json from now`;
  let cached: { version: string; body: CachedBody } | undefined;
  return async () => {
    // What is kept may be another's when the database has answered.
    const previous = cached;
    const [current] = await store.query<{ version: string; json: string | null }>(text, [
      previous?.version ?? '',
    ]);
    if (!current) throw new Error('A select without a table gave no row.');
    if (previous?.version === current.version) return previous.body;
    if (current.json === null) throw new Error('The database took an unknown version for the known one.');
    const body = new CachedBody(current.json);
    cached = { version: current.version, body };
    return body;
  };
}

/**
 * What is worked out of the database, kept until a row of `tables` changes. The version is read before the work,
 * so that a change meanwhile is met by the next call. Calls at the same time share the work.
 */
export function cacheComputed<T>(
  store: Store,
  tables: readonly string[],
  compute: () => Promise<T>,
): () => Promise<T> {
  let cached: { version: string; result: Promise<T> } | undefined;
  return async () => {
    const [current] = await store.query<{ version: string }>(tablesVersionSql(tables));
    if (!current) throw new Error('A select without a table gave no row.');
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

function tablesVersionSql(tables: readonly string[]): string {
  const counts = tables.map(
    (table) => `(select concat(count(*), '.', sum(xmin::text::bigint)) from ${table})`,
  );
  return `select concat_ws(';', ${counts.join(', ')}) as version`;
}
