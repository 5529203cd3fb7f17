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
