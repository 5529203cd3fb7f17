import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toCsvParts } from '#server/backup/table-reader.ts';

async function divide(csv: string, { chunk, minBytes }: { chunk: number; minBytes: number }) {
  const bytes = Buffer.from(csv);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
  }
  const parts: (readonly [string, number])[] = [];
  for await (const { content, rows } of toCsvParts(chunks(), minBytes)) {
    parts.push([content.toString(), rows]);
  }
  return parts;
}

describe('CSV is divided after a row', () => {
  test.each([
    ['nothing', '', 1, []],
    ['one row', '1,a\n', 1, [['1,a\n', 1]]],
    [
      'each row',
      '1\n2\n3\n',
      1,
      [
        ['1\n', 1],
        ['2\n', 1],
        ['3\n', 1],
      ],
    ],
    [
      'two rows at a time',
      '1\n2\n3\n',
      4,
      [
        ['1\n2\n', 2],
        ['3\n', 1],
      ],
    ],
    [
      'not in quotes',
      '"a\n""b\n",1\n2\n',
      1,
      [
        ['"a\n""b\n",1\n', 1],
        ['2\n', 1],
      ],
    ],
    [
      'an empty row, which is a NULL',
      '\n\n',
      1,
      [
        ['\n', 1],
        ['\n', 1],
      ],
    ],
  ])('%s', async (_, csv, minBytes, expected) => {
    for (const chunk of [1, 2, 3, 100]) expect(await divide(csv, { chunk, minBytes })).toEqual(expected);
  });

  test('whatever the rows and the chunks are', async () => {
    const cell = fc.oneof(
      fc.constantFrom('', 'a', '"x\n"', '"""\n"""', '1.5', '"é\n,"'),
      fc.nat().map(String),
    );
    const rows = fc.array(
      fc.array(cell, { minLength: 1, maxLength: 3 }).map((cells) => `${cells.join(',')}\n`),
    );
    const size = fc.integer({ min: 1, max: 40 });
    await fc.assert(
      fc.asyncProperty(rows, size, size, async (lines, chunk, minBytes) => {
        const parts = await divide(lines.join(''), { chunk, minBytes });
        expect(parts.map(([content]) => content).join('')).toBe(lines.join(''));
        let from = 0;
        for (const [content, count] of parts) {
          expect(content).toBe(lines.slice(from, from + count).join(''));
          from += count;
        }
        expect(parts.slice(0, -1).every(([content]) => Buffer.byteLength(content) >= minBytes)).toBe(true);
      }),
      { seed: 29, numRuns: 200 },
    );
  });
});
