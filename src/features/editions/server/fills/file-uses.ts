import { sql } from 'drizzle-orm/sql';
import type { FileUses } from '#server/files/file-uses.ts';
import { isReadableEdition } from '../editions.ts';

export default {
  isReadable: isReadableEdition,
  ids: sql`select file_id::text from document_edition`,
} satisfies FileUses;
