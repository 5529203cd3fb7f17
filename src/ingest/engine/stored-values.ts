import type { SeriesColumns } from '#domain/series-columns.ts';
import { isDayOfStatistics } from '#domain/statistics/record-statistics.ts';
import type { FlaggedValues } from './daily-values.ts';

/** A `real` column keeps any decimal of six digits. */
const maxDecimal = 10 ** 6;
const maxWhole = 2 ** 24;

/**
 * Whether a `real` column sends a number as it was written. So it does up to six digits, of which two are decimals, and
 * for larger whole numbers. Others are rounded as only the database does.
 * @example isStoredExactly(847_123.45) // false: 847123.44 is sent
 */
export function isStoredExactly(value: number): boolean {
  const hundredths = Math.round(value * 100);
  if (Math.abs(hundredths) < maxDecimal && hundredths / 100 === value) return true;
  return Number.isInteger(value) && Math.abs(value) < maxWhole;
}

/**
 * The values that statistics rest on, if they are known before they are read from the database again, which takes
 * longer than to compute the statistics.
 */
export function toStoredValues(all: FlaggedValues): SeriesColumns | undefined {
  const days: number[] = [];
  const values: number[] = [];
  let approval = '';
  for (const [at, day] of all.days.entries()) {
    if (all.flags[at] !== undefined || !isDayOfStatistics(day)) continue;
    const value = all.values[at] ?? 0;
    if (!isStoredExactly(value)) return undefined;
    days.push(day);
    values.push(value);
    approval += all.marks[at]?.approval;
  }
  return { days, values, approval };
}
