import { atom } from 'nanostores';
import type { Requester } from '#client/request.ts';
import { listSiteSummaries } from '#contract/time-series.ts';
import { todayInDenver } from '#domain/calendar.ts';
import { initialState, readTableState, type TableState, writeTableState } from '#kits/table/index.ts';
import type { Address } from '#stores/address.ts';
import { createQuery } from '#stores/queries.ts';
import { createColumns } from './columns.ts';

export type SiteSummarySettings = { request: Requester; address: Address; now: () => Date };

/** The Site Summary Table without its looks. `start()` loads it; what it returns ends everything. */
export function createSiteSummary({ request, address, now }: SiteSummarySettings) {
  const columns = createColumns(todayInDenver(now()));
  const initial = initialState(columns, { pageSize: 200 });
  const sites = createQuery({ fetch: (signal) => request(listSiteSummaries, {}, { signal }) });
  const $table = atom<TableState>(readTableState(address.read(), columns, initial));

  function start(): () => void {
    const disposers = [
      $table.listen((state, before = state) => {
        const isStep = state.page !== before.page;
        address[isStep ? 'push' : 'write'](writeTableState(state, initial));
      }),
      address.listen((text) => {
        const restored = readTableState(text, columns, initial);
        if (writeTableState(restored, initial) !== writeTableState($table.get(), initial))
          $table.set(restored);
      }),
    ];
    void sites.load();
    return () => {
      for (const dispose of disposers) dispose();
      sites.cancel();
      address.flush();
    };
  }

  return { columns, sites, $table, setTable: (state: TableState) => $table.set(state), start };
}
