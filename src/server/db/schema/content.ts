import {
  bigserial,
  boolean,
  char,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql';

/**
 * Defines the table of a content model in config/models. A main record has no parent; a version is a row whose
 * `parent_id` is the main record's id. That is no foreign key, because publishing gives the id to another row.
 */
function recordTable(name: string) {
  return pgTable(
    name,
    {
      id: uuid().primaryKey(),
      /** 1 draft, 2 published, 3 updated. */
      status_id: smallint().notNull(),
      parent_id: uuid(),
      former_parent_id: uuid(),
      is_enabled: boolean().notNull().default(true),
      /** The values of the fields, by name. */
      content: jsonb().notNull(),
      created_at: timestamp({ withTimezone: true, mode: 'string' }).notNull(),
      created_by: text().notNull(),
      updated_at: timestamp({ withTimezone: true, mode: 'string' }).notNull(),
      updated_by: text().notNull(),
    },
    (t) => [index().on(t.parent_id), index().on(t.former_parent_id)],
  );
}

export const dataset = recordTable('dataset');
export const publicDocument = recordTable('public_document');
export const announcement = recordTable('announcement');
export const locationRecord = recordTable('location_record');
export const wellProduction = recordTable('well_production');

/** Uploaded files. Their bytes are in the file storage under `storage_key`. */
export const storedFile = pgTable(
  'stored_file',
  {
    id: uuid().primaryKey(),
    storage_key: text().notNull(),
    name: text().notNull(),
    type: text().notNull(),
    /** The encoding of a text, e.g. `utf-16le`; null for other files, and for texts of earlier versions (UTF-8). */
    charset: text(),
    size: integer().notNull(),
    sha256: char({ length: 64 }).notNull(),
    created_at: timestamp({ withTimezone: true, mode: 'string' }).notNull().default(sql`now()`),
    created_by: text().notNull(),
    /** When a sweep first found no record that refers to the file; null while there is one. */
    unused_since: timestamp({ withTimezone: true, mode: 'string' }),
  },
  (t) => [index().on(t.storage_key)],
);

/** Keys in the file storage whose last file was swept. The bytes are removed later. */
export const sweptFile = pgTable('swept_file', {
  storage_key: text().primaryKey(),
  swept_at: timestamp({ withTimezone: true, mode: 'string' }).notNull(),
});

/** The files that a public document has been published with, the current one included. */
export const documentEdition = pgTable(
  'document_edition',
  {
    document_id: uuid().notNull(),
    file_id: uuid().notNull(),
    /** The date of the document at its last publication with this file. */
    document_date: text(),
    /** When it was first published with this file. */
    published_at: timestamp({ withTimezone: true, mode: 'string' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.document_id, t.file_id] }), index().on(t.file_id)],
);

export const auditLog = pgTable(
  'audit_log',
  {
    audit_ndx: bigserial({ mode: 'number' }).primaryKey(),
    at: timestamp({ withTimezone: true, mode: 'string' }).notNull().default(sql`now()`),
    actor: text().notNull(),
    action: text().notNull(),
    entity: text().notNull(),
    entity_id: text().notNull(),
    before: jsonb(),
    after: jsonb(),
  },
  (t) => [index().on(t.entity, t.entity_id)],
);
