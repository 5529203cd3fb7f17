import { hash } from 'node:crypto';
import { mkdtempSync, openAsBlob, readFileSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { extract, type Header, pack } from 'tar-stream';
import { inject } from 'vitest';
import type { Manifest } from '#server/backup/archive-format.ts';

export type TarEntry = { name: string; content: Buffer; header?: Partial<Header> };

let templateFolder: Promise<string> | undefined;

/** Writes the run's template into a folder, once for each worker. */
async function writeTemplateFolder(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-template-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const template = inject('embeddedTemplate');
  const loadDataDir = template ? { loadDataDir: await openAsBlob(template) } : {};
  const client = await PGlite.create({ dataDir: path.join(folder, 'pglite'), ...loadDataDir });
  await client.close();
  return path.join(folder, 'pglite');
}

/** Creates an embedded database with its tables in a folder, as a copy of the run's template. */
export async function copyTemplate(folder: string): Promise<void> {
  templateFolder ??= writeTemplateFolder();
  await cp(await templateFolder, folder, { recursive: true });
}

/** Creates an embedded database without tables in a folder. */
export async function createFromTemplate(folder: string): Promise<PGlite> {
  await copyTemplate(folder);
  const client = await PGlite.create(folder);
  await dropTables(client);
  return client;
}

/** Creates one in memory. */
export async function createInMemory(): Promise<PGlite> {
  const template = inject('embeddedTemplate');
  const loadDataDir = template ? { loadDataDir: await openAsBlob(template) } : {};
  const client = await PGlite.create({ dataDir: 'memory://', ...loadDataDir });
  return client;
}

export async function dropTables(client: PGlite) {
  await client.exec(
    'drop schema public cascade; drop schema if exists drizzle cascade; create schema public',
  );
}

export async function readTar(file: string): Promise<TarEntry[]> {
  const tar = extract();
  tar.end(gunzipSync(readFileSync(file)));
  const entries: TarEntry[] = [];
  for await (const entry of tar) entries.push({ name: entry.header.name, content: await buffer(entry) });
  return entries;
}

export async function toTar(entries: readonly TarEntry[]): Promise<Buffer> {
  const tar = pack();
  for (const { name, content, header } of entries) {
    const hasContent = header?.type === undefined || header.type === 'file';
    if (hasContent) tar.entry({ name, ...header }, content);
    else tar.entry({ name, ...header });
  }
  tar.finalize();
  return buffer(tar);
}

/** The entries with a manifest that fits them, as someone would make who changes an archive on purpose. */
export function withManifest(entries: readonly TarEntry[]): TarEntry[] {
  const content = entries.filter(({ name }) => name !== 'manifest.json');
  const former = entries.find(({ name }) => name === 'manifest.json');
  const manifest: Manifest = JSON.parse(former?.content.toString() ?? '{}');
  const rows = new Map(manifest.entries.map((entry) => [entry.path, entry.rows]));
  const listed = content.map(({ name, content: bytes }) => ({
    path: name,
    bytes: bytes.length,
    sha256: hash('sha256', bytes),
    rows: rows.get(name),
  }));
  const text = JSON.stringify({ ...manifest, entries: listed });
  return [...content, { name: 'manifest.json', content: Buffer.from(text) }];
}

/** Replaces the content of one entry, of JSON by what `change` makes of the parsed value. */
export function changeJson<T>(
  entries: readonly TarEntry[],
  name: string,
  change: (value: T) => T,
): TarEntry[] {
  return entries.map((entry) =>
    entry.name === name
      ? { ...entry, content: Buffer.from(JSON.stringify(change(JSON.parse(entry.content.toString())))) }
      : entry,
  );
}
