import { atom } from 'nanostores';
import type { Requester } from '#client/request.ts';
import { listSiteSummaries } from '#contract/time-series.ts';
import { initialState, readTableState, type TableState, writeTableState } from '#kits/table/index.ts';
import { todayInBasin } from '#lib/calendar.ts';
import type { Address } from '#stores/address.ts';
import { addressPart, createScreen } from '#stores/create-screen.ts';
import { createQuery } from '#stores/queries.ts';
import { createColumns } from './columns.ts';

export type SiteSummarySettings = { request: Requester; address: Address; now: () => Date };

/** The state of the Site Summary Table. */
export function createSiteSummary({ request, address, now }: SiteSummarySettings) {
  const columns = createColumns(todayInBasin(now()));
  const initial = initialState(columns, { pageSize: 200 });
  const sites = createQuery({ fetch: (signal) => request(listSiteSummaries, {}, { signal }) });
  const $table = atom<TableState>(initial);
  const { start } = createScreen({
    address,
    queries: [sites],
    parts: [
      addressPart($table, {
        read: (query) => readTableState(query, columns, initial),
        write: (state) => writeTableState(state, initial),
        isStep: (state, before) => state.page !== before.page,
      }),
    ],
  });
  return { columns, sites, $table, setTable: (state: TableState) => $table.set(state), start };
}
