import { formatPercent, formatSignificant, formatValue, formatWhole } from '#lib/format-number.ts';

/** Volumes in sentences have as many significant digits as the gages bear. */
const volumeDigits = 3;

/**
 * Formats a daily mean discharge in cfs as the USGS rounds it: hundredths below 1 cfs, tenths below 10, whole numbers
 * below 1,000, three significant digits from there (USGS Water-Data Reports, Explanation of Stage- and Water-Discharge
 * Records).
 * @example formatDischarge(0.456) // '0.46'
 * @example formatDischarge(12_345) // '12,300'
 */
export function formatDischarge(cfs: number): string {
  const size = Math.abs(cfs);
  // A value that rounds up to the next range is written like that range.
  if (size >= 999.5) return formatSignificant(cfs, 3);
  if (size >= 9.95) return formatWhole(cfs);
  const text = cfs.toFixed(size >= 0.995 ? 1 : 2);
  return Number(text) === 0 ? '0' : text;
}

/** Formats a value in a chart or a table, without its unit: acre-feet whole, discharge as the USGS rounds it. */
export function formatQuantity(value: number, unit: string): string {
  if (unit === 'cfs') return formatDischarge(value);
  return unit === 'AF' ? formatWhole(value) : formatValue(value);
}

/** Formats a value with its unit in a sentence: volumes have three significant digits there. */
export function describeQuantity(value: number, unit: string): string {
  const number = unit === 'AF' ? formatSignificant(value, volumeDigits) : formatQuantity(value, unit);
  return `${number} ${unit}`;
}

/** What a reservoir holds of what it can hold, both in one unit: `64 % full`. */
export function describeFullness(storage: number, capacity: number): string {
  return `${formatPercent((storage / capacity) * 100)} full`;
}
