import { sql } from 'drizzle-orm/sql';
import type { FileUses } from '#server/files/file-uses.ts';

/** Photos of readings are for people who are signed in: `readPhoto` sends them. */
const uses: FileUses = {
  isReadable: async () => false,
  ids: sql`select photo::text from own_origin where photo is not null`,
};

export default uses;
