import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitCsv } from '#ingest/process/remote-store.ts';
import { forAll } from '../../support/for-all.ts';

test('splits CSV after line ends, and never inside a quoted cell', () => {
  expect([...splitCsv('1,a\n2,b\n3,c\n', 4)]).toEqual(['1,a\n2,b\n', '3,c\n']);
  expect([...splitCsv('1,"a\n\n\nx ""y"""\n2,b\n', 3)]).toEqual(['1,"a\n\n\nx ""y"""\n', '2,b\n']);
  expect([...splitCsv('', 3)]).toEqual([]);
});

test('loses nothing, whatever the text and the size', () =>
  forAll([fc.array(fc.string()), fc.integer({ min: 1, max: 30 })], 100, (cells, size) => {
    const csv = cells.map((cell) => `"${cell.replaceAll('"', '""')}"\n`).join('');
    const parts = [...splitCsv(csv, size)];
    expect(parts.join('')).toBe(csv);
    for (const part of parts) expect(part).toMatch(/^"(?:.|\s)*"\n$/);
  }));
