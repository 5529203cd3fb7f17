/** A number as read, or why the text is none. */
export type NumberCell = { readonly value: number } | { readonly reason: string };

const numberPattern = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;
const thousandsPattern = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/;

/**
 * Parses a decimal number. Commas between thousands are permitted, `1,500`; a comma elsewhere may stand for a decimal
 * point and is refused, as are exponents, hexadecimal digits and words.
 */
export function readNumber(text: string): NumberCell {
  if (numberPattern.test(text)) return { value: Number(text) };
  if (thousandsPattern.test(text)) return { value: Number(text.replaceAll(',', '')) };
  if (/^[+-]?\d*,\d+$/.test(text)) return { reason: 'has a comma that may be a decimal point' };
  if (/^[+-]?\d+(?:\.\d*)?e[+-]?\d+$/i.test(text)) return { reason: 'has lost digits to an exponent' };
  return { reason: 'is not a number' };
}
