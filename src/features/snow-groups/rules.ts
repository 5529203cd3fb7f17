import { bridgeGaps } from '#domain/bridge-gaps.ts';
import { dayOrderOf, seasonPlaces } from '#domain/season/season.ts';
import { isSkilled, skillScoreOf } from '#domain/season/skill-score.ts';
import type { SeriesColumns } from '#domain/series-columns.ts';
import {
  type BasinIndex,
  type BasinShare,
  basinIndex,
  type MedianDay,
  medianMeltOut,
  type SnowSeason,
  sameDayOf,
  sitePeaks,
  snowSeasons,
} from '#domain/snow/snowpack.ts';
import { type DayStatistic, evenStatistics } from '#domain/statistics/daily-statistics.ts';
import { percentOf } from '#domain/statistics/percent-of.ts';
import { median, minYearsForMedian, weibullPercentile } from '#domain/statistics/statistics.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { waterYear } from '#domain/water-year.ts';
import { type DayNumber, dayFromParts, dayNumber } from '#lib/calendar.ts';
import { mean } from '#lib/moments.ts';

/** The days over which the change of the snow is given. */
export const snowChangeDays = [1, 7, 14] as const;

/** A site on a day, and some days before. */
export type SharesOfDays = { readonly now: BasinShare; readonly before: BasinShare };

/**
 * The mean change of the snow of sites in inches, and that of their medians of the two dates, over the `count` sites that
 * have values and medians of both days. Undefined without such a site.
 */
export function snowChangeOf(sites: readonly SharesOfDays[]) {
  const isKnown = ({ value, median: ofDate }: BasinShare) => value !== undefined && ofDate !== undefined;
  const both = sites.filter(({ now, before }) => isKnown(now) && isKnown(before));
  if (both.length === 0) return undefined;
  const meanOf = (of: (share: BasinShare) => number | undefined) =>
    both.reduce((sum, { now, before }) => sum + (of(now) ?? 0) - (of(before) ?? 0), 0) / both.length;
  return {
    change: meanOf(({ value }) => value),
    usual: meanOf(({ median: ofDate }) => ofDate),
    count: both.length,
  };
}

/** A boundary between elevations is a multiple of this, in feet. */
const elevationStep = 500;

/**
 * The boundaries of up to three bands of elevation with about as many sites each: the terciles of the sites' elevations in
 * feet, rounded to 500 ft; ascending. A boundary without sites on both sides is left out.
 */
export function elevationLimits(elevations: readonly number[]): readonly number[] {
  const sorted = elevations.toSorted((one, other) => one - other);
  const [lowest, highest] = [sorted[0] ?? 0, sorted.at(-1) ?? 0];
  const limits = [1, 2].map((third) => {
    const at = sorted[Math.floor((third * sorted.length) / 3)] ?? 0;
    return Math.round(at / elevationStep) * elevationStep;
  });
  return [...new Set(limits)].filter((limit) => limit > lowest && limit <= highest);
}

/** The sums of the sites from a boundary on to below the next; undefined beyond the lowest and the highest. */
export type ElevationBand = BasinIndex & {
  readonly from: number | undefined;
  readonly to: number | undefined;
};

/** Sums sites by elevation, the highest band first. A site without an elevation is in none, a band without sites is there. */
export function elevationBands(
  sites: readonly (BasinShare & { readonly elevation: number | undefined })[],
  limits: readonly number[],
): readonly ElevationBand[] {
  return Array.from({ length: limits.length + 1 }, (_, at): ElevationBand => {
    const [from, to] = [limits[at - 1], limits[at]];
    const inside = sites.filter(
      ({ elevation }) =>
        elevation !== undefined && elevation >= (from ?? elevation) && (to === undefined || elevation < to),
    );
    return { from, to, ...basinIndex(inside) };
  }).toReversed();
}

/** The 10th, 50th and 90th percentile of past years. */
export type YearRange = { readonly low: number; readonly middle: number; readonly high: number };

/**
 * Where the snow of a day would go if the rest of the season were that of a past year: the day's value in inches plus what
 * each year gained and lost from the same date on. `days` end at the usual peak. `peak` and `peakDay` are the largest value
 * and its first day. `held` counts the past years whose peak was within the 10th and 90th percentile of the others, `error`
 * is how far the median of the others missed it on average, in inches, and `usualError` how far the median of the others'
 * peaks did. `isSkilled` says whether that is better.
 */
export type WaysToPeak = {
  readonly years: number;
  readonly days: readonly DayNumber[];
  readonly range: readonly YearRange[];
  readonly peak: YearRange;
  readonly peakDay: YearRange;
  readonly held: number;
  readonly error: number;
  readonly usualError: number;
  readonly isSkilled: boolean;
};

/** Why there are no ways to the peak. */
export type NoWays = 'past peak' | 'few years' | 'no value';

/** The snow of a year from a date on, and its gain to its largest value. */
type Way = { readonly values: readonly number[]; readonly gain: number; readonly daysToPeak: number };

/**
 * Adds to the value of a day what past years gained from the same date on. Only years before that of the day count that have
 * all days from the date to June 30; ten are needed.
 * @param record bridged; has a value on the day
 * @param usualPeak the day in the water year on which the snow usually peaks
 */
export function waysToPeak(
  { days, values }: SeriesColumns,
  on: DayNumber,
  usualPeak: DayNumber,
): WaysToPeak | NoWays {
  if (on >= usualPeak) return 'past peak';
  const valueOn = new Map(days.map((day, at) => [day, values[at] ?? 0]));
  const year = waterYear(on);
  const ways: Way[] = [];
  for (let past = waterYear(days[0] ?? on); past < year; past += 1) {
    const way = wayOf(valueOn, sameDayOf(past, on), lastDayOfPeaks(past));
    if (way) ways.push(way);
  }
  const start = valueOn.get(on);
  if (ways.length < minYearsForMedian || start === undefined) return 'few years';
  const season = days.flatMap((day, at) => (waterYear(day) === year && day <= on ? (values[at] ?? 0) : []));
  const peakSoFar = Math.max(start, ...season);
  const notBelow = (lowest: number) => (value: number) => Math.max(lowest, start + value);
  const length = Math.min(usualPeak, lastDayOfPeaks(year)) - on + 1;
  const record = hindcastOf(ways);
  return {
    years: ways.length,
    days: Array.from({ length }, (_, at) => on + at),
    range: Array.from({ length }, (_, at) =>
      rangeOf(
        ways.map((way) => (way.values[at] ?? 0) - (way.values[0] ?? 0)),
        notBelow(0),
      ),
    ),
    peak: rangeOf(
      ways.map(({ gain }) => gain),
      notBelow(peakSoFar),
    ),
    peakDay: rangeOf(
      ways.map(({ daysToPeak }) => daysToPeak),
      (count) => on + Math.round(count),
    ),
    ...record,
  };
}

/** Snow that peaks later is not known. */
function lastDayOfPeaks(year: number): DayNumber {
  return dayFromParts(year, 6, 30);
}

function wayOf(valueOn: ReadonlyMap<DayNumber, number>, first: DayNumber, last: DayNumber): Way | undefined {
  const values: number[] = [];
  for (let day = first; day <= last; day += 1) {
    const value = valueOn.get(day);
    if (value === undefined) return undefined;
    values.push(value);
  }
  const [start] = values;
  if (start === undefined) return undefined;
  const peak = Math.max(...values);
  return { values, gain: peak - start, daysToPeak: values.indexOf(peak) };
}

function rangeOf(values: readonly number[], toValue: (value: number) => number): YearRange {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (percent: number) => toValue(weibullPercentile(sorted, percent) ?? Number.NaN);
  return { low: at(10), middle: at(50), high: at(90) };
}

/** Leave-one-out: what the other years say of the peak of each, in inches. */
function hindcastOf(ways: readonly Way[]) {
  const errors: number[] = [];
  const usualErrors: number[] = [];
  let held = 0;
  for (const way of ways) {
    const others = ways.filter((each) => each !== way);
    const gains = others.map(({ gain }) => gain).toSorted((one, other) => one - other);
    errors.push(median(gains) - way.gain);
    usualErrors.push(median(others.map(peakOf)) - peakOf(way));
    const [low, high] = [weibullPercentile(gains, 10), weibullPercentile(gains, 90)];
    if (way.gain >= (low ?? Number.NEGATIVE_INFINITY) && way.gain <= (high ?? Number.POSITIVE_INFINITY))
      held += 1;
  }
  const squares = (all: readonly number[]) => all.map((each) => each * each);
  return {
    held,
    error: mean(errors.map(Math.abs)),
    usualError: mean(usualErrors.map(Math.abs)),
    isSkilled: isSkilled(skillScoreOf(squares(errors), squares(usualErrors))),
  };
}

const peakOf = ({ values, gain }: Way) => (values[0] ?? 0) + gain;

/** A site's record in inches, and its medians by the order of the day in the water year. */
export type GroupSite = {
  readonly record: SeriesColumns;
  readonly medians: ReadonlyMap<number, number>;
};

/** With less of the sum of the medians of a day, sites say too little about the others. */
const minShareOfMedians = 2 / 3;

/**
 * The mean snow of a group in inches on each day: the sum of the values over the sum of the medians of the sites that have
 * both, times the mean median of all its sites (the normal ratio of Paulhus and Kohler, 1952, Interpolation of missing
 * precipitation records). So a site that begins later or misses a day does not make the mean jump. Where no site usually
 * has snow, it is the mean of the values. Days on which the sites with a value have less than two thirds of the medians, or
 * of the sites where all medians are zero, are left out. A value below zero is none.
 */
export function groupRecord(sites: readonly GroupSite[]): Required<SeriesColumns> {
  const usual = usualOf(sites);
  const first = Math.min(...sites.map(({ record }) => record.days[0] ?? Number.POSITIVE_INFINITY));
  const last = Math.max(...sites.map(({ record }) => record.days.at(-1) ?? Number.NEGATIVE_INFINITY));
  const length = Math.max(0, last - first + 1);
  const [values, medians] = [new Float64Array(length), new Float64Array(length)];
  const [counts, orders, provisional] = [
    new Int16Array(length),
    new Int16Array(length),
    new Uint8Array(length),
  ];
  for (const { record, medians: ofSite } of sites) {
    const places = seasonPlaces(record.days, 'water');
    for (let at = 0; at < record.days.length; at += 1) {
      const order = places.orders[at] ?? 0;
      const [value, ofDate] = [record.values[at] ?? -1, ofSite.get(order)];
      if (!(value >= 0) || ofDate === undefined) continue;
      const place = (record.days[at] ?? first) - first;
      values[place] = (values[place] ?? 0) + value;
      medians[place] = (medians[place] ?? 0) + ofDate;
      counts[place] = (counts[place] ?? 0) + 1;
      orders[place] = order;
      if (record.approval?.[at] === 'P') provisional[place] = 1;
    }
  }
  const means = { days: [] as DayNumber[], values: [] as number[], approval: '' };
  for (let place = 0; place < length; place += 1) {
    const { count, median: ofAll } = usual[orders[place] ?? 0] ?? { count: 0, median: 0 };
    const [part, whole] = ofAll > 0 ? [medians[place] ?? 0, ofAll] : [counts[place] ?? 0, count];
    if ((counts[place] ?? 0) === 0 || part < minShareOfMedians * whole) continue;
    means.days.push(first + place);
    means.values.push(((values[place] ?? 0) * whole) / part / count);
    means.approval += provisional[place] ? 'P' : 'A';
  }
  return means;
}

/** The sum of the medians of the sites by the order of the day, and how many sites have one. */
function usualOf(sites: readonly GroupSite[]) {
  return Array.from({ length: 367 }, (_, order) => {
    const medians = sites.flatMap((site) => site.medians.get(order) ?? []);
    return { count: medians.length, median: medians.reduce((sum, each) => sum + each, 0) };
  });
}

/** The snow of a group of sites over the years, as the mean of its sites in inches. */
export type SnowGroupHistory = {
  readonly record: Required<SeriesColumns>;
  /** The same with gaps of up to seven days of each site bridged. Statistics, peaks and ways rest on it. */
  readonly bridged: Required<SeriesColumns>;
  /** The statistics of 1991–2020 by the day of the year; empty with too few years. */
  readonly statistics: readonly DayStatistic[];
  readonly usualPeak: ReturnType<typeof sitePeaks>['medianPeak'];
  readonly usualMeltOut: MedianDay | undefined;
  readonly seasons: readonly SnowSeason[];
  /** The mean of the medians of the sites by the order of the day. */
  readonly usualMeans: readonly number[];
};

export function snowGroupHistory(sites: readonly GroupSite[]): SnowGroupHistory {
  const bridged = groupRecord(sites.map((site) => ({ ...site, record: bridgeGaps(site.record) })));
  const seasons = snowSeasons(bridged);
  const running = waterYear(bridged.days.at(-1) ?? 0);
  return {
    record: groupRecord(sites),
    bridged,
    statistics: evenStatistics(bridged, 'water').statistics,
    usualPeak: sitePeaks(seasons, running).medianPeak,
    usualMeltOut: medianMeltOut(seasons, running),
    seasons,
    usualMeans: usualOf(sites).map(({ count, median }) => (count > 0 ? median / count : 0)),
  };
}

/** The snow of a water year on the date of a day, and the peak of that year; up to the day, of the day's own year. */
export function snowYearOf(
  { record, seasons, usualMeans }: Pick<SnowGroupHistory, 'record' | 'seasons' | 'usualMeans'>,
  year: number,
  on: DayNumber,
) {
  const day = sameDayOf(year, on);
  const at = record.days.indexOf(day);
  const value = at < 0 ? undefined : record.values[at];
  const season = year === waterYear(on) ? undefined : seasons.find((each) => each.year === year);
  return {
    day,
    value,
    percent:
      value === undefined
        ? undefined
        : percentOf(value, usualMeans[dayOrderOf(day, 'water')], parameterNdx.swe),
    peak: season && { value: season.peak, day: season.peakDay },
  };
}

export type SnowGroupSeason = {
  /** The last day up to the one asked for that has a value in its water year. */
  readonly day: DayNumber | undefined;
  /** The water year up to the day. Undefined without a value. */
  readonly season: SnowSeason | undefined;
  readonly ways: WaysToPeak | NoWays;
};

/** The water year of a day up to it, and where past years would lead from there. */
export function snowGroupSeason(
  { record, bridged, usualPeak }: SnowGroupHistory,
  on: DayNumber,
): SnowGroupSeason {
  const year = waterYear(on);
  const day = record.days.findLast((each) => each <= on && waterYear(each) === year);
  const count = bridged.days.findLastIndex((each) => each <= on) + 1;
  const toDate = { days: bridged.days.slice(0, count), values: bridged.values.slice(0, count) };
  return {
    day,
    season: snowSeasons(toDate).find((each) => each.year === year),
    ways: waysOf(toDate, day, usualPeak && dayInYear(usualPeak.monthDay, year)),
  };
}

function waysOf(record: SeriesColumns, day: DayNumber | undefined, usualPeak: DayNumber | undefined) {
  if (day === undefined) return 'no value';
  return usualPeak === undefined ? 'few years' : waysToPeak(record, day, usualPeak);
}

/** A day `MM-DD` of a water year. */
function dayInYear(monthDay: string, year: number): DayNumber {
  return sameDayOf(year, dayNumber(`2000-${monthDay}`));
}
