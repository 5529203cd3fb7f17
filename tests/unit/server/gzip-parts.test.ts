import { crc32, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compressPart, joinAsGzip, joinAsText, joinChecksums } from '#server/http/gzip-parts.ts';

async function collect(parts: AsyncIterable<string | Buffer>) {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(Buffer.from(part));
  return Buffer.concat(all);
}

async function* partsOf(texts: readonly string[]) {
  // Short ones are sent as they are.
  for (const text of texts) yield text.length < 4 ? text : await compressPart(text);
}

test('parts that are compressed once make one file, which says what they say', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme', maxLength: 300 })), async (texts) => {
      expect(gunzipSync(await collect(joinAsGzip(partsOf(texts)))).toString()).toBe(texts.join(''));
      expect((await collect(joinAsText(partsOf(texts)))).toString()).toBe(texts.join(''));
    }),
    { numRuns: 30 },
  );
});

test('the checksum of two texts is that of both in one', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5000 }), fc.uint8Array({ maxLength: 5000 }), (first, second) => {
      expect(joinChecksums(crc32(first), crc32(second), second.length)).toBe(
        crc32(Buffer.concat([first, second])),
      );
    }),
    { numRuns: 30 },
  );
});

test('a long text between parts is refused', async () => {
  const parts = (async function* () {
    yield 'x'.repeat(70_000);
  })();
  await expect(collect(joinAsGzip(parts))).rejects.toThrow(RangeError);
});
