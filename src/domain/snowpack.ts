import { isInNormalPeriod, median, minYearsForMedian } from './statistics.ts';

/** A site's largest daily SWE of a water year in inches, and the number of winter days with a value. */
type YearPeak = { readonly year: number; readonly peak: number; readonly winterDays: number };

/**
 * A year needs values on this many of its 181 days from November to April (about two thirds), or its peak may have been
 * missed. The year in progress is not held to it.
 */
export const minWinterDays = 120;

/** A site's peak of a year and its median peak in inches, and the peak as a percentage of the median. */
type SitePeak = {
  readonly year: number;
  readonly peak: number;
  readonly medianPeak: number | undefined;
  readonly percent: number | undefined;
  /** The year is in progress: the peak so far. */
  readonly toDate: boolean;
};

/**
 * Compares a site's yearly peaks with their median over 1991–2020 (NRCS percent of median peak SWE), complete years
 * first. There is no median with fewer than 10 of the 30 years, and no percentage if the median is 0.
 */
export function sitePeaks(years: readonly YearPeak[], currentYear: number): readonly SitePeak[] {
  const completeYears = years.filter((each) => each.year < currentYear && each.winterDays >= minWinterDays);
  const normalPeriodYears = completeYears.filter((each) => isInNormalPeriod(each.year));
  const medianPeak =
    normalPeriodYears.length >= minYearsForMedian
      ? median(normalPeriodYears.map((each) => each.peak))
      : undefined;
  const current = years.filter((each) => each.year === currentYear);
  return [...completeYears, ...current].map(({ year, peak }) => ({
    year,
    peak,
    medianPeak,
    percent: medianPeak !== undefined && medianPeak > 0 ? (100 * peak) / medianPeak : undefined,
    toDate: year === currentYear,
  }));
}

/**
 * Computes a basin's percentage of the median peak: the sum of peaks over the sum of medians (NRCS basin index), not the
 * mean of the sites' percentages. Sites without a median are left out; undefined if none has one above 0.
 */
export function basinPercent(sites: readonly Pick<SitePeak, 'peak' | 'medianPeak'>[]): number | undefined {
  let peaks = 0;
  let medians = 0;
  for (const { peak, medianPeak } of sites) {
    if (medianPeak === undefined) continue;
    peaks += peak;
    medians += medianPeak;
  }
  return medians > 0 ? (100 * peaks) / medians : undefined;
}

/** A band of percentages of the median peak, from and to whole percentages, both included. */
type Band = {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly color: string;
};

/** The bands from dry to wet, in colors that color-blind people can distinguish. */
export const bands: readonly Band[] = [
  { label: '< 50', from: 0, to: 49, color: '#b2182b' },
  { label: '50–69', from: 50, to: 69, color: '#ef8a62' },
  { label: '70–89', from: 70, to: 89, color: '#fddbc7' },
  { label: '90–109', from: 90, to: 109, color: '#9fd0a5' },
  { label: '110–129', from: 110, to: 129, color: '#d1e5f0' },
  { label: '130–149', from: 130, to: 149, color: '#67a9cf' },
  { label: '150–1000', from: 150, to: 1000, color: '#2166ac' },
];

/** The color for no data and for more than 1000 percent. */
export const noBandColor = '#000000';

/** Finds the band of a percentage after rounding it; undefined for no data and above 1000. */
export function bandOf(percent: number | null | undefined): Band | undefined {
  if (percent === null || percent === undefined) return undefined;
  const whole = Math.round(percent);
  return bands.find(({ from, to }) => whole >= from && whole <= to);
}

/** Finds the color of a percentage: that of its band, or `noBandColor`. */
export function bandColor(percent: number | null | undefined): string {
  return bandOf(percent)?.color ?? noBandColor;
}
