import { CasingCache } from 'drizzle-orm/casing';
import type { SQL } from 'drizzle-orm/sql';

const casing = new CasingCache();

/** The text of a statement with `$1` for its first value, and the values. */
export function toStatementText(statement: SQL): { readonly text: string; readonly parameters: unknown[] } {
  // PgDialect does the same, but its modules take a second and 100 MB to load.
  const { sql, params } = statement.toQuery({
    casing,
    escapeName: (name) => `"${name.replaceAll('"', '""')}"`,
    escapeParam: (index) => `$${index + 1}`,
    escapeString: (value) => `'${value.replaceAll("'", "''")}'`,
  });
  return { text: sql, parameters: params };
}

/** Whether a statement only reads: no function that a `select` of the portal calls changes published data. */
export const isRead = (text: string) => /^\s*select\b/i.test(text);

/** A bulk insert into columns of a table, from CSV without a header or from PostgreSQL's binary form. */
export function copyStatement(
  table: string,
  columns: readonly string[],
  from: string,
  format: 'csv' | 'binary' = 'csv',
) {
  const quoted = columns.map((column) => `"${column}"`).join(', ');
  return `COPY "${table}" (${quoted}) FROM ${from} WITH (FORMAT ${format})`;
}
