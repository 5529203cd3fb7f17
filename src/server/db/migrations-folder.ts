import path from 'node:path';

/** The SQL of each version of the tables. */
export const migrationsFolder = path.join(import.meta.dirname, 'migrations');
