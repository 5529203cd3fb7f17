import { basinIndex } from '../snow/snowpack.ts';

/**
 * A site of a group on the day of the group: snow water equivalent, its median for the date and the median of its yearly
 * peaks, all in inches; undefined where there is none.
 */
export type SnowGroupSite = {
  readonly value: number | undefined;
  readonly median: number | undefined;
  readonly medianPeak: number | undefined;
  readonly isProvisional: boolean;
};

/**
 * The sums over the `count` sites of a group that have both a value and a median for the date. `medianPeak` is undefined
 * unless all of these have a median peak. `provisional` is the share of their values that may still be revised.
 */
export type SnowGroupSums = {
  readonly count: number;
  readonly value: number;
  readonly median: number;
  readonly medianPeak: number | undefined;
  readonly percentOfMedian: number | undefined;
  readonly percentOfPeak: number | undefined;
  readonly provisional: number;
};

/** Sums the sites of a group; the percentages are ratios of sums, as those of NRCS are. Undefined without any site. */
export function snowGroup(sites: readonly SnowGroupSite[]): SnowGroupSums | undefined {
  const both = sites.filter(({ value, median }) => value !== undefined && median !== undefined);
  if (both.length === 0) return undefined;
  const { value, median, percent } = basinIndex(both);
  const peaks = both.map(({ value: each, medianPeak }) => ({ value: each, median: medianPeak }));
  const hasPeaks = peaks.every((each) => each.median !== undefined);
  const ofPeak = hasPeaks ? basinIndex(peaks) : undefined;
  return {
    count: both.length,
    value,
    median,
    medianPeak: ofPeak?.median,
    percentOfMedian: percent,
    percentOfPeak: ofPeak?.percent,
    provisional: both.filter(({ isProvisional }) => isProvisional).length / both.length,
  };
}
