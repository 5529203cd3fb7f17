/** Makes a value when it is first asked for. Each format of `Intl` takes a phone tens of milliseconds. */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const wholeNumber = lazily(() => new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 }));
const twoDecimals = lazily(
  () => new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);
/** Creating a format takes longer than using it a thousand times. */
const significantDigits = new Map<number, Intl.NumberFormat>();
const upToTwoDecimals = lazily(() => new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 }));

/** Writes the sign of a negative number as people read it, with a minus (U+2212); in files it is a hyphen. */
export function withMinus(text: string): string {
  return text.replace(/^-/, '−');
}

/** With so many decimals, thousands not separated: `−0.50`. */
export function formatFixed(value: number, decimals: number): string {
  return withMinus(value.toFixed(decimals));
}

/** At most two decimals, thousands separated: `1,234.5`. */
export function formatValue(value: number): string {
  return withMinus(upToTwoDecimals().format(value));
}

/** Two decimals below 1,000, whole numbers from there: `0.50`, `1,235`. */
export function formatMeasurement(value: number): string {
  return withMinus((Math.abs(value) < 1000 ? twoDecimals() : wholeNumber()).format(value));
}

/**
 * Removes what binary fractions add, by rounding to nine digits: measurements have at most seven.
 * @example tidyNumber(0.1 + 0.2) // 0.3
 */
export function tidyNumber(value: number): number {
  // Most measurements have two decimals at most; formatting takes ten times as long.
  if (Math.abs(value) < 1e6 && Math.round(value * 100) / 100 === value) return value || 0;
  return Number(value.toPrecision(9));
}

/** The same; null for no value. */
export function tidyOrNull(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : tidyNumber(value);
}

/**
 * Rounds to significant digits, thousands separated; trailing zeros are dropped.
 * @example formatSignificant(4_689_712, 3) // '4,690,000'
 */
export function formatSignificant(value: number, digits: number): string {
  const format =
    significantDigits.get(digits) ?? new Intl.NumberFormat('en-US', { maximumSignificantDigits: digits });
  significantDigits.set(digits, format);
  return withMinus(format.format(value));
}

/** Without decimals, thousands separated: `98 %`. */
export function formatPercent(percent: number): string {
  return `${formatWhole(percent)} %`;
}

/** Without decimals, thousands separated: `4,689,712`. A value that rounds to zero has no sign. */
export function formatWhole(value: number): string {
  return withMinus(wholeNumber().format(Math.round(value) || 0));
}
