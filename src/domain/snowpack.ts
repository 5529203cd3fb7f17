import { median, minYearsForMedian, normalPeriod } from './statistics.ts';

/** Of one site and water year: the largest daily SWE in inches, and how many winter days have a value. */
export type YearPeak = { readonly year: number; readonly peak: number; readonly winterDays: number };

/**
 * From November to April there are 181 days. A year with values on fewer than two thirds of them may have missed
 * its peak, and has none; the year in progress is taken as far as it goes.
 */
export const minWinterDays = 120;

/** A site's peak of a year in inches, its median peak and its percentage of it; either may be unknown. */
export type SitePeak = {
  readonly year: number;
  readonly peak: number;
  readonly medianPeak: number | undefined;
  readonly percent: number | undefined;
  /** The year is in progress. */
  readonly toDate: boolean;
};

/**
 * Peaks of a site against the median of its yearly peaks over 1991–2020 (NRCS, percent of median peak SWE). A site
 * with fewer than 10 of the 30 years, or with a median of none, has no percentage.
 */
export function sitePeaks(years: readonly YearPeak[], currentYear: number): readonly SitePeak[] {
  const completeYears = years.filter((each) => each.year < currentYear && each.winterDays >= minWinterDays);
  const normalPeriodYears = completeYears.filter(
    (each) => each.year >= normalPeriod.from && each.year <= normalPeriod.to,
  );
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
 * A basin's percentage: the ratio of sums over its sites that have both a peak and a median peak (NRCS basin
 * index), not a mean of ratios. Undefined where none has both.
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

/** A band of the percentage of the median peak; bounds are whole percentages, both included. */
export type Band = {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly color: string;
};

/** The specification's bands, from dry to wet, in colors told apart by the color-blind. */
export const bands: readonly Band[] = [
  { label: '< 50', from: 0, to: 49, color: '#b2182b' },
  { label: '50–69', from: 50, to: 69, color: '#ef8a62' },
  { label: '70–89', from: 70, to: 89, color: '#fddbc7' },
  { label: '90–109', from: 90, to: 109, color: '#9fd0a5' },
  { label: '110–129', from: 110, to: 129, color: '#d1e5f0' },
  { label: '130–149', from: 130, to: 149, color: '#67a9cf' },
  { label: '150–1000', from: 150, to: 1000, color: '#2166ac' },
];

/** Without data, and above 1000 percent. */
export const noBandColor = '#000000';

/** The band of a percentage, which is rounded first; undefined without one and above 1000. */
export function bandOf(percent: number | null | undefined): Band | undefined {
  if (percent === null || percent === undefined) return undefined;
  const whole = Math.round(percent);
  return bands.find(({ from, to }) => whole >= from && whole <= to);
}

export function bandColor(percent: number | null | undefined): string {
  return bandOf(percent)?.color ?? noBandColor;
}
