import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { fileTypeFromFile } from 'file-type';
import { acceptedTypesText, extensionsByMediaType } from '#contract/files.ts';
import { badInput, type HttpProblem } from '../http/problems.ts';
import { createWorkerTask } from '../worker-task.ts';

export type DetectedType = { readonly type: string /** Of a text. */; readonly charset?: Charset };

/** Where a text stops being JSON, as far as it is known. */
export type JsonFault = { readonly line?: number; readonly column?: number };

const findJsonFault = createWorkerTask<string, JsonFault | undefined>(
  new URL('./json.worker.ts', import.meta.url),
);

/**
 * Detects the media type from the bytes, which the extension has to match. For text, the extension decides.
 * @throws HttpProblem 400
 */
export async function detectType(file: string, name: string): Promise<DetectedType> {
  const extension = path.extname(name).slice(1).toLowerCase();
  const expected = Object.keys(extensionsByMediaType).find((type) =>
    extensionsByMediaType[type]?.includes(extension),
  );
  if (!expected) throw badFile(describeUnsupported(extension));
  const found = await fileTypeFromFile(file);
  if (found && extensionsByMediaType[found.mime]?.includes(extension)) return { type: found.mime };
  const isText = /^text\/|\/json$/.test(expected);
  // A text may begin like another file, e.g. with the letters of a bitmap: `BM,elevation`.
  const charset = isText && !isAccepted(found?.mime) ? await detectCharset(file) : undefined;
  if (!charset) throw badFile(describeMismatch(extension, isText, found?.ext));
  if (expected === 'application/json') await checkJson(file, extension, charset);
  return { type: expected, charset };
}

function isAccepted(type: string | undefined): boolean {
  return type !== undefined && type in extensionsByMediaType;
}

async function checkJson(file: string, extension: string, charset: Charset): Promise<void> {
  if (charset !== 'utf-8') throw badFile(`The file’s name ends in .${extension}, but it is not in UTF-8.`);
  const fault = await findJsonFault(file);
  if (!fault) return;
  const place = fault.line === undefined ? '' : ` See line ${fault.line}, column ${fault.column}.`;
  throw badFile(`The file’s name ends in .${extension}, but its contents are not JSON.${place}`);
}

function describeUnsupported(extension: string): string {
  const files = extension === '' ? 'Files without an extension' : `${extension.toUpperCase()} files`;
  return `${files} cannot be uploaded. Choose ${acceptedTypesText}.`;
}

function describeMismatch(extension: string, isText: boolean, found: string | undefined): string {
  const contents = found
    ? `of the type ${found.toUpperCase()}`
    : `not ${isText ? 'text' : extension.toUpperCase()}`;
  return `The file’s name ends in .${extension}, but its contents are ${contents}.`;
}

/** A problem with the body of the request. */
export function badFile(message: string): HttpProblem {
  return badInput('body', message);
}

/** The encodings of a text file, as the names of `TextDecoder`. Latin-1 is a part of Windows-1252. */
type Charset = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const sampleBytes = 4096;

/** Detects the encoding of a text file; undefined if its bytes are no text. */
async function detectCharset(file: string): Promise<Charset | undefined> {
  const wide = guessWideCharset(await readSample(file));
  if (wide) return (await decodesAs(file, wide)) ? wide : undefined;
  for (const charset of ['utf-8', 'windows-1252'] as const) {
    if (await decodesAs(file, charset)) return charset;
  }
  return undefined;
}

async function readSample(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sampleBytes), 0, sampleBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** UTF-16 begins with a mark, or has zeros in every second byte of its digits, commas and Latin letters. */
function guessWideCharset(sample: Buffer): Charset | undefined {
  if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le';
  if (sample[0] === 0xfe && sample[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries())
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const minZeros = sample.length / 4;
  if (odd > minZeros && even === 0) return 'utf-16le';
  return even > minZeros && odd === 0 ? 'utf-16be' : undefined;
}

/** Any bytes are Windows-1252, and most pairs are UTF-16, but those of a text are no control characters. */
const controlCharacter = /[[\p{Cc}\ufffe\uffff]--[\t\n\v\f\r]]/v;

function isText(text: string, charset: Charset): boolean {
  return charset === 'utf-8' ? !text.includes('\0') : !controlCharacter.test(text);
}

async function decodesAs(file: string, charset: Charset): Promise<boolean> {
  const decoder = new TextDecoder(charset, { fatal: true });
  try {
    for await (const chunk of createReadStream(file)) {
      if (!isText(decoder.decode(chunk, { stream: true }), charset)) return false;
    }
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}
