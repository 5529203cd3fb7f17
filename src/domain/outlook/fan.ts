import { median } from '../statistics.ts';
import type { ExceedanceVolumes } from './outlook-result.ts';

/** Cumulative volumes by the end of each day, in AF, one list per chance of exceedance. */
export type Fan = { p90: number[]; p75: number[]; p50: number[]; p25: number[]; p10: number[] };

/**
 * Spreads the volumes that are still to come over the days from the issue day to the end of the period: by each day, the
 * median of the shares that had come of them in past years. `pastDays` has a row per past year with the volume of each of
 * these days, in AF, all of the same number of days; years in which nothing came are left out. Empty without any year.
 */
export function fanOf(
  pastDays: readonly (readonly number[])[],
  before: number,
  remaining: ExceedanceVolumes,
): Fan {
  const curves = pastDays.flatMap((days) => {
    const sums = cumulate(days);
    const total = sums.at(-1) ?? 0;
    return total > 0 ? [sums.map((sum) => sum / total)] : [];
  });
  const shares = curves[0]?.map((_, day) => median(curves.map((curve) => curve[day] ?? 1))) ?? [];
  const spread = (volume: number) => shares.map((share) => before + share * volume);
  return {
    p90: spread(remaining[90]),
    p75: spread(remaining[75]),
    p50: spread(remaining[50]),
    p25: spread(remaining[25]),
    p10: spread(remaining[10]),
  };
}

function cumulate(values: readonly number[]): number[] {
  let sum = 0;
  return values.map((value) => {
    sum += value;
    return sum;
  });
}
