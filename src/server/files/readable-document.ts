import { sql } from 'drizzle-orm/sql';
import { publicDocuments } from '#config/models/public-documents.ts';
import { FileReference } from '#contract/records/fields.ts';
import type { StoredRecord } from '#domain/records/versions.ts';
import type { Queryable } from '../db/queryable.ts';
import { readReadableRows } from '../records/queries.ts';

/** A document as everyone may read it, and its current file. */
export type ReadableDocument = { readonly row: StoredRecord; readonly file: FileReference | undefined };

export async function readReadableDocument(
  from: Queryable,
  id: string,
): Promise<ReadableDocument | undefined> {
  const [row] = await readReadableRows(from, publicDocuments, sql`id = ${id}::uuid`);
  return row && { row, file: documentFileOf(row) };
}

/** The file of a document, as its record has it. */
export function documentFileOf({ content }: StoredRecord): FileReference | undefined {
  return FileReference.safeParse(content.file).data;
}
