import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { maxFileBytes } from '#contract/files.ts';
import type { FileReference } from '#contract/records/fields.ts';
import { cleanLine } from '#lib/clean-line.ts';
import type { Store } from '../db/store.ts';
import { HttpProblem } from '../http/problems.ts';
import { badFile, type DetectedType, detectType } from '../storage/detect-type.ts';
import type { FileStorage } from '../storage/file-storage.ts';
import { insertStoredFile, lockStorageKey } from './queries.ts';

/**
 * Stores the bytes of a file before its row, so that no row refers to missing bytes.
 * @throws HttpProblem 400, 413
 */
export async function storeFile(
  store: Store,
  storage: FileStorage,
  { body, name: givenName, actor }: { body: Readable; name: string; actor: string },
): Promise<FileReference> {
  const name = toSafeFileName(givenName);
  return receiveUpload(body, name, async ({ file, size, sha256, type, charset }) => {
    const storage_key = `${sha256.slice(0, 2)}/${sha256.slice(2)}`;
    await storage.put(storage_key, file, type);
    const reference = { id: randomUUID(), name, type, size };
    await store.transaction(async (tx) => {
      await lockStorageKey(tx, storage_key);
      await insertStoredFile(tx, {
        ...reference,
        storage_key,
        sha256,
        charset: charset ?? null,
        created_by: actor,
      });
    });
    // From here on no sweep removes the bytes, but one may just have removed those of an equal file.
    if (!(await storage.has(storage_key))) await storage.put(storage_key, file, type);
    return reference;
  });
}

/** With room for a number that a browser adds, in file systems that take 255 bytes. */
const maxLength = 150;

/** Names of devices on Windows, which no file can have. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/**
 * Makes a name safe for every system: without folders, characters that some systems reject, or more than 150
 * characters. The extension stays.
 * @example toSafeFileName('C:\\reports\\flow: May?.pdf') === 'flow_ May_.pdf'
 */
export function toSafeFileName(name: string): string {
  const last = cleanLine(name).split(/[\\/]/).at(-1) ?? '';
  const safe = last
    .replace(/[<>:"|?*\p{Cc}\p{Cs}]/gu, '_')
    .replace(reserved, '_$&')
    .replace(/^[. ]+(?=.*\.)|[. ]+$/g, '');
  const { name: stem, ext } = path.parse(safe);
  const room = maxLength - ext.length;
  return (room > 0 ? truncate(stem, room).trimEnd() + ext : truncate(safe, maxLength)) || 'file';
}

/** Shortens a text without cutting a character in two. */
function truncate(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

type ReceivedFile = { file: string; size: number; sha256: string } & DetectedType;

/**
 * Streams an upload to a temporary file, passes that to `use`, and removes it.
 * @throws HttpProblem 400 for an empty file or an unsupported type, 413 for a file that is too large
 */
async function receiveUpload<T>(
  body: Readable,
  name: string,
  use: (received: ReceivedFile) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-upload-'));
  const file = path.join(folder, 'file');
  try {
    const { size, sha256 } = await writeUpload(body, file, limit);
    return await use({ file, size, sha256, ...(await detectType(file, name)) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const uploadContentType = 'application/octet-stream';

/** The uploaded body of a request. @throws HttpProblem 400 */
export function uploadedBody({ body }: FastifyRequest): Readable {
  if (body instanceof Readable) return body;
  throw new HttpProblem(400, `The file is the body of the request, with Content-Type: ${uploadContentType}.`);
}

type UploadLimit = { readonly bytes: number /** As people read it: `50 MB`. */; readonly text: string };
const limit: UploadLimit = { bytes: maxFileBytes, text: `${maxFileBytes / 1024 / 1024} MB` };

/** Writes an upload to a file. @throws HttpProblem 400 for an empty one, 413 for one that is too large */
export async function writeUpload(
  body: Readable,
  file: string,
  { bytes, text }: UploadLimit,
): Promise<{ readonly size: number; readonly sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  await pipeline(
    body,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        size += chunk.length;
        if (size > bytes) throw new HttpProblem(413, `The file is larger than ${text}.`);
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(file, { mode: 0o600 }),
  );
  if (size === 0) throw badFile('The file is empty. Choose another one.');
  return { size, sha256: hash.digest('hex') };
}
