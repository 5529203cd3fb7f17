import type { PGlite, Transaction } from '@electric-sql/pglite';
import { applyMigrations } from '../applied-migrations.ts';
import { checkSchema } from '../check-schema.ts';
import { createQueryable } from '../queryable.ts';

/**
 * Brings the tables of an embedded database up to date.
 * @throws NewerSchema
 */
export async function migrateEmbedded(client: PGlite, place = 'The database'): Promise<void> {
  await client.transaction(async (transaction) => {
    const queryable = createQueryable((text, parameters) => run(transaction, text, parameters));
    await checkSchema(queryable, place);
    await applyMigrations(queryable);
  });
}

async function run(transaction: Transaction, text: string, parameters: readonly unknown[]) {
  return (await transaction.query(text, [...parameters])).rows;
}
