import { expect, test } from 'vitest';
import { isMissingNumber, missingNumbers, missingTexts, readNumber } from '#ingest/reading/parse-number.ts';

const spellings = (marker: number) => [
  marker,
  Math.fround(marker) === marker || !Number.isInteger(marker) ? Math.fround(marker) : marker,
  String(marker),
  ` ${marker} `,
  // Further decimals, which a number with an exponent has not.
  Math.abs(marker) < 1e21 ? `${marker}${Number.isInteger(marker) ? '.00' : '0'}` : String(marker),
  marker.toExponential(),
  marker.toExponential().toUpperCase().replace('E', 'D'),
  marker.toLocaleString('en-US'),
];

test.each([...missingNumbers, 1e30, -1e30, 3.4028235e38])(
  '%s is missing, however it is spelled',
  (marker) => {
    for (const cell of spellings(marker)) expect([cell, readNumber(cell)]).toEqual([cell, 'missing']);
  },
);

test.each([...missingTexts, '***', '--', '-', 'ICE', ' Ice ', null, undefined])('%j is missing', (cell) => {
  expect(readNumber(cell)).toBe('missing');
});

test.each([
  0, -0.1, 9999, 99_998, 100_000, 99_999.5, -100, -99, -99.8, -999, 998_876, 1_000_000, 9_999_999, 1e29,
])('%s is a value', (value) => {
  expect(isMissingNumber(value)).toBe(false);
  expect(readNumber(value)).toEqual({ value });
});

test.each(['15OO', '1e3', '0x10', 'deep', '1,5', 'Infinity', '#VALUE!', '1 500', '−35', '１５００'])(
  '%s is neither',
  (cell) => {
    expect(readNumber(cell)).toHaveProperty('reason');
  },
);
