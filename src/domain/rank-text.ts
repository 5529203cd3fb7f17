import { formatOrdinal } from '#lib/count-text.ts';

/** The place of a value among the values of years. Both ranks count from 1; equal values share one. */
export type Rank = {
  /** 1 is the highest. */
  readonly rank: number;
  /** 1 is the lowest. */
  readonly lowRank: number;
  readonly years: number;
};

/**
 * Describes a rank from the nearer end, so that the last place has a name of its own.
 * @example describeRank({ rank: 26, lowRank: 5, years: 30 }) // '5th lowest of 30 years'
 * @example describeRank({ rank: 30, lowRank: 1, years: 30 }) // 'lowest of 30 years'
 */
export function describeRank({ rank, lowRank, years }: Rank): string {
  if (years <= 1) return 'the only year with this date';
  if (rank === 1 && lowRank === 1) return `the same in all ${years} years`;
  const [place, end] = rank < lowRank ? [rank, 'highest'] : [lowRank, 'lowest'];
  return `${place === 1 ? '' : `${formatOrdinal(place)} `}${end} of ${years} years`;
}
