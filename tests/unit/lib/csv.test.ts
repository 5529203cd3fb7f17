import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepDigits, toCsvCell, toCsvComment, toSpreadsheetCsv, toTsv } from '#lib/csv.ts';
import { forAll } from '../../support/for-all.ts';

describe('a CSV cell', () => {
  it('escapes text that a spreadsheet would run as a formula, and no number', () => {
    const formulas = ['=1+1', '+SUM(A1)', '-x', '@cmd', '\tx', '＝1+1', '＋SUM(A1)', '－2', '＠cmd'];
    expect(formulas.map(toCsvCell)).toEqual(formulas.map((text) => `'${text}`));
    expect(toTsv([formulas])).toBe(formulas.map((text) => `'${text}`).join('\t'));
    expect(['-112.80', '+4', '-.5', '1e6', 'a=b'].map(toCsvCell)).toEqual([
      '-112.80',
      '+4',
      '-.5',
      '1e6',
      'a=b',
    ]);
  });

  it('never begins a cell like a formula', () =>
    forAll([fc.string({ unit: 'grapheme' })], 100, (text) => {
      const cell = toCsvCell(text).replace(/^"/, '');
      expect(/^[=+\-@＝＋－＠\t\r]/.test(cell) && Number.isNaN(Number(cell))).toBe(false);
    }));

  it('is empty for null, and quoted where it holds a delimiter', () => {
    expect([null, -0.5, 'a,b', 'say "a"', 'a\r\nb', 'plain'].map(toCsvCell)).toEqual([
      '',
      '-0.5',
      '"a,b"',
      '"say ""a"""',
      '"a\r\nb"',
      'plain',
    ]);
  });
});

it('begins every line of a comment with a number sign', () => {
  expect(toCsvComment(['Source: USGS\nand more', ''])).toEqual(['# Source: USGS', '# and more', '#']);
});

it.each([
  ['Site Number,Result\r\n431834112402701,12\r\n', 'Site Number,Result\r\n"=""431834112402701""",12\r\n'],
  ['06190000,1.5\r\n1,06190000\r\n', '"=""06190000""",1.5\r\n1,"=""06190000"""\r\n'],
  ['a,06190000', 'a,"=""06190000"""'],
  // What Excel shows as it is, and what only contains digits.
  ['13037500,0,0.5,-0123,2026-11-27,12345678901', undefined],
  ['# Address: a,012345678901,b\r\n', undefined],
  ['"a ""b"", 012345678901,c\r\n0123,",x\r\n', undefined],
  ['314:WY:SNTL,012a,0123 4', undefined],
])('keeps the digits of numbers of sites in spreadsheets: %s', (text, written = text) => {
  expect(keepDigits(text)).toBe(written);
});

it('marks a file that people open as UTF-8', () => {
  expect([...new TextEncoder().encode(toSpreadsheetCsv('°F\r\n'))].slice(0, 5)).toEqual([
    0xef, 0xbb, 0xbf, 0xc2, 0xb0,
  ]);
});
