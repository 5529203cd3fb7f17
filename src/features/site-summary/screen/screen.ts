import { atom, computed } from 'nanostores';
import {
  type Column,
  initialState,
  readTableState,
  type TableState,
  writeTableState,
} from '#kits/table/index.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { createAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { addressPart, createScreen } from '#stores/create-screen.ts';
import { createQuery, dataOf, faultsOf } from '#stores/queries.ts';
import type { SiteRowActions } from '#stores/site-hooks.ts';
import { listLatestValues, listSiteSummaries } from '../contract.ts';
import { reportingNames, type SiteRow, siteColumns, toSiteRows } from '../files.ts';

/** Creates the columns. `today` decides which records are late or have ended. */
export function createColumns(
  today: string,
  rowActions: readonly SiteRowActions[] = [],
): readonly Column<SiteRow>[] {
  return siteColumns<SiteRow>(today, (row) => rowActions.flatMap(({ actionsOf }) => actionsOf(row)));
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
  /** What features offer in a row. */
  rowActions: readonly SiteRowActions[];
};

/** The state of the Site Summary Table. */
export function createSiteSummary({ rowActions }: SiteSummarySettings) {
  const today = todayInBasin(new Date());
  const columns = createColumns(today, rowActions);
  const initial = initialState(columns, { pageSize: 200 });
  const sites = createQuery({ fetch: (signal) => request(listSiteSummaries, {}, { signal }) });
  const latest = createQuery({ fetch: (signal) => request(listLatestValues, {}, { signal }) });
  const $records = computed([sites.$state, latest.$state], (all, values) =>
    toSiteRows(dataOf(all) ?? [], dataOf(values) ?? [], today),
  );
  // New rows, because those that stay the same are not shown again.
  const $rows = computed([$records, ...rowActions.map(({ $changes }) => $changes)], (records) => [
    ...records,
  ]);
  const $table = atom<TableState>(initial);
  const { start } = createScreen({
    address: createAddress(),
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
