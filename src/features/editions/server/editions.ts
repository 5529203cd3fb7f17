import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { publicDocuments } from '#config/models/public-documents.ts';
import { FileReference } from '#contract/records/fields.ts';
import { recordStatus, type StoredRecord } from '#domain/records/versions.ts';
import { isoInstantSql, type Queryable } from '#server/db/queryable.ts';
import type { StoreTransaction } from '#server/db/store.ts';
import { documentFileOf, type ReadableDocument } from '#server/files/readable-document.ts';
import { readReadableRows } from '#server/records/queries.ts';
import type { DocumentEdition } from '../contract.ts';

/** Whether the file belongs to an edition of a document that everyone may read. */
export async function isReadableEdition(from: Queryable, file: string): Promise<boolean> {
  const isEdition = sql`id in (select document_id from document_edition where file_id = ${file}::uuid)`;
  return (await readReadableRows(from, publicDocuments, isEdition)).length > 0;
}

const EditionRow = z.extend(FileReference, {
  document_date: z.nullable(z.string()),
  published_at: z.string(),
});

/** Reads the editions of a document, newest first, without the one with its current file. */
export async function readOlderEditions(
  from: Queryable,
  { row, file }: ReadableDocument,
): Promise<DocumentEdition[]> {
  const editions = await from.query(
    sql`select f.id, f.name, f.type, f.size, e.document_date, ${isoInstantSql(sql`e.published_at`)} as published_at
      from document_edition e join stored_file f on f.id = e.file_id
      where e.document_id = ${row.id}::uuid order by e.published_at desc, f.id`,
    EditionRow,
  );
  return editions
    .filter(({ id }) => id !== file?.id)
    .map(({ document_date, published_at, ...reference }) => ({
      file: reference,
      document_date,
      published_at,
    }));
}

/** Notes the files that a document is and was published with. Applied to every write of a document. */
export async function projectDocument(
  tx: StoreTransaction,
  before: StoredRecord | undefined,
  after: StoredRecord | undefined,
): Promise<void> {
  const [former, current] = [mainOf(before), mainOf(after)];
  if (former && !current) {
    await tx.query(sql`delete from document_edition where document_id = ${former.id}`);
    return;
  }
  if (former && current && former.id !== current.id) {
    await tx.query(
      sql`update document_edition set document_id = ${current.id} where document_id = ${former.id}`,
    );
  }
  // The former content was noted when it was published, unless the record was written in another way.
  if (former && current) await noteEdition(tx, { ...former, id: current.id });
  if (current) await noteEdition(tx, current);
}

function mainOf(row: StoredRecord | undefined): StoredRecord | undefined {
  return row?.parent_id === null ? row : undefined;
}

async function noteEdition(tx: StoreTransaction, row: StoredRecord): Promise<void> {
  const file = documentFileOf(row);
  if (row.status_id === recordStatus.draft || !file) return;
  const date = row.content.document_date;
  // A record that was published in place was created earlier.
  const isInPlace = row.former_parent_id === null && row.status_id === recordStatus.published;
  await tx.query(
    sql`insert into document_edition (document_id, file_id, document_date, published_at)
      values (${row.id}, ${file.id}, ${typeof date === 'string' ? date : null},
        ${isInPlace ? row.updated_at : row.created_at}::text::timestamptz)
      on conflict (document_id, file_id) do update set document_date = excluded.document_date`,
  );
}
