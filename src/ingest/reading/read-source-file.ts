import { isUtf8 } from 'node:buffer';
import { type FileHandle, open } from 'node:fs/promises';
import { toErrorMessage } from '#lib/errors.ts';
import { SourceRefused, type SourceSeries, type SourceText } from '../source.ts';
import { toPlainText } from './parse-response.ts';

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

/** Makes a response of a service readable as a saved one is. */
export function toSourceText(response: string): SourceText {
  const text = response.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  return {
    isInMemory: true,
    head: text.slice(0, headCharacters),
    async *chunks() {
      yield text;
    },
    text: async () => text,
  };
}

/** Makes a parser of saved responses read a service's response. */
export function toResponseParser(parse: (file: SourceText) => AsyncIterable<SourceSeries>) {
  return async (response: string): Promise<SourceSeries[]> => {
    const found: SourceSeries[] = [];
    for await (const series of parse(toSourceText(response))) found.push(series);
    return found;
  };
}

/** Divides text into lines, without their ends. */
export async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let held = '';
  for await (const chunk of chunks) {
    const lines = (held + chunk).split('\n');
    held = lines.pop() ?? '';
    yield* lines;
  }
  yield held;
}

/** Says what a file begins with, for one that has no values: `Line 1 is "Invalid station".` */
export function describeStart(head: string): string {
  const lines = head.split('\n');
  const at = lines.findIndex((line) => line.trim() !== '');
  if (at < 0) return 'Line 1: the file is empty.';
  const text = toPlainText(lines[at] ?? '', 160) || toPlainText(head, 160);
  const isOnly = lines.slice(at + 1).every((line) => line.trim() === '');
  return `Line ${at + 1} is "${text}"${isOnly ? ', and no other follows.' : '.'}`;
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

/** What files that are no text begin with, and what to do about each. */
const signatures: readonly { bytes: string; name: string; advice: string }[] = [
  { bytes: '25504446', name: 'a PDF', advice: 'Ask the agency for CSV or JSON.' },
  { bytes: '1f8b', name: 'compressed with gzip', advice: 'Unpack it first, with gunzip.' },
  { bytes: 'd0cf11e0', name: 'an old Excel workbook (XLS)', advice: 'Save it as CSV.' },
  { bytes: '89504e47', name: 'an image (PNG)', advice: 'Ask the agency for CSV or JSON.' },
];
const zipSignature = '504b0304';
/** Bytes that are enough to tell formats and encodings apart. */
const headBytes = 4096;

const utf16 = { little: 'utf-16le', big: 'utf-16be' } as const;
type Utf16 = (typeof utf16)[keyof typeof utf16];

/** Throws if the file is not text. @throws SourceRefused that names what it is */
function refuseBinary(head: Buffer): void {
  const hex = head.subarray(0, 8).toString('hex');
  if (hex.startsWith(zipSignature)) {
    const isWorkbook = /\[Content_Types\]\.xml|xl\//.test(head.toString('latin1'));
    throw new SourceRefused(
      isWorkbook
        ? 'The file is an Excel workbook (XLSX). Save it as CSV.'
        : 'The file is a ZIP archive. Unpack it first.',
    );
  }
  const found = signatures.find(({ bytes }) => hex.startsWith(bytes));
  if (found) throw new SourceRefused(`The file is ${found.name}. ${found.advice}`);
}

/** Finds UTF-16 by its byte order mark, or by the zero bytes of its digits and commas. */
function utf16Of(head: Buffer): Utf16 | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return utf16.little;
  if (head[0] === 0xfe && head[1] === 0xff) return utf16.big;
  const zerosAt = (remainder: number) =>
    head.filter((byte, at) => byte === 0 && at % 2 === remainder).length / (head.length / 2);
  if (head.length >= 4 && zerosAt(1) > 0.8 && zerosAt(0) === 0) return utf16.little;
  if (head.length >= 4 && zerosAt(0) > 0.8 && zerosAt(1) === 0) return utf16.big;
  return undefined;
}

/**
 * Decodes UTF-8 and UTF-16, with or without a byte order mark, and Windows-1252. Line ends become `\n`.
 * @throws SourceRefused if the bytes are not text
 */
export async function* decodeText(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const normalize = createNormalizer();
  let decode: Decode | undefined;
  for await (const chunk of bytes) {
    if (!decode) {
      const head = chunk.subarray(0, headBytes);
      refuseBinary(head);
      decode = createDecoder(utf16Of(head));
    }
    const text = normalize(decode(chunk));
    if (text !== '') yield text;
  }
  const rest = normalize(decode?.() ?? '');
  if (rest !== '') yield rest;
}

/** Creates a function that makes `\n` of every line end, and refuses zero bytes. */
function createNormalizer(): (text: string) => string {
  let isAfterReturn = false;
  let line = 1;
  return (decoded) => {
    const text = isAfterReturn && decoded.startsWith('\n') ? decoded.slice(1) : decoded;
    if (text === '') {
      isAfterReturn &&= decoded === '';
      return text;
    }
    isAfterReturn = text.endsWith('\r');
    const normal = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
    const zero = normal.indexOf('\0');
    if (zero >= 0) {
      const at = line + countLineBreaks(normal.slice(0, zero));
      throw new SourceRefused(`Line ${at}: the file has zero bytes. It is damaged, or it is not text.`);
    }
    line += countLineBreaks(normal);
    return normal;
  };
}

export function countLineBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** Decodes the next bytes; without bytes, what is left at the end. */
type Decode = (chunk?: Buffer) => string;

function createDecoder(encoding: Utf16 | undefined): Decode {
  if (encoding !== undefined) {
    const decoder = new TextDecoder(encoding);
    return (chunk) => decoder.decode(chunk, { stream: chunk !== undefined });
  }
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
  const windows1252 = new TextDecoder('windows-1252');
  const decode = (piece: Buffer) => (isUtf8(piece) ? utf8 : windows1252).decode(piece);
  let isFirst = true;
  let held = Buffer.alloc(0);
  return (chunk) => {
    if (!chunk) return decode(held);
    const all = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    // A byte below 128 ends whatever character was before it, so a piece that ends there is whole.
    let end = all.length;
    while (end > 0 && (all[end - 1] ?? 0) >= 128) end -= 1;
    held = Buffer.from(all.subarray(end));
    if (end === 0) return '';
    const text = decode(all.subarray(0, end));
    const start = isFirst && text.startsWith('\uFEFF') ? 1 : 0;
    isFirst = false;
    return start === 0 ? text : text.slice(start);
  };
}
