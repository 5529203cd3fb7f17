import { expect, it } from 'vitest';
import {
  formatFixed,
  formatMeasurement,
  formatPercent,
  formatSignificant,
  formatValue,
  formatWhole,
} from '#lib/format-number.ts';

it('formats small measurements with two decimals and large ones without', () => {
  expect(formatMeasurement(0.5)).toBe('0.50');
  expect(formatMeasurement(999.994)).toBe('999.99');
  expect(formatMeasurement(1234.5)).toBe('1,235');
});

it('formats values with at most two decimals', () => {
  expect(formatValue(1234.567)).toBe('1,234.57');
  expect(formatValue(3)).toBe('3');
});

it.each([
  [4_689_712, '4,690,000'],
  [1234, '1,230'],
  [12, '12'],
  [0.04567, '0.0457'],
  [0, '0'],
  [-583_499, '−583,000'],
])('formats %d with three significant digits as %s', (value, text) => {
  expect(formatSignificant(value, 3)).toBe(text);
});

it('formats whole numbers and percentages without decimals, and no negative zero', () => {
  expect([98.6, 1234.4, -0.3].map(formatWhole)).toEqual(['99', '1,234', '0']);
  expect([97.6, 1034.2].map(formatPercent)).toEqual(['98 %', '1,034 %']);
});

it('writes negative numbers with a minus sign, not a hyphen', () => {
  expect([formatFixed(-0.5, 2), formatValue(-1234.5), formatMeasurement(-7), formatPercent(-12)]).toEqual([
    '−0.50',
    '−1,234.5',
    '−7.00',
    '−12 %',
  ]);
});
