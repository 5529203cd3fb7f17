import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileTypeFromFile } from 'file-type';
import { fileTypes, largestFile } from '#contract/files.ts';
import { HttpProblem } from '../problems.ts';

export type Received = { file: string; size: number; sha256: string; type: string };

/**
 * Streams an upload to a file of this computer, hands it over, and removes it.
 * @throws HttpProblem 400 for an empty file or a type that is not taken, 413 for one that is too large
 */
export async function receive<T>(
  body: Readable,
  name: string,
  use: (received: Received) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-upload-'));
  const file = path.join(folder, 'file');
  try {
    const { size, sha256 } = await write(body, file);
    if (size === 0) throw refused('The file is empty.');
    return await use({ file, size, sha256, type: await typeOf(file, name) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function write(body: Readable, file: string) {
  const hash = createHash('sha256');
  let size = 0;
  await pipeline(
    body,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        size += chunk.length;
        if (size > largestFile) {
          throw new HttpProblem(413, `The file is larger than ${largestFile / 1024 / 1024} MB.`);
        }
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(file, { mode: 0o600 }),
  );
  return { size, sha256: hash.digest('hex') };
}

/** The media type by the bytes; its ending has to be one of that type. Text has no mark, so its ending decides. */
async function typeOf(file: string, name: string): Promise<string> {
  const ending = path.extname(name).slice(1).toLowerCase();
  const found = await fileTypeFromFile(file);
  if (found) {
    const endings = fileTypes[found.mime];
    if (!endings || found.mime.startsWith('text/')) throw notTaken(found.ext);
    if (!endings.includes(ending)) {
      throw refused(`The file’s name ends in .${ending}, but it is a ${found.ext.toUpperCase()} file.`);
    }
    return found.mime;
  }
  const type = Object.keys(fileTypes).find(
    (each) => /^text\/|\/json$/.test(each) && fileTypes[each]?.includes(ending),
  );
  if (!type) throw notTaken(ending);
  if (!(await isText(file)))
    throw refused(`The file’s name ends in .${ending}, but it is not text in UTF-8.`);
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

function notTaken(ending: string): HttpProblem {
  const taken = Object.values(fileTypes)
    .flat()
    .map((each) => each.toUpperCase());
  return refused(
    `A file of the type ${ending.toUpperCase() || 'unknown'} is not taken. Taken are ${taken.join(', ')}.`,
  );
}

function refused(message: string): HttpProblem {
  return new HttpProblem(400, message, { errors: [{ path: 'body', message }] });
}
