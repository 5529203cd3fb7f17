import {
  formatFixed,
  formatPercent,
  formatSignificant,
  formatValue,
  formatWhole,
} from '#lib/format-number.ts';

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
  // What rounds to zero has no sign.
  return size < 0.005 ? '0' : formatFixed(cfs, size >= 0.995 ? 1 : 2);
}

/** Formats a value in a chart or a table, without its unit: acre-feet whole, discharge as the USGS rounds it. */
export function formatQuantity(value: number, unit: string): string {
  if (unit === 'cfs') return formatDischarge(value);
  return unit === 'AF' ? formatWhole(value) : formatValue(value);
}

const afPerKaf = 1000;

/** Whether acre-feet are written in thousands in a sentence: from where the rounded number is one of them. */
export function isInKaf(af: number): boolean {
  return Math.abs(af) >= afPerKaf - 0.5;
}

/**
 * Formats a value with its unit in a sentence: volumes have three significant digits there, and are in thousands of acre-feet
 * from one on. Tables and charts have acre-feet.
 * @example describeQuantity(476_120, 'AF') // '476 KAF'
 * @example describeQuantity(1_383_000, 'AF') // '1,380 KAF'
 */
export function describeQuantity(value: number, unit: string): string {
  if (unit !== 'AF') return `${formatQuantity(value, unit)} ${unit}`;
  return isInKaf(value)
    ? `${formatSignificant(value / afPerKaf, volumeDigits)} KAF`
    : `${formatSignificant(value, volumeDigits)} AF`;
}

/** What a reservoir holds, and of how much: `476 of 1,200 KAF`. */
export function describeShareOf(value: number, capacity: number, unit: string): string {
  if (unit !== 'AF' || !isInKaf(capacity))
    return `${formatSignificant(value, volumeDigits)} of ${formatWhole(capacity)} ${unit}`;
  const [held, whole] = [value, capacity].map((each) => formatSignificant(each / afPerKaf, volumeDigits));
  return `${held} of ${whole} KAF`;
}

/** Words a depth to water: of a flowing well it is negative. `45.2 ft below ground`, `11.01 ft above ground` */
export function describeDepth(depth: number, unit: string): string {
  return `${describeQuantity(Math.abs(depth), unit)} ${sideOfGround(depth)}`;
}

export function sideOfGround(depth: number): 'above ground' | 'below ground' {
  return depth < 0 ? 'above ground' : 'below ground';
}

/** What is said of storage above the capacity, which is a number of the basin file and may be out of date. */
export const aboveCapacity = 'above the capacity in the basin file';

export function isAboveCapacity({
  value,
  capacity,
}: {
  readonly value: number | null;
  readonly capacity: number | null;
}): boolean {
  return value !== null && capacity !== null && value > capacity;
}

/** What a reservoir holds of what it can hold, both in one unit: `64 % full`. */
export function describeFullness(storage: number, capacity: number): string {
  return `${formatPercent((storage / capacity) * 100)} full`;
}

/** The label of the line at a capacity: `Capacity 847,000 AF`, with the name of the reservoir if there are others. */
export function capacityLabel(capacity: number, name?: string): string {
  return `Capacity${name === undefined ? '' : ` of ${name}`} ${formatWhole(capacity)} AF`;
}

/**
 * Describes a change: `+120 cfs in 1 day`. That of a depth to water is the change of the water level, which rises where the
 * depth shrinks.
 */
export function describeChange(
  change: number | undefined,
  span: number,
  { unit, isDepth }: { readonly unit: string; readonly isDepth: boolean },
): string {
  const days = `${span} ${span === 1 ? 'day' : 'days'}`;
  if (change === undefined) return `no value ${days} before`;
  const size = describeQuantity(Math.abs(change), unit);
  const subject = isDepth ? 'water level ' : '';
  if (size === describeQuantity(0, unit)) return `${subject}unchanged in ${days}`;
  const rises = isDepth ? change < 0 : change > 0;
  return `${subject}${rises ? '+' : '−'}${size} in ${days}`;
}
