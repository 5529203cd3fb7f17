import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract as createExtract } from 'tar-stream';
import { toErrorMessage } from '#lib/errors.ts';
import { readMigrations } from '../db/applied-migrations.ts';
import {
  BadArchive,
  type Description,
  descriptionName,
  type EntryKind,
  type Manifest,
  type ManifestEntry,
  manifestName,
  maxEntryBytes,
  parseDescription,
  parseEntryName,
  parseManifest,
  rowsName,
} from './archive-format.ts';

type ArchiveEntry = EntryKind & { readonly name: string; readonly content: Buffer };

/**
 * Reads the entries of an archive in order, one at a time, because all of them may not fit into memory. Checks only of
 * each by itself whether it can be one of a backup.
 * @throws BadArchive
 */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  await checkIsFile(file);
  const extract = createExtract();
  let failure: unknown;
  const flow = pipeline(createReadStream(file), createGunzip(), extract).catch((error: unknown) => {
    failure ??= error;
  });
  try {
    for await (const entry of extract) {
      const { name, size = 0, type } = entry.header;
      const kind = type === 'file' ? parseEntryName(name) : undefined;
      if (!kind) throw new BadArchive(`It contains ${JSON.stringify(name)}, which no backup does.`);
      if (size > maxEntryBytes[kind.kind]) throw new BadArchive(`${name} in it is larger than any backup’s.`);
      yield { ...kind, name, content: await buffer(entry) };
    }
  } catch (error) {
    throw error instanceof BadArchive ? error : describeFailure(failure ?? error);
  } finally {
    extract.destroy();
    await flow;
  }
}

async function checkIsFile(file: string) {
  const found = await stat(file).catch(() => undefined);
  if (!found) throw new BadArchive('There is no such file.');
  if (!found.isFile()) throw new BadArchive('It is not a file.');
  if (found.size === 0) throw new BadArchive('It is empty.');
}

function describeFailure(error: unknown): BadArchive {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (['EACCES', 'EPERM', 'EIO'].includes(code)) {
    return new BadArchive(`It cannot be read (${code}).`, { cause: error });
  }
  const message = toErrorMessage(error);
  if (/incorrect header check/.test(message)) {
    return new BadArchive('It is not a .tar.gz file.', { cause: error });
  }
  if (code === 'Z_BUF_ERROR' || /unexpected end/i.test(message)) {
    return new BadArchive('It is incomplete: its end is missing.', { cause: error });
  }
  return new BadArchive(`It is damaged (${message}).`, { cause: error });
}

/** What a complete archive contains. */
export type VerifiedArchive = {
  readonly description: Description;
  readonly manifest: Manifest;
  /** The number of rows of each table. */
  readonly rows: ReadonlyMap<string, number>;
};

type FoundEntry = Pick<ManifestEntry, 'path' | 'bytes' | 'sha256'>;

/**
 * Reads a whole archive and checks that it is complete, undamaged and of a version that this one knows.
 * @throws BadArchive
 */
export async function verifyArchive(file: string): Promise<VerifiedArchive> {
  const found = new Map<string, FoundEntry>();
  let description: Description | undefined;
  let manifest: Manifest | undefined;
  for await (const entry of readArchive(file)) {
    if (manifest) throw new BadArchive(`It is damaged: ${entry.name} is after the end.`);
    if (entry.kind === 'description') {
      if (description) throw new BadArchive(`It is damaged: ${descriptionName} is in it twice.`);
      description = parseDescription(entry.content.toString());
      checkVersion(description);
      found.set(entry.name, describeEntry(entry));
      continue;
    }
    if (!description) throw new BadArchive('It is not a backup of this portal.');
    if (entry.kind === 'manifest') {
      manifest = parseManifest(entry.content.toString());
      continue;
    }
    if (found.has(entry.name)) throw new BadArchive(`It is damaged: ${entry.name} is in it twice.`);
    found.set(entry.name, checkEntry(entry, description, found));
  }
  if (!description) throw new BadArchive('It is not a backup of this portal.');
  if (!manifest) throw new BadArchive(`It is incomplete: ${manifestName} is missing.`);
  checkAgainstManifest(manifest, found);
  return { description, manifest, rows: countRows(description, manifest) };
}

function checkVersion({ migrations, portal_version }: Description) {
  const known = readMigrations();
  const knownTimes = new Set(known.map(({ when }) => when));
  if (migrations.every(({ when }) => knownTimes.has(when))) return;
  throw new BadArchive(
    `It was written by a newer version of the portal (${portal_version}, schema ${migrations.length}; this one knows ${known.length}). Install that version, and restore it there.`,
  );
}

function checkEntry(
  entry: ArchiveEntry,
  description: Description,
  found: ReadonlyMap<string, unknown>,
): FoundEntry {
  const described = describeEntry(entry);
  if (entry.kind === 'rows') {
    const { table, part } = entry;
    const isExpected =
      description.tables.some(({ name }) => name === table) &&
      (part === 1 || found.has(rowsName(table, part - 1)));
    if (!isExpected) throw new BadArchive(`It is damaged: ${entry.name} belongs to no table.`);
  }
  // The key of a file is its hash.
  if (entry.kind === 'file' && described.sha256 !== entry.key.replace('/', '')) {
    throw new BadArchive(`It is damaged: ${entry.name} has changed.`);
  }
  return described;
}

function describeEntry({ name, content }: ArchiveEntry): FoundEntry {
  return { path: name, bytes: content.length, sha256: hash('sha256', content) };
}

function checkAgainstManifest({ entries }: Manifest, found: ReadonlyMap<string, FoundEntry>) {
  const listed = new Map(entries.map((entry) => [entry.path, entry]));
  for (const { path, bytes, sha256 } of found.values()) {
    const entry = listed.get(path);
    if (!entry) throw new BadArchive(`It is damaged: its manifest does not list ${path}.`);
    if (entry.bytes !== bytes || entry.sha256 !== sha256) {
      throw new BadArchive(`It is damaged: ${path} has changed.`);
    }
  }
  for (const path of listed.keys()) {
    if (!found.has(path)) throw new BadArchive(`It is incomplete: ${path} is missing.`);
  }
  if (listed.size !== entries.length)
    throw new BadArchive('It is damaged: its manifest lists an entry twice.');
}

function countRows({ tables }: Description, { entries }: Manifest): ReadonlyMap<string, number> {
  const rows = new Map(tables.map(({ name }) => [name, 0]));
  for (const { path, rows: count = 0 } of entries) {
    const [, table] = /^tables\/(\w+)\//.exec(path) ?? [];
    if (table !== undefined) rows.set(table, (rows.get(table) ?? 0) + count);
  }
  return rows;
}
