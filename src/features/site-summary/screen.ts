import { atom, computed } from 'nanostores';
import type { Requester } from '#client/request.ts';
import { listLatestValues, listSiteSummaries } from '#contract/time-series.ts';
import { toSiteRows } from '#downloads/site-rows.ts';
import { initialState, readTableState, type TableState, writeTableState } from '#kits/table/index.ts';
import { todayInBasin } from '#lib/calendar.ts';
import type { Address } from '#stores/address.ts';
import type { BasketStore } from '#stores/basket-core.ts';
import { addressPart, createScreen } from '#stores/create-screen.ts';
import { createQuery, dataOf, faultsOf } from '#stores/queries.ts';
import { createColumns, markBasket, toggleLateOnly } from './columns.ts';

export type SiteSummarySettings = {
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
