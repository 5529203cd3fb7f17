import type { DailySeries } from '#contract/daily-data.ts';
import { describeFlaggedValue } from '#downloads/flagged-value.ts';
import type { ExcludedValues } from '#kits/chart/index.ts';

/** Flagged values, which are drawn next to the line. */
export function flaggedPoints({ flagged, qualifiers }: DailySeries, start: number): ExcludedValues {
  return {
    xs: Int32Array.from(flagged, ({ day }) => start + day),
    ys: Float64Array.from(flagged, ({ value }) => value),
    noteOf: (index) => {
      const value = flagged[index];
      return value ? describeFlaggedValue(value, qualifiers[String(value.day)]) : '';
    },
  };
}
