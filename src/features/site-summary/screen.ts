import { atom, computed } from 'nanostores';
import type { Requester } from '#contract/request.ts';
import { listLatestValues, listSiteSummaries } from '#contract/time-series.ts';
import { reportingNames, type SiteRow, siteColumns, toSiteRows } from '#downloads/site-columns.ts';
import {
  type CellAction,
  type Column,
  initialState,
  readTableState,
  type TableState,
  writeTableState,
} from '#kits/table/index.ts';
import { todayInBasin } from '#lib/calendar.ts';
import type { Address } from '#stores/address.ts';
import type { BasketState, BasketStore } from '#stores/basket.ts';
import { addressPart, createScreen } from '#stores/create-screen.ts';
import { createQuery, dataOf, faultsOf } from '#stores/queries.ts';

/** A record in the table. */
export type BasketRow = SiteRow & {
  /** Undefined while the basket loads. */
  readonly isInBasket?: boolean | undefined;
};

/** Marks the rows whose site is in the basket; the others stay as they are. */
function markBasket(
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
function toggleLateOnly(state: TableState): TableState {
  const { reporting: _, ...others } = state.filters;
  return { ...state, page: 1, filters: isLateOnly(state) ? others : { ...others, reporting: lateFilter } };
}

type SiteSummarySettings = {
  request: Requester;
  address: Address;
  basket: Pick<BasketStore, '$basket' | 'add' | 'remove'>;
  now: () => Date;
};

/** The state of the Site Summary Table. */
export function createSiteSummary({ request, address, basket, now }: SiteSummarySettings) {
  const today = todayInBasin(now());
  const columns = createColumns(today, basket);
  const initial = initialState(columns, { pageSize: 200 });
  const sites = createQuery({ fetch: (signal) => request(listSiteSummaries, {}, { signal }) });
  const latest = createQuery({ fetch: (signal) => request(listLatestValues, {}, { signal }) });
  const $records = computed([sites.$state, latest.$state], (all, values) =>
    toSiteRows(dataOf(all) ?? [], dataOf(values) ?? [], today),
  );
  const $rows = computed([$records, basket.$basket], markBasket);
  const $table = atom<TableState>(initial);
  const { start } = createScreen({
    address,
    queries: [sites, latest],
    parts: [
      addressPart($table, {
        read: (query) => readTableState(query, columns, initial),
        write: (state) => writeTableState(state, initial),
        isStep: (state, before) => state.page !== before.page,
      }),
    ],
  });
  return {
    columns,
    sites,
    $rows,
    /** Whether the latest values may still come; the table waits for them, so that no row changes its height. */
    $isWaiting: computed(latest.$state, (state) => state.status === 'loading'),
    $faults: faultsOf([{ what: 'The latest values', query: latest }]),
    $lateCount: computed($rows, (rows) => rows.filter(({ reporting }) => reporting === 'late').length),
    $table,
    toggleLateOnly: () => $table.set(toggleLateOnly($table.get())),
    start,
  };
}
