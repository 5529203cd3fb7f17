import { openEmbeddedStore } from './embedded/embedded-store.ts';
import { openPostgres, type PostgresOptions } from './postgres/open-postgres.ts';
import { isPostgresUrl } from './postgres/postgres-url.ts';
import type { Store } from './store.ts';

/**
 * Opens the database and brings its tables up to date.
 * `url` is `memory://`, `postgres://…` or the path of a folder for the embedded database, which belongs to
 * one process at a time.
 * @throws DatabaseUnavailable
 * @throws FolderInUse
 */
export async function openStore(url: string, options: PostgresOptions = {}): Promise<Store> {
  return isPostgresUrl(url) ? openPostgres(url, options) : openEmbeddedStore(url);
}
