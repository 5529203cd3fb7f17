import { minGainForPercent } from './percent-of.ts';
import type { Statistic } from './statistics.ts';

/** Why a gain has no percentage of the median of its period. */
export type PercentWithheld = 'incomplete' | 'no median' | 'median not above zero' | 'small median';

/** A median below this share of the distance from the minimum to the maximum says little about the size of gains. */
export const minShareOfRange = 1 / 3;

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
