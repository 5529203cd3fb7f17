const grouped = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/;
const plain = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Parses a number as people type it: `12,345.5`, `−5`. Undefined for other text, such as `12,5`. */
export function parseTypedNumber(text: string): number | undefined {
  const signed = text.trim().replace(/^[−–]/, '-');
  const digits = grouped.test(signed) ? signed.replaceAll(',', '') : signed;
  const number = plain.test(digits) ? Number(digits) : Number.NaN;
  // Negative zero is written as 0.
  return Number.isFinite(number) ? number + 0 : undefined;
}
