import { readFileSync } from 'node:fs';
import path from 'node:path';

const pages = ['more-than-one-machine', 'divide-the-daily-values']
  .map((name) => path.resolve(import.meta.dirname, `../../content/documentation/recipes/${name}.md`))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

/** Finds the block of plain PostgreSQL on the pages for operators that contains a text. */
export function findDocumentedSql(part: string): string {
  const blocks = [...pages.matchAll(/```sql\n(-- Plain PostgreSQL[\s\S]*?)```/g)].map(
    ([, block = '']) => block,
  );
  const found = blocks.filter((block) => block.includes(part));
  if (found.length !== 1) throw new Error(`${found.length} blocks of SQL contain ${part}.`);
  return found[0] ?? '';
}

/** The settings of pgbouncer on these pages, below `[pgbouncer]`. */
export function findPoolerSettings(): string {
  return /```ini\n[\s\S]*?\[pgbouncer\]\n([\s\S]*?)```/.exec(pages)?.[1] ?? '';
}
