import { expect, it } from 'vitest';
import { formatMeasurement, formatValue } from '#lib/format-number.ts';

it('formats small measurements with two decimals and large ones without', () => {
  expect(formatMeasurement(0.5)).toBe('0.50');
  expect(formatMeasurement(999.994)).toBe('999.99');
  expect(formatMeasurement(1234.5)).toBe('1,235');
});

it('formats values with at most two decimals', () => {
  expect(formatValue(1234.567)).toBe('1,234.57');
  expect(formatValue(3)).toBe('3');
});
