import * as z from 'zod/mini';
import { maxFileBytes } from '#contract/files.ts';

/**
 * A backup is a `.tar.gz` with `backup.json` first, which describes it, then the rows, files and keys of the portal, and
 * `manifest.json` last, with the size and hash of each entry before it. An archive without its end is never complete.
 */
export const archiveFormat = 'water-data-portal backup';
export const archiveFormatVersion = 1;

export const descriptionName = 'backup.json';
export const manifestName = 'manifest.json';
export const keysName = 'identity.json';
export const basinName = 'basin.yaml';

/** Rows are written in parts of about so many bytes, which end with a row. */
export const partBytes = 8 * 1024 * 1024;

/** A file is no backup, or a damaged or newer one; `message` says which. */
export class BadArchive extends Error {
  override name = 'BadArchive';
}

/** A migration of the database, by the time in milliseconds that names it; of the tables of a feature, if it has one. */
const AppliedMigration = z.object({
  when: z.int(),
  hash: z.string(),
  feature: z._default(z.nullable(z.string()), null),
});

const sqlName = z.string().check(z.regex(/^[a-z_][a-z\d_]{0,62}$/));

const Description = z.object({
  format: z.literal(archiveFormat),
  format_version: z.int(),
  portal_version: z.string(),
  created_at: z.iso.datetime(),
  engine: z.enum(['pglite', 'postgresql']),
  /** The name of the basin. */
  basin: z.string(),
  /** What the schema of the rows was made by, in order. */
  migrations: z.array(AppliedMigration),
  /** A table that another one refers to is before it. */
  tables: z.array(z.object({ name: sqlName, columns: z.array(sqlName).check(z.minLength(1)) })),
  /** The last number given; null if there was none. */
  sequences: z.array(z.object({ name: sqlName, last_value: z.nullable(z.int()) })),
});
export type Description = z.output<typeof Description>;

const ManifestEntry = z.object({
  path: z.string(),
  bytes: z.int().check(z.nonnegative()),
  sha256: z.string().check(z.regex(/^[\da-f]{64}$/)),
  /** Of a part of a table. */
  rows: z.optional(z.int().check(z.nonnegative())),
});
export type ManifestEntry = z.output<typeof ManifestEntry>;

const Manifest = z.object({
  entries: z.array(ManifestEntry),
  /** Keys of files that records refer to, and the storage did not have as they were uploaded. */
  missing_files: z.array(z.string()),
});
export type Manifest = z.output<typeof Manifest>;

/** What an entry of an archive is. */
export type EntryKind =
  | { readonly kind: 'description' | 'manifest' | 'keys' | 'basin' }
  | { readonly kind: 'rows'; readonly table: string; readonly part: number }
  | { readonly kind: 'file'; readonly key: string };

/** The largest entry of each kind, so that a hostile archive cannot fill the memory. */
export const maxEntryBytes: Readonly<Record<EntryKind['kind'], number>> = {
  description: 1024 * 1024,
  manifest: 64 * 1024 * 1024,
  keys: 1024 * 1024,
  basin: 16 * 1024 * 1024,
  rows: 64 * 1024 * 1024,
  file: maxFileBytes,
};

export function rowsName(table: string, part: number): string {
  return `tables/${table}/${String(part).padStart(6, '0')}.csv`;
}

export function fileName(key: string): string {
  return `files/${key}`;
}

/** Whether a file of this key can be in an archive: the storage makes keys from hashes. */
export function isFileKey(key: string): boolean {
  return /^[\da-f]{2}\/[\da-f]{62}$/.test(key);
}

const rowsPattern = /^tables\/([a-z_][a-z\d_]{0,62})\/(\d{6})\.csv$/;

/** Undefined for a name that no backup has, e.g. one with `..`. */
export function parseEntryName(name: string): EntryKind | undefined {
  if (name === descriptionName) return { kind: 'description' };
  if (name === manifestName) return { kind: 'manifest' };
  if (name === keysName) return { kind: 'keys' };
  if (name === basinName) return { kind: 'basin' };
  const [, table, part] = rowsPattern.exec(name) ?? [];
  if (table !== undefined && part !== undefined) return { kind: 'rows', table, part: Number(part) };
  const key = name.replace(/^files\//, '');
  return key !== name && isFileKey(key) ? { kind: 'file', key } : undefined;
}

/** @throws BadArchive */
export function parseDescription(text: string): Description {
  const json = parseJson(text, descriptionName);
  const version = z.object({ format: z.literal(archiveFormat), format_version: z.int() }).safeParse(json);
  if (!version.success) throw new BadArchive('It is not a backup of this portal.');
  if (version.data.format_version > archiveFormatVersion) {
    throw new BadArchive(
      `It was written by a newer version of the portal (format ${version.data.format_version}; this one knows ${archiveFormatVersion}). Install that version, and restore it there.`,
    );
  }
  const parsed = Description.safeParse(json);
  if (!parsed.success) throw new BadArchive(`It is damaged: ${descriptionName} is not valid.`);
  return parsed.data;
}

/** @throws BadArchive */
export function parseManifest(text: string): Manifest {
  const parsed = Manifest.safeParse(parseJson(text, manifestName));
  if (!parsed.success) throw new BadArchive(`It is damaged: ${manifestName} is not valid.`);
  return parsed.data;
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadArchive(`It is damaged: ${name} is not JSON.`);
  }
}

/** A backup, restore or dump was refused or failed; `message` explains to the operator why and what to do. */
export class BackupFailed extends Error {
  override name = 'BackupFailed';
}
