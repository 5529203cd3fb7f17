import { reportingNames, siteColumns } from '#downloads/site-columns.ts';
import type { CellAction, Column, TableState } from '#kits/table/index.ts';
import type { BasketStore } from '#stores/basket-core.ts';
import type { BasketRow } from './rows.ts';

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
