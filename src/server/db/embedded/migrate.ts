import type { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { migrationsFolder } from '../migrations-folder.ts';

/** Brings the tables of an embedded database up to date. */
export async function migrateEmbedded(client: PGlite): Promise<void> {
  await migrate(drizzle(client), { migrationsFolder });
}
