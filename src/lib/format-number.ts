const wholeNumber = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const twoDecimals = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const upToTwoDecimals = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** At most two decimals, thousands separated: `1,234.5`. */
export function formatValue(value: number): string {
  return upToTwoDecimals.format(value);
}

/** Two decimals below 1,000, whole numbers from there: `0.50`, `1,235`. */
export function formatMeasurement(value: number): string {
  return Math.abs(value) < 1000 ? twoDecimals.format(value) : wholeNumber.format(value);
}

/**
 * Removes what binary fractions add, by rounding to nine digits: measurements have at most seven.
 * @example tidyNumber(0.1 + 0.2) // 0.3
 */
export function tidyNumber(value: number): number {
  return Number(value.toPrecision(9));
}
