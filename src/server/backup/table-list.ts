import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { Queryable } from '../db/queryable.ts';
import type { Description } from './archive-format.ts';

export type TableColumns = Description['tables'][number];

/** Tables whose rows belong to running transactions and processes. */
const transientTables = new Set(['data_change', 'lease', 'rate_counter']);

const Table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  /** The tables that its foreign keys refer to. */
  references: z.array(z.string()),
});

/** Reads the portal's tables; one that another refers to is before it. */
export async function readTables(from: Queryable): Promise<readonly TableColumns[]> {
  const tables = await from.query(
    sql`select c.relname as name,
        array(select attname::text from pg_attribute a
          where a.attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
          order by attnum) as columns,
        array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
          where k.conrelid = c.oid and k.contype = 'f' and f.oid <> c.oid) as references
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and not exists (select from pg_depend d
          where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      order by c.relname`,
    Table,
  );
  return sortByReferences(tables.filter(({ name }) => !transientTables.has(name)));
}

function sortByReferences(tables: readonly z.output<typeof Table>[]): readonly TableColumns[] {
  const sorted = new Map<string, TableColumns>();
  while (sorted.size < tables.length) {
    const ready = tables.filter(
      ({ name, references }) => !sorted.has(name) && references.every((each) => sorted.has(each)),
    );
    if (ready.length === 0) throw new Error('The foreign keys of the tables are circular.');
    for (const { name, columns } of ready) sorted.set(name, { name, columns });
  }
  return [...sorted.values()];
}

const Sequence = z.object({ name: z.string(), last_value: z.nullable(z.string()) });

export async function readSequences(from: Queryable): Promise<Description['sequences']> {
  const sequences = await from.query(
    sql`select sequencename::text as name, last_value::text as last_value from pg_sequences
      where schemaname = 'public' order by sequencename`,
    Sequence,
  );
  return sequences.map(({ name, last_value }) => ({
    name,
    last_value: last_value === null ? null : Number(last_value),
  }));
}
