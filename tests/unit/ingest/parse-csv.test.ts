import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CsvRow, readCsvChunks } from '#ingest/reading/parse-csv.ts';
import { decodeText } from '#ingest/reading/read-source-file.ts';

async function* piecesOf<T>(pieces: readonly T[]): AsyncGenerator<T> {
  yield* pieces;
}

async function read(text: string): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  await readCsvChunks(piecesOf([text]), (row) => rows.push(row));
  return rows;
}

test('numbers lines, skips empty ones, and marks a last row without a line break', async () => {
  expect(await read('a,b\n\n"x\ny",2\n3,4')).toEqual([
    { record: ['a', 'b'], line: 1, isCut: false },
    { record: ['x\ny', '2'], line: 4, isCut: false },
    { record: ['3', '4'], line: 5, isCut: true },
  ]);
});

test('reads the same rows from any pieces', async () => {
  const cell = fc.constantFrom('', '1.5', '"1,500"', '"a ""b"" c"', '"two\nlines"', 'é', 'Ice');
  const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(table, fc.constantFrom('\n', '\r\n', '\r'), fc.nat(12), async (rows, lineEnd, size) => {
      const text = rows.map((cells) => cells.join(',')).join('\n');
      const bytes = Buffer.from(text.replaceAll('\n', lineEnd));
      const pieces = Array.from({ length: Math.ceil(bytes.length / (size + 1)) }, (_, at) =>
        bytes.subarray(at * (size + 1), (at + 1) * (size + 1)),
      );
      const found: CsvRow[] = [];
      await readCsvChunks(decodeText(piecesOf(pieces)), (row) => found.push(row));
      expect(found.map(({ record }) => record)).toEqual((await read(text)).map(({ record }) => record));
    }),
    { seed: 27 },
  );
});

test('decodes Windows-1252 next to characters of UTF-8 that a piece cuts in two', async () => {
  const utf8 = Buffer.from('Neuchâtel,é\n');
  const windows = Buffer.from('Température\n', 'latin1');
  const bytes = Buffer.concat([utf8, windows]);
  for (let at = 1; at < bytes.length; at += 1) {
    const parts: string[] = [];
    for await (const part of decodeText(piecesOf([bytes.subarray(0, at), bytes.subarray(at)])))
      parts.push(part);
    const text = parts.join('');
    expect(text.includes('Température'), `cut at ${at}`).toBe(true);
  }
});
