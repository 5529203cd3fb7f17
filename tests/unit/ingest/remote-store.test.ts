import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitRows } from '#ingest/process/remote-store.ts';
import { type BinaryCell, binaryHead, binaryTail, encodeRows } from '#server/db/binary-copy.ts';
import { forAll } from '../../support/for-all.ts';

const cell = fc.oneof(
  fc.record({ type: fc.constant('int4' as const), value: fc.integer({ min: -9, max: 9 }) }),
  fc.record({ type: fc.constant('text' as const), value: fc.string() }),
  fc.record({ type: fc.constant('float8' as const), value: fc.option(fc.double()) }),
);

test('splits encoded rows into whole rows, and loses none, whatever the cells and the size', () =>
  forAll([fc.array(fc.array(cell)), fc.integer({ min: 1, max: 60 })], 200, (rows, size) => {
    const bare = (encoded: Buffer) => encoded.subarray(binaryHead.length, -binaryTail.length);
    const each = (rows as readonly (readonly BinaryCell[])[]).map((row) => bare(encodeRows([row])));
    const expected: Buffer[] = [];
    let part = Buffer.alloc(0);
    for (const row of each) {
      part = Buffer.concat([part, row]);
      if (part.length < size) continue;
      expected.push(part);
      part = Buffer.alloc(0);
    }
    if (part.length > 0) expected.push(part);
    const parts = [...splitRows(encodeRows(rows), size)];
    expect(parts.map(bare)).toEqual(expected);
    for (const found of parts) {
      expect(found.subarray(0, binaryHead.length)).toEqual(binaryHead);
      expect(found.subarray(-binaryTail.length)).toEqual(binaryTail);
    }
  }));
