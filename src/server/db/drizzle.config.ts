import { defineConfig } from 'drizzle-kit';

/** For `npm run db:generate`, after a change in schema/. */
export default defineConfig({
  dialect: 'postgresql',
  schema: 'src/server/db/schema/*.ts',
  out: 'src/server/db/migrations',
});
