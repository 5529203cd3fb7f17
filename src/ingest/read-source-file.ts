import { type FileHandle, open } from 'node:fs/promises';
import { toErrorMessage } from '#lib/errors.ts';
import { decodeText } from './decode-text.ts';
import { SourceRefused, type SourceText } from './source.ts';

/** A text without any element that can be read by itself must fit into memory. */
const maxWholeBytes = 20_000_000;
const bytesPerRead = 1 << 16;
const headCharacters = 4000;

/** Opens a saved response. @throws SourceRefused if the file cannot be read or is not text */
export async function readSourceFile(file: string): Promise<SourceText> {
  const size = await sizeOf(file);
  const chunks = () => decodeText(readBytes(file));
  return {
    head: await headOf(chunks()),
    chunks,
    text: async () => {
      if (size > maxWholeBytes) {
        throw new SourceRefused(
          `The file has ${Math.round(size / 1e6)} MB and no list of values that the portal knows. Save the response again, as the agency sends it.`,
        );
      }
      const parts: string[] = [];
      for await (const chunk of chunks()) parts.push(chunk);
      return parts.join('');
    },
  };
}

async function headOf(chunks: AsyncIterable<string>): Promise<string> {
  let head = '';
  for await (const chunk of chunks) {
    head += chunk.slice(0, headCharacters);
    if (head.length >= headCharacters) break;
  }
  return head.slice(0, headCharacters);
}

async function sizeOf(file: string): Promise<number> {
  const handle = await openFile(file);
  try {
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

async function* readBytes(file: string): AsyncGenerator<Buffer> {
  const handle = await openFile(file);
  try {
    // Every piece is decoded before the next is read into the same memory.
    const buffer = Buffer.allocUnsafeSlow(bytesPerRead);
    for (;;) {
      const bytesRead = await readInto(buffer, handle, file);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

async function readInto(buffer: Buffer, handle: FileHandle, file: string): Promise<number> {
  try {
    return (await handle.read(buffer, 0, buffer.length, null)).bytesRead;
  } catch (error) {
    throw unreadable(file, error);
  }
}

async function openFile(file: string): Promise<FileHandle> {
  try {
    return await open(file);
  } catch (error) {
    throw unreadable(file, error);
  }
}

function unreadable(file: string, error: unknown): SourceRefused {
  return new SourceRefused(`The file ${file} cannot be read (${toErrorMessage(error)}).`, { cause: error });
}
