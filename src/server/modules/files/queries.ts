import { models } from '#config/models/index.ts';
import { type FileReference, isInput } from '#contract/fields.ts';
import type { Queryable } from '../../db/store.ts';

export type StoredFile = FileReference & { storage_key: string };

const columns = 'id::text as id, name, type, size, storage_key';

export async function readStoredFile(from: Queryable, id: string): Promise<StoredFile | undefined> {
  const [file] = await from.query<StoredFile>(
    `select ${columns} from stored_file where id = $1::text::uuid`,
    [id],
  );
  return file;
}

/** What records say of a file. */
export async function readFileReference(from: Queryable, id: string): Promise<FileReference | undefined> {
  const file = await readStoredFile(from, id);
  return file && { id: file.id, name: file.name, type: file.type, size: file.size };
}

export async function insertStoredFile(
  to: Queryable,
  file: StoredFile & { sha256: string; created_by: string },
): Promise<void> {
  await to.query(
    `insert into stored_file (id, storage_key, name, type, size, sha256, created_by)
     values ($1::text::uuid, $2, $3, $4, $5::text::int, $6, $7)`,
    [file.id, file.storage_key, file.name, file.type, String(file.size), file.sha256, file.created_by],
  );
}

/** Whether a record that visitors see has the file. */
export async function isFilePublished(from: Queryable, id: string): Promise<boolean> {
  const conditions = models.flatMap(({ table, fields }) =>
    fields
      .filter(isInput)
      .filter((field) => field.kind === 'CUSTOM' && field.custom === 'file')
      .map(
        ({ name }) => `select from ${table} where parent_id is null and status_id <> 1 and is_enabled
          and content->'${name}'->>'id' = $1`,
      ),
  );
  const [row] = await from.query<{ found: boolean }>(
    `select ${conditions.map((query) => `exists (${query})`).join(' or ')} as found`,
    [id],
  );
  return row?.found === true;
}
