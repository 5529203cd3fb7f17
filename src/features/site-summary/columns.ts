import { reportingNames, siteColumns } from '#downloads/site-columns.ts';
import type { SiteRow } from '#downloads/site-rows.ts';
import type { CellAction, Column, TableState } from '#kits/table/index.ts';
import type { BasketState } from '#stores/account-basket.ts';
import type { BasketStore } from '#stores/basket-core.ts';

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

/** Creates the columns. `today` decides which records are late or have ended. */
export function createColumns(
  today: string,
  basket: Pick<BasketStore, 'add' | 'remove'>,
): readonly Column<BasketRow>[] {
  return siteColumns<BasketRow>(today, (row) => basketActions(row, basket));
}

function basketActions(
  { loc_ndx, loc_name, isInBasket }: BasketRow,
  basket: Pick<BasketStore, 'add' | 'remove'>,
): readonly CellAction[] {
  if (isInBasket === undefined) return [];
  return isInBasket
    ? [{ icon: 'remove', label: `Remove ${loc_name} from the basket`, onPress: () => basket.remove(loc_ndx) }]
    : [{ icon: 'add', label: `Add ${loc_name} to the basket`, onPress: () => basket.add(loc_ndx) }];
}

const lateFilter = { kind: 'among', values: [reportingNames.late] } as const;

/** Whether the table is narrowed to the records that are late. */
export function isLateOnly({ filters }: TableState): boolean {
  const { reporting } = filters;
  return reporting?.kind === 'among' && reporting.values.join() === lateFilter.values.join();
}

/** Narrows the table to the records that are late, or shows all again; the other filters stay. */
export function toggleLateOnly(state: TableState): TableState {
  const { reporting: _, ...others } = state.filters;
  return { ...state, page: 1, filters: isLateOnly(state) ? others : { ...others, reporting: lateFilter } };
}
