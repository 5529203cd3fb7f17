import type { Store } from './db/open.ts';
import { Prepared } from './prepared.ts';

/** SQL of an answer: `json` is an expression for its text, `tables` are all that it reads. */
export type KeptQuery = { json: string; tables: readonly string[] };

/**
 * An answer that the database writes as JSON text, kept until a row of its tables changes. Every row version
 * names the transaction that wrote it (`xmin`), so the count and sum of those change with every committed
 * insert, update and delete, whoever makes it; both statements read their tables in one snapshot each.
 */
export function keep(store: Store, { json, tables }: KeptQuery): () => Promise<Prepared> {
  const version = `concat_ws(';', ${tables
    .map((table) => `(select concat(count(*), '.', sum(xmin::text::bigint)) from ${table})`)
    .join(', ')})`;
  let kept: { version: string; prepared: Prepared } | undefined;
  return async () => {
    if (kept) {
      const [now] = await store.query<{ version: string }>(`select ${version} as version`);
      if (now?.version === kept.version) return kept.prepared;
    }
    const [fresh] = await store.query<{ version: string; json: string }>(
      `select ${version} as version, ${json} as json`,
    );
    if (!fresh) throw new Error('A select without a table gave no row.');
    kept = { version: fresh.version, prepared: new Prepared(fresh.json) };
    return kept.prepared;
  };
}
