import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileTypeFromFile } from 'file-type';
import { extensionsByMediaType, maxFileBytes } from '#contract/files.ts';
import { HttpProblem } from '../http/problems.ts';

export type ReceivedFile = { file: string; size: number; sha256: string; type: string };

/**
 * Streams an upload to a temporary file, passes that to `use`, and removes it.
 * @throws HttpProblem 400 for an empty file or an unsupported type, 413 for a file that is too large
 */
export async function receiveUpload<T>(
  body: Readable,
  name: string,
  use: (received: ReceivedFile) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-upload-'));
  const file = path.join(folder, 'file');
  try {
    const { size, sha256 } = await writeUpload(body, file);
    if (size === 0) throw badFile('The file is empty.');
    return await use({ file, size, sha256, type: await detectType(file, name) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeUpload(body: Readable, file: string) {
  const hash = createHash('sha256');
  let size = 0;
  await pipeline(
    body,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        size += chunk.length;
        if (size > maxFileBytes) {
          throw new HttpProblem(413, `The file is larger than ${maxFileBytes / 1024 / 1024} MB.`);
        }
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(file, { mode: 0o600 }),
  );
  return { size, sha256: hash.digest('hex') };
}

/** Detects the media type from the bytes, which the extension has to match. For text, the extension decides. */
async function detectType(file: string, name: string): Promise<string> {
  const extension = path.extname(name).slice(1).toLowerCase();
  const found = await fileTypeFromFile(file);
  if (found) {
    const extensions = extensionsByMediaType[found.mime];
    if (!extensions || found.mime.startsWith('text/')) throw unsupportedType(found.ext);
    if (!extensions.includes(extension)) {
      throw badFile(`The file’s name ends in .${extension}, but it is a ${found.ext.toUpperCase()} file.`);
    }
    return found.mime;
  }
  const type = Object.keys(extensionsByMediaType).find(
    (each) => /^text\/|\/json$/.test(each) && extensionsByMediaType[each]?.includes(extension),
  );
  if (!type) throw unsupportedType(extension);
  if (!(await isText(file)))
    throw badFile(`The file’s name ends in .${extension}, but it is not text in UTF-8.`);
  return type;
}

async function isText(file: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(file)) {
      if (decoder.decode(chunk, { stream: true }).includes('\u0000')) return false;
    }
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

function unsupportedType(extension: string): HttpProblem {
  const supported = Object.values(extensionsByMediaType)
    .flat()
    .map((each) => each.toUpperCase());
  return badFile(
    `A file of the type ${extension.toUpperCase() || 'unknown'} is not taken. Taken are ${supported.join(', ')}.`,
  );
}

function badFile(message: string): HttpProblem {
  return new HttpProblem(400, message, { errors: [{ path: 'body', message }] });
}
