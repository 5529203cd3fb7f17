import { weibullPercentile } from './statistics.ts';

/** The chances, in percent, that a volume or a peak is exceeded, in the order of every list of five of them. */
export const exceedances = [90, 70, 50, 30, 10] as const;

/** The place of the median in such a list. */
export const medianPlace = exceedances.indexOf(50);

/** The values that are exceeded with these chances. */
export function exceededValues(values: readonly number[]): number[] {
  const sorted = values.toSorted((one, other) => one - other);
  return exceedances.map((percent) => weibullPercentile(sorted, 100 - percent) ?? Number.NaN);
}
