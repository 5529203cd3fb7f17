import { withMinus } from '#lib/format-number.ts';
import type { ValueAxis } from './types.ts';

const digits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

/** `1,540 cfs` */
export function formatWithUnit({ format, unit }: Pick<ValueAxis, 'format' | 'unit'>, value: number): string {
  const number = format ? format(value) : withMinus(digits.format(value));
  return unit === '' ? number : `${number} ${unit}`;
}
