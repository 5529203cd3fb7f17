import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

/** The encodings of a text file, as the names of `TextDecoder`. Latin-1 is a part of Windows-1252. */
export type Charset = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const sampleBytes = 4096;

/** Detects the encoding of a text file; undefined if its bytes are no text. */
export async function detectCharset(file: string): Promise<Charset | undefined> {
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
