import { type DayNumber, dayNumber, formatDay } from '#lib/calendar.ts';
import { percentOf } from './percent-of.ts';
import { dayOrderOf } from './season.ts';
import { median, type StatisticBasis, statisticOf } from './statistics.ts';
import { parameterNdx } from './vocabulary.ts';
import { firstDayOfWaterYear, waterYear } from './water-year.ts';

/** A site's largest daily SWE of a water year in inches, its first day, and the number of winter days with a value. */
type YearPeak = {
  readonly year: number;
  readonly peak: number;
  readonly peakDay: DayNumber;
  readonly winterDays: number;
};

/**
 * A year needs values on this many of its 181 days from November to April (about two thirds), or its peak may have been
 * missed. The year in progress is not held to it.
 */
export const minWinterDays = 120;

/** A median in inches, and the years that it rests on. */
export type SnowMedian = StatisticBasis & { readonly median: number };

/** `monthDay`, `MM-DD`, is the median day of the peaks. */
type MedianPeak = SnowMedian & { readonly monthDay: string };

/** A site's peak of a year in inches, and as a percentage of its median peak. */
type SitePeak = {
  readonly year: number;
  readonly peak: number;
  readonly percent: number | undefined;
  /** The year is in progress: the peak so far. */
  readonly toDate: boolean;
};

type SitePeaks = {
  readonly medianPeak: MedianPeak | undefined;
  readonly years: readonly SitePeak[];
};

/**
 * Compares a site's yearly peaks with their median over 1991–2020 (NRCS percent of median peak SWE), complete years
 * first. The median needs 10 of the 30 years, and 3 in each half.
 */
export function sitePeaks(years: readonly YearPeak[], currentYear: number): SitePeaks {
  const completeYears = completeYearsOf(years.filter((each) => each.year < currentYear));
  const current = years.filter((each) => each.year === currentYear);
  const medianPeak = medianPeakOf(completeYears);
  return {
    medianPeak,
    years: [...completeYears, ...current].map(({ year, peak }) => ({
      year,
      peak,
      percent: percentOf(peak, medianPeak?.median, parameterNdx.swe),
      toDate: year === currentYear,
    })),
  };
}

function completeYearsOf(years: readonly YearPeak[]): readonly YearPeak[] {
  return years.filter(({ winterDays }) => winterDays >= minWinterDays);
}

/** The median of the peaks of the complete years of 1991–2020; it needs 10 of them, and 3 in each half. */
export function medianPeakOf(allYears: readonly YearPeak[]): MedianPeak | undefined {
  const years = completeYearsOf(allYears);
  const statistic = statisticOf(years.map(({ year, peak }) => ({ year, value: peak })));
  if (!statistic) return undefined;
  const used = years.filter(({ year }) => year >= statistic.firstYear && year <= statistic.lastYear);
  const order = Math.floor(median(used.map(({ peakDay }) => dayOrderOf(peakDay, 'water'))));
  const { count, firstYear, lastYear } = statistic;
  const monthDay = formatDay(firstDayOfWaterYear(2000) + order - 1).slice(5);
  return { count, firstYear, lastYear, median: statistic.median, monthDay };
}

/** What a site adds to its basin, in inches; undefined where it has no value or no median. */
export type BasinShare = { readonly value: number | undefined; readonly median: number | undefined };

/** Sums over the sites that have both a value and a median. */
export type BasinIndex = {
  readonly siteCount: number;
  readonly value: number;
  readonly median: number;
  readonly percent: number | undefined;
  /** Too few sites for a number of the whole basin. */
  readonly isFewSites: boolean;
};

/** With fewer sites, a basin's percentage is that of one place. */
const minSitesOfBasin = 2;

/**
 * Computes a basin's percentage as NRCS does: the sum of values over the sum of medians of the sites that have both, not
 * the mean of their percentages. There is none if the median is less than an inch on average. `isFewSites` says that
 * these are fewer than 2 sites, or hold less than a third of the sum of medians of all the basin's sites.
 */
export function basinIndex(sites: readonly BasinShare[]): BasinIndex {
  let siteCount = 0;
  let value = 0;
  let medians = 0;
  let allMedians = 0;
  for (const site of sites) {
    if (site.median === undefined) continue;
    allMedians += site.median;
    if (site.value === undefined) continue;
    siteCount += 1;
    value += site.value;
    medians += site.median;
  }
  return {
    siteCount,
    value,
    median: medians,
    percent: siteCount > 0 ? percentOf(value / siteCount, medians / siteCount, parameterNdx.swe) : undefined,
    isFewSites: siteCount < minSitesOfBasin || 3 * medians < allMedians,
  };
}

/** The two percentages of SWE: of the median for the date, and of the median peak. */
export const snowMeasures = ['date', 'peak'] as const;
export type SnowMeasure = (typeof snowMeasures)[number];

/**
 * Chooses the percentage that describes a water year: of the median for the date while the year is in progress, through
 * April 1 or the median of the sites' median peak days (`MM-DD`), whichever is later; then, and of past years, of the
 * median peak.
 */
export function usualMeasure(year: number, today: DayNumber, peakDays: readonly string[]): SnowMeasure {
  if (year !== waterYear(today)) return 'peak';
  const orderOf = (monthDay: string) => dayOrderOf(dayNumber(`2000-${monthDay}`), 'water');
  const lastOrder = Math.max(
    orderOf('04-01'),
    ...(peakDays.length > 0 ? [Math.floor(median(peakDays.map(orderOf)))] : []),
  );
  return dayOrderOf(today, 'water') <= lastOrder ? 'date' : 'peak';
}
