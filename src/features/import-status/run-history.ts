import { atom } from 'nanostores';
import type { Requester } from '#client/request.ts';
import { listImportRuns, readImportRun, runsPerPage } from '#contract/imports.ts';
import { initialState, type TableState } from '#kits/table/index.ts';
import { createQuery, createSubmitQuery } from '#stores/queries.ts';
import { runColumns, seriesColumns } from './run-columns.ts';

/** The history of runs, in pages of the server, and the run that is open. */
export function createRunHistory({ request }: { request: Requester }) {
  const $page = atom(1);
  const runs = createQuery({
    fetch: (signal) => request(listImportRuns, { query: { page: String($page.get()) } }, { signal }),
  });
  const detail = createSubmitQuery({
    fetch: (id: number, signal) => request(readImportRun, { params: { id: String(id) } }, { signal }),
    isSame: (one, other) => one === other,
  });
  const $runsTable = atom<TableState>(initialState(runColumns, { pageSize: 10 }));
  const $seriesTable = atom<TableState>(initialState(seriesColumns, { pageSize: 10 }));
  return {
    runs,
    detail,
    $page,
    $runsTable,
    $seriesTable,
    openPage(page: number) {
      $page.set(page);
      $runsTable.set({ ...$runsTable.get(), page: 1 });
      void runs.retry();
    },
    openRun(id: number) {
      $seriesTable.set(initialState(seriesColumns, { pageSize: 10 }));
      detail.submit(id);
    },
  };
}

export type RunHistoryStore = ReturnType<typeof createRunHistory>;

/** "Runs 51 to 61 of 61" */
export function describeRange(page: number, shown: number, total: number): string {
  const first = (page - 1) * runsPerPage + 1;
  return `Runs ${first} to ${first + shown - 1} of ${total}`;
}

export const isLastPage = (page: number, total: number) => page * runsPerPage >= total;
