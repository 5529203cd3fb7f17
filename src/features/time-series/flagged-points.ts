import type { DailySeries, FlaggedValue } from '#contract/daily-data.ts';
import { flagNote } from '#domain/flags.ts';
import { describeValueStatus } from '#domain/qualifiers.ts';
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

/** `Flagged: a jump that is undone within days. Provisional, …` */
export function describeFlaggedValue(
  { flag, approval }: FlaggedValue,
  qualifier: string | undefined,
): string {
  const status = describeValueStatus(approval, qualifier);
  return status === undefined ? flagNote(flag) : `${flagNote(flag)}. ${status}`;
}
