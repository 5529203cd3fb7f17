import type { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { checkSchema } from '../check-schema.ts';
import { migrationsFolder } from '../migrations-folder.ts';
import { createQueryable } from '../queryable.ts';

/**
 * Brings the tables of an embedded database up to date.
 * @throws NewerSchema
 */
export async function migrateEmbedded(client: PGlite, place = 'The database'): Promise<void> {
  const run = async (text: string, parameters: readonly unknown[]) =>
    (await client.query(text, [...parameters])).rows;
  await checkSchema(createQueryable(run), place);
  await migrate(drizzle(client), { migrationsFolder });
}
