import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract as createExtract } from 'tar-stream';
import { toErrorMessage } from '#lib/errors.ts';
import { BadArchive, type EntryKind, maxEntryBytes, parseEntryName } from './archive-format.ts';

export type ArchiveEntry = EntryKind & { readonly name: string; readonly content: Buffer };

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
