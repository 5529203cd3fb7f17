import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { models } from '#config/models/index.ts';
import { FileReference, isInput } from '#contract/records/fields.ts';
import type { Model } from '#contract/records/model.ts';
import type { Queryable } from '../db/store.ts';
import { readReadableRows } from '../records/queries.ts';

const StoredFile = z.extend(FileReference, {
  storage_key: z.string(),
  sha256: z.string(),
  /** The encoding of a text. */
  charset: z.nullable(z.string()),
});
export type StoredFile = z.output<typeof StoredFile>;

export async function readStoredFile(from: Queryable, id: string): Promise<StoredFile | undefined> {
  const [file] = await from.query(
    sql`select id, name, type, size, storage_key, sha256, charset from stored_file where id = ${id}::uuid`,
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
  file: StoredFile & { created_by: string },
): Promise<void> {
  await to.query(
    sql`insert into stored_file (id, storage_key, name, type, charset, size, sha256, created_by)
      values (${file.id}, ${file.storage_key}, ${file.name}, ${file.type}, ${file.charset}, ${file.size},
        ${file.sha256}, ${file.created_by})`,
  );
}

/** Holds off others who store or remove the bytes of a key, until the end of the transaction. */
export async function lockStorageKey(transaction: Queryable, key: string): Promise<void> {
  await transaction.query(sql`select pg_advisory_xact_lock(hashtext(${`file ${key}`}))`);
}

/**
 * Who may download a file: `open` or `signed-in`, as the models of the records that people can read and that have it;
 * undefined if there is none.
 */
export async function readFileAudience(from: Queryable, id: string): Promise<Model['mayRead'] | undefined> {
  let audience: Model['mayRead'] | undefined;
  for (const model of models) {
    const conditions = model.fields
      .filter(isInput)
      .filter((field) => field.kind === 'CUSTOM' && field.custom === 'file')
      .map(({ name }) => sql`content->${name}::text->>'id' = ${id}`);
    if (conditions.length === 0 || audience === model.mayRead) continue;
    const rows = await readReadableRows(from, model, sql`(${sql.join(conditions, sql` or `)})`);
    if (rows.length === 0) continue;
    if (model.mayRead === 'open') return 'open';
    audience = model.mayRead;
  }
  return audience;
}
