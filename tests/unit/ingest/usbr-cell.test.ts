import { expect, test } from 'vitest';
import { parseUsbrCell } from '#ingest/agencies/usbr/parse-cell.ts';

test.each(['', '  ', 'NO RECORD   ', '998877', '998877.00', '12.5m', '0.00n'])(
  '%j is a missing value, not 0',
  (cell) => {
    expect(parseUsbrCell(cell)).toEqual({ kind: 'missing' });
  },
);

test.each([
  ['1970.00', 1970, undefined],
  ['0.00', 0, undefined],
  ['-834.23', -834.23, undefined],
  ['1970.00e', 1970, 'Ed'],
  ['5.5 E', 5.5, 'e'],
  ['12C', 12, 'C'],
  ['1,970', 1970, undefined],
])('%j is a value', (cell, value, qualifier) => {
  expect(parseUsbrCell(cell)).toEqual({ kind: 'value', value, qualifier, isSuspect: false });
});

test.each(['+', '-', '^', 'I', 'Q'])('a value with the flag %s is suspect', (flag) => {
  expect(parseUsbrCell(`2000.00${flag}`)).toEqual({
    kind: 'value',
    value: 2000,
    qualifier: flag,
    isSuspect: true,
  });
});

test.each([
  ['19x0', 'is not a number'],
  ['#VALUE!', 'is not a number'],
  ['Ice', 'is not a number'],
  ['***', 'is not a number'],
  ['NaN', 'is not a number'],
  ['--5', 'is not a number'],
  ['1e3', 'has lost digits to an exponent'],
  ['19,70', 'has a comma that may be a decimal point'],
])('%j %s', (cell, reason) => {
  expect(parseUsbrCell(cell)).toEqual({ kind: 'unreadable', reason });
});
