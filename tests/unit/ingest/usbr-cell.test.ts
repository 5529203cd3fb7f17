import { expect, test } from 'vitest';
import { parseUsbrCell } from '#ingest/agencies/usbr/parse.ts';
import { parseDayCell } from '#ingest/parse-day.ts';

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

test.each(['19x0', '#VALUE!', '1,970', '1e3', 'NaN', '--5'])('%j is not a number', (cell) => {
  expect(parseUsbrCell(cell)).toEqual({ kind: 'unreadable' });
});

test('Parses days as the service or a spreadsheet writes them, with no time except midnight', () => {
  expect(parseDayCell('1970-01-02')).toBe(1);
  expect(parseDayCell('1/2/1970')).toBe(1);
  expect(parseDayCell('01/02/1970 0:00')).toBe(1);
  expect(parseDayCell('1970-01-02 00:00')).toBe(1);
  expect(parseDayCell('1/2/1970 7:15')).toBeUndefined();
  expect(parseDayCell('13/2/1970')).toBeUndefined();
  expect(parseDayCell('2/30/1970')).toBeUndefined();
});
