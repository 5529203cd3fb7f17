import type { ValueAxis } from './types.ts';

const digits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

/** `1,540 cfs` */
export function formatWithUnit({ format, unit }: Pick<ValueAxis, 'format' | 'unit'>, value: number): string {
  const number = format ? format(value) : digits.format(value);
  return unit === '' ? number : `${number} ${unit}`;
}
