import type { SiteRow } from '#downloads/site-rows.ts';
import type { BasketState } from '#stores/account-basket.ts';

/** A record in the table. */
export type BasketRow = SiteRow & {
  /** Undefined while the basket loads. */
  readonly isInBasket?: boolean | undefined;
};

/** Marks the rows whose site is in the basket; the others stay as they are. */
export function markBasket(
  rows: readonly SiteRow[],
  { status, sites }: Pick<BasketState, 'status' | 'sites'>,
): readonly BasketRow[] {
  const inBasket = new Set(sites);
  return rows.map((row) => ({
    ...row,
    isInBasket: status === 'loading' ? undefined : inBasket.has(row.loc_ndx),
  }));
}
