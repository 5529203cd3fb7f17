import { sql } from 'drizzle-orm/sql';
import type { FileUses } from '#server/files/file-uses.ts';

/** Photos of readings are for people who are signed in. */
const uses: FileUses = {
  isReadable: async (from, id) => {
    const used = await from.query(sql`select from own_origin where photo = ${id}::uuid limit 1`);
    return used.length > 0 && 'signed-in';
  },
  ids: sql`select photo::text from own_origin where photo is not null`,
};

export default uses;
