import { countOf } from '#lib/count-text.ts';
import { formatPercent } from '#lib/format-number.ts';
import { describeFullness, describeQuantity, toLargeUnit } from '../quantity.ts';
import { describeRank } from '../rank-text.ts';
import { describeChange } from '../value-change.ts';

/** What is said of the storage of a system. */
export type TotalText = {
  /** `1.38 MAF` */
  readonly value: string;
  /** `34 % full`; undefined without a capacity. */
  readonly fullness: string | undefined;
  /** `−203 KAF in 7 days` */
  readonly changes: readonly string[];
  /** `887 KAF less than a year before`, `5th lowest of 30 years` */
  readonly comparisons: readonly string[];
  /** `43 % of the values provisional`; undefined where all are approved. */
  readonly provisional: string | undefined;
};

/** The sum over all members of a system on a day, as the API has it. */
type TotalFigures = {
  readonly value: number;
  readonly changes: readonly { readonly days: number; readonly change: number | null }[];
  readonly last_year: number | null;
  readonly median: number | null;
  readonly median_years: number;
  readonly rank: number;
  readonly low_rank: number;
  readonly years: number;
  readonly provisional: number;
};

/** A volume in the largest unit that suits it: `1.38 MAF`. */
export function describeVolume(value: number, unit: string): string {
  const large = toLargeUnit(value, unit);
  return describeQuantity(large.value, large.unit);
}

/** Describes a total, in a unit such as `AF`; `capacity` is null where it is not known. */
export function describeTotal(
  total: TotalFigures,
  { units_name: unit, capacity }: { readonly units_name: string; readonly capacity: number | null },
): TotalText {
  const { value, changes, last_year, median, median_years, rank, low_rank, years, provisional } = total;
  return {
    value: describeVolume(value, unit),
    fullness: capacity === null ? undefined : describeFullness(value, capacity),
    changes: changes.map(({ days, change }) => {
      const large = toLargeUnit(change ?? 0, unit);
      const known = change === null ? undefined : large.value;
      return describeChange(known, days, { unit: large.unit, isDepth: false });
    }),
    comparisons: [
      last_year === null ? 'no total a year before' : compare(value - last_year, unit, 'a year before'),
      median === null
        ? 'no median of the date'
        : compare(value - median, unit, `the median of ${countOf(median_years, 'year')}`),
      describeRank({ rank, lowRank: low_rank, years }),
    ],
    provisional: describeShare(provisional),
  };
}

/** `887 KAF less than a year before` */
function compare(difference: number, unit: string, base: string): string {
  const size = describeVolume(Math.abs(difference), unit);
  if (size === describeQuantity(0, unit)) return `the same as ${base}`;
  return `${size} ${difference < 0 ? 'less' : 'more'} than ${base}`;
}

/** The share of the values that may be revised, from 0 to 1. A small share is no zero, and a large one not all. */
export function describeShare(share: number): string | undefined {
  if (share <= 0) return undefined;
  if (share >= 1) return 'all values provisional';
  return `${formatPercent(Math.min(99, Math.max(1, share * 100)))} of the values provisional`;
}
