import { inject } from 'vitest';
import { seedDemo } from '#ingest/demo/index.ts';
import { openStore } from '#server/db/open-store.ts';
import { connectPostgres } from '#server/db/postgres/connect-postgres.ts';
import type { Store } from '#server/db/store.ts';
import { basin } from './basin.ts';
import { createDatabase, demoTemplateOf } from './database-templates.ts';
import { openEmbeddedStore, openOwnDatabase } from './engines.ts';

/** The last day of the demonstration here. */
export const demoThrough = '2026-03-08';

/**
 * Opens a database with the whole demonstration. On PostgreSQL it is a copy of one that the run seeds once; on the
 * embedded database each caller seeds its own, which takes half a minute.
 */
export async function openDemoStore(): Promise<Store> {
  const server = inject('postgresUrl');
  if (server === undefined) {
    const store = await openEmbeddedStore();
    await seedDemo(store, { basin, through: demoThrough });
    return store;
  }
  return openOwnDatabase(await findDemoTemplate(server));
}

/** The name of the database that is copied. Whoever asks first creates it, while others wait. */
async function findDemoTemplate(server: string): Promise<string> {
  const template = demoTemplateOf(inject('postgresTemplate') ?? '');
  const admin = await connectPostgres(server);
  try {
    await admin.query('select pg_advisory_lock(374)');
    const { rows } = await admin.query('select from pg_database where datname = $1', [template]);
    if (rows.length > 0) return template;
    const { name, url } = await createDatabase(server, inject('postgresTemplate'));
    const store = await openStore(url);
    await seedDemo(store, { basin, through: demoThrough });
    await store.close();
    await admin.query(`alter database ${name} rename to ${template}`);
    return template;
  } finally {
    await admin.end();
  }
}
