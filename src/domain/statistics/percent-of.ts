import { formatPercent } from '#lib/format-number.ts';
import { parameterNdx, parametersWithoutRatio } from '../vocabulary.ts';

/** Below this many inches of snow, a small difference is a large percentage. */
export const minSweForPercent = 1;

/**
 * Below this mean gain of a reach in cfs, a percentage is one of next to nothing: a gain is the difference of flows that
 * are measured to a few percent.
 */
export const minGainForPercent = 10;

/**
 * A value in percent of a base such as a median. Undefined where a ratio means nothing: of temperatures, elevations and
 * depths, of a base that is not above zero, of less than an inch of snow, and of a small gain.
 */
export function percentOf(value: number, base: number | undefined, parameter: number): number | undefined {
  if (base === undefined || base <= 0 || parametersWithoutRatio.has(parameter)) return undefined;
  if (parameter === parameterNdx.swe && base < minSweForPercent) return undefined;
  if (parameter === parameterNdx.reachGain && base < minGainForPercent) return undefined;
  return (100 * value) / base;
}

/** A percentage above this one says less than the class of its value. */
const maxPercent = 1000;

/** `83 % of the median`. Undefined without a percentage, and for one that says nothing. */
export function describePercentOfMedian(percent: number | null): string | undefined {
  return percent === null || percent > maxPercent ? undefined : `${formatPercent(percent)} of the median`;
}
