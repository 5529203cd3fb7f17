import { readFileSync } from 'node:fs';
import path from 'node:path';

const page = readFileSync(
  path.resolve(import.meta.dirname, '../../content/documentation/recipes/more-than-one-machine.md'),
  'utf8',
);

/** Finds the block of plain PostgreSQL on the page for operators that contains a text. */
export function findDocumentedSql(part: string): string {
  const blocks = [...page.matchAll(/```sql\n(-- Plain PostgreSQL[\s\S]*?)```/g)].map(
    ([, block = '']) => block,
  );
  const found = blocks.filter((block) => block.includes(part));
  if (found.length !== 1) throw new Error(`${found.length} blocks of SQL contain ${part}.`);
  return found[0] ?? '';
}

/** The settings of pgbouncer on that page, below `[pgbouncer]`. */
export function findPoolerSettings(): string {
  return /```ini\n[\s\S]*?\[pgbouncer\]\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
}
