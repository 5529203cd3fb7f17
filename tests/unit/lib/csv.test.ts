import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCsvCell, toCsvComment, toTsv } from '#lib/csv.ts';
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
