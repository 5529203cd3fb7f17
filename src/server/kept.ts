import type { Store } from './db/open.ts';
import { Prepared } from './prepared.ts';

/** SQL of an answer: `json` is an expression for its text, `tables` are all that it reads. */
export type KeptQuery = { json: string; tables: readonly string[] };

/**
 * An answer that the database writes as JSON text, kept until a row of its tables changes. Every row version
 * names the transaction that wrote it (`xmin`), so the count and sum of those change with every committed
 * insert, update and delete, whoever makes it. One statement, and so one snapshot, has both.
 */
export function keep(store: Store, { json, tables }: KeptQuery): () => Promise<Prepared> {
  // The JSON is written only where the version is not the known one.
  const text = `
    with now as materialized (${versionOf(tables)})
    select version, case when version = $1 then null else ${json} end as json from now`;
  let kept: { version: string; prepared: Prepared } | undefined;
  return async () => {
    // What is kept may be another's when the database has answered.
    const known = kept;
    const [now] = await store.query<{ version: string; json: string | null }>(text, [known?.version ?? '']);
    if (!now) throw new Error('A select without a table gave no row.');
    if (known?.version === now.version) return known.prepared;
    if (now.json === null) throw new Error('The database took an unknown version for the known one.');
    const prepared = new Prepared(now.json);
    kept = { version: now.version, prepared };
    return prepared;
  };
}

/**
 * What is worked out of the database, kept until a row of `tables` changes. The version is read before the work,
 * so that a change meanwhile is met by the next call. Calls at the same time share the work.
 */
export function keepWorked<T>(
  store: Store,
  tables: readonly string[],
  work: () => Promise<T>,
): () => Promise<T> {
  let kept: { version: string; result: Promise<T> } | undefined;
  return async () => {
    const [now] = await store.query<{ version: string }>(versionOf(tables));
    if (!now) throw new Error('A select without a table gave no row.');
    if (kept?.version !== now.version) {
      const mine = { version: now.version, result: work() };
      kept = mine;
      mine.result.catch(() => {
        if (kept === mine) kept = undefined;
      });
    }
    return kept.result;
  };
}

function versionOf(tables: readonly string[]): string {
  const counts = tables.map(
    (table) => `(select concat(count(*), '.', sum(xmin::text::bigint)) from ${table})`,
  );
  return `select concat_ws(';', ${counts.join(', ')}) as version`;
}
