import { isUtf8 } from 'node:buffer';
import { SourceRefused } from './source.ts';

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
export function refuseBinary(head: Buffer): void {
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
  let decode: ((chunk: Buffer) => string) | undefined;
  let isAfterReturn = false;
  let line = 1;
  for await (const chunk of bytes) {
    if (!decode) {
      const head = chunk.subarray(0, headBytes);
      refuseBinary(head);
      decode = createDecoder(utf16Of(head));
    }
    let text = decode(chunk);
    if (text.includes('\0')) {
      const at = line + (text.slice(0, text.indexOf('\0')).match(/\r\n?|\n/g)?.length ?? 0);
      throw new SourceRefused(`Line ${at}: the file has zero bytes. It is damaged, or it is not text.`);
    }
    if (isAfterReturn && text.startsWith('\n')) text = text.slice(1);
    if (text === '') continue;
    isAfterReturn = text.endsWith('\r');
    if (text.includes('\r')) text = text.replace(/\r\n?/g, '\n');
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) line += 1;
    yield text;
  }
}

function createDecoder(encoding: Utf16 | undefined): (chunk: Buffer) => string {
  if (encoding !== undefined) {
    const decoder = new TextDecoder(encoding);
    return (chunk) => decoder.decode(chunk, { stream: true });
  }
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
  const windows1252 = new TextDecoder('windows-1252');
  let isFirst = true;
  let held: Buffer = Buffer.alloc(0);
  return (chunk) => {
    const all = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    // A byte below 128 ends whatever character was before it, so a piece that ends there is whole.
    let end = all.length;
    while (end > 0 && (all[end - 1] ?? 0) >= 128) end -= 1;
    held = Buffer.from(all.subarray(end));
    const piece = all.subarray(0, end);
    const text = isUtf8(piece) ? utf8.decode(piece) : windows1252.decode(piece);
    const start = isFirst && text.startsWith('\uFEFF') ? 1 : 0;
    isFirst = false;
    return start === 0 ? text : text.slice(start);
  };
}
