/** Whole rows of CSV. */
export type CsvPart = { readonly content: Buffer; readonly rows: number };

const quote = 0x22;
const newline = 0x0a;

/**
 * Divides CSV into parts of at least so many bytes, the last one excepted, that end with a row. A newline in quotes
 * belongs to a value.
 */
export async function* toCsvParts(
  chunks: AsyncIterable<Uint8Array>,
  minBytes: number,
): AsyncGenerator<CsvPart> {
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  let rows = 0;
  let isQuoted = false;
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      if (chunk[at] === quote) isQuoted = !isQuoted;
      else if (chunk[at] === newline && !isQuoted) {
        rows += 1;
        if (pendingBytes + at + 1 - from < minBytes) continue;
        pending.push(chunk.subarray(from, at + 1));
        yield { content: Buffer.concat(pending), rows };
        from = at + 1;
        pending = [];
        pendingBytes = 0;
        rows = 0;
      }
    }
    pending.push(chunk.subarray(from));
    pendingBytes += chunk.length - from;
  }
  if (pendingBytes > 0) yield { content: Buffer.concat(pending), rows };
}
