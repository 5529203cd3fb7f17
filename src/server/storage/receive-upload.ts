import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { maxFileBytes } from '#contract/files.ts';
import { HttpProblem } from '../http/problems.ts';
import { badFile, type DetectedType, detectType } from './detect-type.ts';

export type ReceivedFile = { file: string; size: number; sha256: string } & DetectedType;

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
    if (size === 0) throw badFile('The file is empty. Choose another one.');
    return await use({ file, size, sha256, ...(await detectType(file, name)) });
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
