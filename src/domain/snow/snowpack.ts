import { type DayNumber, formatDay } from '#lib/calendar.ts';
import { dayOfOrder, dayOrderOf, seasonPlaces } from '../season/season.ts';
import type { SeriesColumns } from '../series-columns.ts';
import { percentOf } from '../statistics/percent-of.ts';
import { median, type StatisticBasis, statisticOf } from '../statistics/statistics.ts';
import { parameterNdx } from '../vocabulary.ts';
import { firstDayOfWaterYear } from '../water-year.ts';
import { snowClassAt, snowColors, snowLabels } from './snow-colors.ts';

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
type SnowMedian = StatisticBasis & { readonly median: number };

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

/** The first day after a peak without snow, and the last day before it with a value. */
export type MeltOut = { readonly day: DayNumber; readonly dayBefore: DayNumber };

/** A station's snow of a water year: the peak in inches, its first day, and when the snow had melted. */
export type SnowSeason = {
  readonly year: number;
  readonly peak: number;
  readonly peakDay: DayNumber;
  /** The number of days from November to April with a value, of 181 or 182. */
  readonly winterDays: number;
  /** Undefined while there is snow, and for a year that ends with snow or never had any. */
  readonly meltOut: MeltOut | undefined;
};

/** A melt-out that was not seen for longer is no date, and left out of the median. */
const maxUnseenDays = 7;

/** Whether the days before a melt-out have values, so that its date is known. */
export function isMeltOutSeen({ day, dayBefore }: MeltOut): boolean {
  return day - dayBefore <= maxUnseenDays;
}

/** Summarizes each water year of a record of unflagged snow water equivalents. Values below zero are ignored. */
export function snowSeasons({ days, values }: SeriesColumns): readonly SnowSeason[] {
  const { years, orders } = seasonPlaces(days, 'water');
  const seasons: SnowSeason[] = [];
  for (let from = 0; from < days.length; ) {
    const year = years[from] ?? 0;
    let to = from;
    while (to < days.length && years[to] === year) to += 1;
    const places = Array.from({ length: to - from }, (_, at) => from + at).filter((at) => isSwe(values[at]));
    const season = seasonOf(year, places, { days, values, orders });
    if (season) seasons.push(season);
    from = to;
  }
  return seasons;
}

type Places = SeriesColumns & { readonly orders: ArrayLike<number> };

const isSwe = (value: number | undefined) => value !== undefined && value >= 0 && Number.isFinite(value);

function seasonOf(
  year: number,
  places: readonly number[],
  { days, values, orders }: Places,
): SnowSeason | undefined {
  const valueAt = (at: number) => values[at] ?? 0;
  const peak = Math.max(...places.map(valueAt));
  const peakAt = places.findIndex((at) => valueAt(at) === peak);
  if (peakAt < 0) return undefined;
  const bareAt = peak > 0 ? places.findIndex((at, index) => index > peakAt && valueAt(at) === 0) : -1;
  const dayOf = (index: number) => days[places[index] ?? 0] ?? 0;
  return {
    year,
    peak,
    peakDay: dayOf(peakAt),
    winterDays: places.filter((at) => isWinter(orders[at] ?? 0)).length,
    meltOut: bareAt < 0 ? undefined : { day: dayOf(bareAt), dayBefore: dayOf(bareAt - 1) },
  };
}

/** November 1 to April 30, as orders of a leap year. */
const [firstWinterOrder, lastWinterOrder] = [32, 213];

function isWinter(order: number): boolean {
  return order >= firstWinterOrder && order <= lastWinterOrder;
}

/** A median day of the water year as its order, 1 to 366, and the years that it rests on. */
export type MedianDay = StatisticBasis & { readonly order: number };

/**
 * Finds the median melt-out day of 1991–2020: of complete years before the current one whose melt-out was seen. As for
 * every median, 10 years are needed, and 3 in each half.
 */
export function medianMeltOut(seasons: readonly SnowSeason[], currentYear: number): MedianDay | undefined {
  const orders = seasons.flatMap(({ year, winterDays, meltOut }) => {
    if (year >= currentYear || winterDays < minWinterDays || !meltOut || !isMeltOutSeen(meltOut)) return [];
    return { year, value: dayOrderOf(meltOut.day, 'water') };
  });
  const statistic = statisticOf(orders);
  if (!statistic) return undefined;
  const { count, firstYear, lastYear } = statistic;
  return { count, firstYear, lastYear, order: Math.floor(statistic.median) };
}

/** A site's SWE of a water year on the day that is compared, in inches, with the median for that day. */
export type SeasonToDate = {
  readonly asOf: DayNumber;
  readonly value: number | undefined;
  readonly median: SnowMedian | undefined;
  readonly percent: number | undefined;
};

/**
 * Finds a day's month and day in another water year. February 29 is February 28 in years without it.
 * @example sameDayOf(2023, dayNumber('2028-02-29')) // 2023-02-28
 */
export function sameDayOf(year: number, day: DayNumber): DayNumber {
  return dayOfOrder(dayOrderOf(day, 'water'), year, 'water');
}

/** Lists the same day of each of the water years. */
export function comparedDays(day: DayNumber, firstYear: number, lastYear: number): readonly DayNumber[] {
  return Array.from({ length: lastYear - firstYear + 1 }, (_, at) => sameDayOf(firstYear + at, day));
}

/** Lists the orders in the water year whose medians `createSeasonToDate` needs: a leap day is compared with two. */
export function comparedOrders(day: DayNumber): readonly number[] {
  return [...new Set([sameDayOf(2023, day), sameDayOf(2024, day)].map((each) => dayOrderOf(each, 'water')))];
}

/**
 * Makes a function that compares a water year's SWE on the month and day of `day` with the median for the date (NRCS
 * percent of median). `record` has unflagged values of at least the days of `comparedDays`.
 */
export function createSeasonToDate(
  record: SeriesColumns,
  day: DayNumber,
  medianOf: (order: number) => SnowMedian | undefined,
): (year: number) => SeasonToDate {
  const valueOn = new Map(record.days.map((each, at) => [each, record.values[at]]));
  return (year) => {
    const asOf = sameDayOf(year, day);
    const value = valueOn.get(asOf);
    const median = medianOf(dayOrderOf(asOf, 'water'));
    const percent = value === undefined ? undefined : percentOf(value, median?.median, parameterNdx.swe);
    return { asOf, value, median, percent };
  };
}

/** A band of percentages of a median, from and to whole percentages, both included. */
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

/** The color for more than 1000 percent and, as the specification has it, of what has no data. */
export const noBandColor = '#000000';

/** The color where there is too little snow for a percentage: no band's, and not that of absence. */
export const withheldColor = '#9aa5ac';

/** Finds the band of a percentage after rounding it; undefined for no data and above 1000. */
export function bandOf(percent: number | null | undefined): Band | undefined {
  if (percent === null || percent === undefined) return undefined;
  const whole = Math.round(percent);
  return bands.find(({ from, to }) => whole >= from && whole <= to);
}

type Theme = 'light' | 'dark';

/** The colors of a map with their labels: the specified bands of the median peak, the classes of the date. */
export function bandsOf(measure: SnowMeasure, theme: Theme): readonly { label: string; color: string }[] {
  return measure === 'peak'
    ? [...bands, { label: 'Above 1000', color: noBandColor }]
    : snowLabels.map((label, at) => ({ label, color: snowColors[theme][at] ?? '' }));
}

/**
 * Finds the color of a percentage: that of its band or class, `noBandColor` above 1000 of the median peak and without one.
 */
export function bandColor(percent: number | null | undefined, measure: SnowMeasure, theme: Theme): string {
  if (measure === 'date' && typeof percent === 'number') {
    return snowColors[theme][snowClassAt(percent)] ?? noBandColor;
  }
  return bandOf(percent)?.color ?? noBandColor;
}
