import { formatRank } from '#lib/count-text.ts';
import { formatWhole } from '#lib/format-number.ts';
import { minGainForPercent } from '../statistics/percent-of.ts';
import type { Statistic } from '../statistics/statistics.ts';

/** Why a gain has no percentage of the median of its period. */
export type PercentWithheld = 'incomplete' | 'no median' | 'median not above zero' | 'small median';

/** A median below this share of the distance from the minimum to the maximum says little about the size of gains. */
const minShareOfRange = 1 / 3;

/** The statistics of a period's sums in cfs·days. */
type GainBase = Pick<Statistic, 'median' | 'minimum' | 'maximum'>;

/**
 * Says why sums over so many days have no percentage of their median. Undefined where they have one: then no year of
 * the statistics is above 400 %.
 */
export function whyNoPercent(base: GainBase | undefined, days: number): PercentWithheld | undefined {
  if (!base) return 'no median';
  const { median, minimum, maximum } = base;
  if (!(median > 0)) return 'median not above zero';
  const isSmall = median < minGainForPercent * days || median < minShareOfRange * (maximum - minimum);
  return isSmall ? 'small median' : undefined;
}

export const gainUnit = 'AF / Month';
export const formatGain = formatWhole;

/** What the table shows: sums in acre-feet, or in percent of the median of their row. */
export const gainUnits = ['volume', 'percent'] as const;
export type GainUnit = (typeof gainUnits)[number];

/** What the caption and the files say the sums are in. */
export const unitNames: Readonly<Record<GainUnit, string>> = {
  volume: gainUnit,
  percent: 'percent of the median of each row',
};

/** Names a column. Among percentages, the median says that it is not one. */
export function columnHeader(column: string, unit: GainUnit): string {
  return unit === 'percent' && column === 'Median' ? 'Median (AF)' : column;
}

/** Why there is no percentage; `percentNote` says what is small. */
export const withheldReasons: Readonly<Record<PercentWithheld, string>> = {
  incomplete: 'days are missing',
  'no median': 'too few complete years',
  'median not above zero': 'median not above zero',
  'small median': 'small median',
};

/** A third is `minShareOfRange`. */
export const smallMedian = `below ${minGainForPercent} cfs, or below a third of the distance from Minimum to Maximum`;

export const percentNote = `Each sum in percent of the Median of its row, which stays in acre-feet. A negative percentage is a loss. There is none (–) of an incomplete sum, of a median that is not above zero, and of a small one: ${smallMedian}.`;

/** `3rd lowest of 41 years with all of these days`, from the nearer end. */
export function describeGainPlace(rank: number, lowRank: number, years: number): string {
  if (years === 1) return 'the only year with all of these days';
  const place = formatRank(rank, lowRank);
  return `${/^\d/.test(place) ? place : `the ${place}`} of ${years} years with all of these days`;
}
