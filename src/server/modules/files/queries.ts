import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { models } from '#config/models/index.ts';
import { FileReference, isInput } from '#contract/fields.ts';
import { recordStatus } from '#domain/records/status.ts';
import type { Queryable } from '../../db/store.ts';

const StoredFile = z.extend(FileReference, { storage_key: z.string() });
export type StoredFile = z.output<typeof StoredFile>;

export async function readStoredFile(from: Queryable, id: string): Promise<StoredFile | undefined> {
  const [file] = await from.query(
    sql`select id, name, type, size, storage_key from stored_file where id = ${id}::uuid`,
    StoredFile,
  );
  return file;
}

/** A file as records refer to it. */
export async function readFileReference(from: Queryable, id: string): Promise<FileReference | undefined> {
  const file = await readStoredFile(from, id);
  return file && { id: file.id, name: file.name, type: file.type, size: file.size };
}

export async function insertStoredFile(
  to: Queryable,
  file: StoredFile & { sha256: string; created_by: string },
): Promise<void> {
  await to.query(
    sql`insert into stored_file (id, storage_key, name, type, size, sha256, created_by)
      values (${file.id}, ${file.storage_key}, ${file.name}, ${file.type}, ${file.size}, ${file.sha256},
        ${file.created_by})`,
  );
}

/** Whether a record that visitors can see refers to the file. */
export async function isFilePublished(from: Queryable, id: string): Promise<boolean> {
  const conditions = models.flatMap(({ table, fields }) =>
    fields
      .filter(isInput)
      .filter((field) => field.kind === 'CUSTOM' && field.custom === 'file')
      .map(
        ({ name }) => sql`exists (select from ${sql.identifier(table)} where parent_id is null
          and status_id <> ${recordStatus.draft} and is_enabled and content->${name}::text->>'id' = ${id})`,
      ),
  );
  const [row] = await from.query(
    sql`select ${sql.join(conditions, sql` or `)} as found`,
    z.object({ found: z.boolean() }),
  );
  return row?.found === true;
}
