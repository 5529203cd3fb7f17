import { expect, it } from 'vitest';
import { formatMeasurement, formatValue } from '#lib/format-number.ts';

it('shows small figures with two decimals and large ones whole', () => {
  expect(formatMeasurement(0.5)).toBe('0.50');
  expect(formatMeasurement(999.994)).toBe('999.99');
  expect(formatMeasurement(1234.5)).toBe('1,235');
});

it('shows at most two decimals of a value', () => {
  expect(formatValue(1234.567)).toBe('1,234.57');
  expect(formatValue(3)).toBe('3');
});
