/** The largest number of changes that a brief lists. */
const maxChanges = 5;

/** A record's change over a week, what is usual at that date, and how many changes of other years say so. */
export type WeekChange = {
  readonly loc_ndx: number;
  readonly parameter_ndx: number;
  readonly change: number;
  readonly usual: number;
  readonly spread: number;
};

/**
 * The changes that are largest by their own usual spread, the largest first: `z` = (change − usual change) ÷ interquartile
 * range. A record whose changes have no spread is not ranked. Equal ones are in the order of their sites.
 */
export function unusualChanges<Change extends WeekChange>(
  all: readonly Change[],
): (Change & { readonly z: number })[] {
  return all
    .filter(({ spread }) => spread > 0)
    .map((each) => ({ ...each, z: (each.change - each.usual) / each.spread }))
    .toSorted(
      (one, other) =>
        Math.abs(other.z) - Math.abs(one.z) ||
        one.loc_ndx - other.loc_ndx ||
        one.parameter_ndx - other.parameter_ndx,
    )
    .slice(0, maxChanges);
}
