import { hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack as createPack } from 'tar-stream';
import {
  type Manifest,
  type ManifestEntry,
  manifestName,
  maxEntryBytes,
  parseEntryName,
} from './archive-format.ts';

export type ArchiveWriter = {
  add(name: string, content: Buffer, about?: Pick<ManifestEntry, 'rows'>): Promise<void>;
  /** Writes the manifest, and gives the file its name. */
  finish(about: Omit<Manifest, 'entries'>): Promise<Manifest>;
  /** Removes what was written. */
  cancel(): Promise<void>;
};

/** Writes an archive under another name until it is complete. Only its owner may read it, because it contains keys. */
export function openArchiveWriter(file: string, createdAt: Date): ArchiveWriter {
  const partialFile = `${file}.part`;
  const pack = createPack();
  const written = pipeline(pack, createGzip(), createWriteStream(partialFile, { mode: 0o600, flush: true }));
  // It is awaited with each entry; before the first one, a failure is nobody's yet.
  written.catch(() => {});
  const entries: ManifestEntry[] = [];

  async function write(name: string, content: Buffer) {
    const entry = parseEntryName(name);
    if (!entry || content.length > maxEntryBytes[entry.kind]) {
      throw new Error(`An archive cannot contain ${name} with ${content.length} bytes.`);
    }
    const added = new Promise<void>((resolve, reject) => {
      const header = { name, size: content.length, mode: 0o600, mtime: createdAt };
      pack.entry(header, (error) => (error ? reject(error) : resolve())).end(content);
    });
    await Promise.race([written, added]);
  }

  return {
    add: async (name, content, about = {}) => {
      await write(name, content);
      entries.push({ path: name, bytes: content.length, sha256: hash('sha256', content), ...about });
    },
    finish: async (about) => {
      const manifest = { entries, ...about };
      await write(manifestName, Buffer.from(JSON.stringify(manifest, undefined, 1)));
      pack.finalize();
      await written;
      await rename(partialFile, file);
      return manifest;
    },
    cancel: async () => {
      pack.destroy();
      await written.catch(() => {});
      await rm(partialFile, { force: true });
    },
  };
}
