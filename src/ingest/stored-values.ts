import type { DailyRecordColumns } from '#domain/daily-statistics.ts';
import type { FlaggedValue } from './quality/flag-series.ts';

/** The values that pass the quality rules, as they are read from the database after they were written. */
export function toStoredValues(values: readonly FlaggedValue[]): DailyRecordColumns {
  const passing = values.filter(({ flag }) => flag === undefined);
  return {
    days: passing.map(({ day }) => day),
    values: passing.map(({ value }) => toStoredNumber(value)),
    approval: passing.map(({ approval }) => approval).join(''),
  };
}

/** A `real` holds any decimal of so many digits. */
const realDigits = 6;
const maxRealDigits = 9;

/**
 * Rounds a number as a `real` column does, to the decimal that the database then sends: the shortest that stands for the
 * same `real`.
 * @example toStoredNumber(1234.56789) // 1234.5679
 */
export function toStoredNumber(value: number): number {
  // Most values have two decimals at most.
  const hundredths = Math.round(value * 100);
  if (Math.abs(hundredths) < 10 ** realDigits && hundredths / 100 === value) return value;
  const real = Math.fround(value);
  for (let digits = realDigits; digits < maxRealDigits; digits += 1) {
    const decimal = Number(real.toPrecision(digits));
    if (Math.fround(decimal) === real) return decimal;
  }
  return Number(real.toPrecision(maxRealDigits));
}
