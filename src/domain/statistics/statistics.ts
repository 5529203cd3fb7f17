/** The 30 years of the NRCS hydroclimatic normals, both included: water or irrigation years, as the caller counts. */
export const normalPeriod = { from: 1991, to: 2020 } as const;

/** How many years of the normal period a statistic needs. */
export const minYearsForMedian = 10;
/** How many of them each half of the period needs: ten wet years in a row are no normal. */
export const minYearsOfHalf = 3;
/** The first year of the second half of the normal period. */
export const secondHalfFrom = 2006;
/** With this many of the 30 years, a statistic may be called that of the whole period. */
export const minYearsForWholePeriod = 24;

/** The percentiles of a statistic, and the years that each needs: a tail needs more than the middle. */
export const yearsForPercentile = { 5: 20, 10: 10, 25: 10, 50: 10, 75: 10, 90: 10, 95: 20 } as const;
export type Percent = 5 | 10 | 25 | 75 | 90 | 95;
export const percents: readonly Percent[] = [5, 10, 25, 75, 90, 95];

/** A value of one year. It is counted among those that may still be revised, and among those that bridge gaps. */
export type YearValue = {
  readonly year: number;
  readonly value: number;
  readonly isProvisional?: boolean;
  readonly isEstimated?: boolean;
};

/** What a statistic rests on: the number of years with values, the first and the last of them. */
export type StatisticBasis = {
  readonly count: number;
  readonly firstYear: number;
  readonly lastYear: number;
};

/** Statistics over the normal period, in the unit of the values. A percentile that the years cannot bear is undefined. */
export type Statistic = StatisticBasis & {
  /** How many of the values may still be revised. */
  readonly provisional: number;
  /** How many of the values bridge a gap, or are sums with such days. */
  readonly estimated: number;
  readonly minimum: number;
  readonly median: number;
  readonly maximum: number;
  readonly percentiles: Readonly<Partial<Record<Percent, number>>>;
};

/** Whether the values of a statistic are those of a day, or one reading of each year's month. */
export type StatisticPeriod = 'day' | 'month';

/** With the values themselves, ascending, off which the percentile of another value is read. */
export type RankedStatistic = Statistic & { readonly sorted: ArrayLike<number> };

export function isInNormalPeriod(year: number): boolean {
  return year >= normalPeriod.from && year <= normalPeriod.to;
}

/** Whether years of the normal period are enough for a statistic: ten, and three in each half. */
export function areEnoughYears(early: number, later: number): boolean {
  return early + later >= minYearsForMedian && early >= minYearsOfHalf && later >= minYearsOfHalf;
}

/** Whether different years of the normal period are enough for a statistic. */
export function hasEnoughYears(years: readonly number[]): boolean {
  const later = years.filter((year) => year >= secondHalfFrom).length;
  return areEnoughYears(years.length - later, later);
}

/** Returns the middle value, or the mean of the two middle values. @throws RangeError for no values */
export function median(values: readonly number[]): number {
  const middle = medianOfSorted(values.toSorted((one, other) => one - other));
  if (middle === undefined) throw new RangeError('a median needs at least one value');
  return middle;
}

/** The same of ascending values; undefined for no values. */
export function medianOfSorted(sorted: ArrayLike<number>): number | undefined {
  return weibullPercentile(sorted, 50);
}

/**
 * The percentile of ascending values by the Weibull plotting position i/(n+1), with linear interpolation, as the USGS
 * computes its daily statistics (Helsel and others, 2020, Statistical Methods in Water Resources, section 2.1.1).
 * Undefined beyond the smallest or largest value's position.
 * @example weibullPercentile([1, 2, 3], 25) // 1
 */
export function weibullPercentile(sorted: ArrayLike<number>, percent: number): number | undefined {
  const position = (percent * (sorted.length + 1)) / 100;
  const lower = sorted[Math.floor(position) - 1];
  const upper = sorted[Math.ceil(position) - 1];
  if (lower === undefined || upper === undefined) return undefined;
  return lower + (upper - lower) * (position - Math.floor(position));
}

/** Values of years of the normal period: half a million of them are summarized at a time. */
export type YearSample = {
  readonly values: number[];
  /** The years that have values: bit 0 is the first year of the normal period. */
  yearBits: number;
  /** How many of the values may still be revised. */
  provisional: number;
  /** How many of the values bridge a gap. */
  estimated: number;
};

export function createSample(): YearSample {
  return { values: [], yearBits: 0, provisional: 0, estimated: 0 };
}

export function addValue(
  sample: YearSample | undefined,
  { year, value, isProvisional = false, isEstimated = false }: YearValue,
): void {
  if (!sample) return;
  sample.values.push(value);
  sample.yearBits |= 1 << (year - normalPeriod.from);
  if (isProvisional) sample.provisional += 1;
  if (isEstimated) sample.estimated += 1;
}

/**
 * Computes the statistics of values of the normal period; others are ignored. A year may have several values, which
 * count as one year. Undefined with too few years.
 */
export function statisticOf(all: readonly YearValue[]): RankedStatistic | undefined {
  const sample = createSample();
  for (const each of all) {
    if (isInNormalPeriod(each.year)) addValue(sample, each);
  }
  return statisticOfSample(sample);
}

/** Computes the statistics of values that are all of the normal period. Undefined with too few years. */
export function statisticOfSample({
  yearBits,
  values,
  provisional,
  estimated,
}: YearSample): RankedStatistic | undefined {
  const count = countBits(yearBits);
  const later = countBits(yearBits >>> (secondHalfFrom - normalPeriod.from));
  if (!areEnoughYears(count - later, later)) return undefined;
  const sorted = new Float64Array(values).sort();
  const minimum = sorted[0];
  const maximum = sorted.at(-1);
  const middle = medianOfSorted(sorted);
  if (minimum === undefined || middle === undefined || maximum === undefined) return undefined;
  return {
    count,
    firstYear: normalPeriod.from + 31 - Math.clz32(yearBits & -yearBits),
    lastYear: normalPeriod.from + 31 - Math.clz32(yearBits),
    provisional,
    estimated,
    minimum,
    median: middle,
    maximum,
    percentiles: percentilesOf(sorted, count),
    sorted,
  };
}

/** Counts the bits that are set: the years of `yearBits`. */
export function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** The percentiles of ascending values that so many years can bear. */
export function percentilesOf(sorted: ArrayLike<number>, years: number): Statistic['percentiles'] {
  const found: Partial<Record<Percent, number>> = {};
  for (const percent of percents) {
    const value = years >= yearsForPercentile[percent] ? weibullPercentile(sorted, percent) : undefined;
    if (value !== undefined) found[percent] = value;
  }
  return found;
}

/**
 * Names the years of a statistic: the whole period only where nearly all of its years are there.
 * @example describeYears({ count: 12, firstYear: 2000, lastYear: 2020 }) // '12 years, 2000–2020'
 * @example describeYears({ count: 30, firstYear: 1991, lastYear: 2020 }) // '1991–2020'
 */
export function describeYears({ count, firstYear, lastYear }: StatisticBasis): string {
  if (count >= minYearsForWholePeriod) return `${normalPeriod.from}–${normalPeriod.to}`;
  return `${count} years, ${firstYear}–${lastYear}`;
}
