import { atom } from 'nanostores';
import { portalParameters } from '#config/parameters.ts';
import { type Column, initialState, type TableState } from '#kits/table/index.ts';
import { formatMoment } from '#lib/calendar-text.ts';
import { among, dateColumn, numberColumn, textColumn } from '#lib/table/columns.ts';
import { request } from '#stores/api.ts';
import { createQuery } from '#stores/queries.ts';
import { describeProblems, shortSourceLabel, statusLabels } from '../../import-status/index.ts';
import {
  type ImportRun,
  type ImportRunDetail,
  type ImportRunSeries,
  listImportRuns,
  readImportRun,
  runsPerPage,
} from '../contract.ts';
import { startedByLabel } from './labels.ts';

/** The history of runs, in pages of the server, and the run that is open. */
export function createRunHistory() {
  const $page = atom(1);
  const runs = createQuery({
    fetch: (signal) => request(listImportRuns, { query: { page: String($page.get()) } }, { signal }),
  });
  const detail = createQuery<ImportRunDetail, number>({
    onSubmit: true,
    fetch: (signal, id) => request(readImportRun, { params: { id: String(id) } }, { signal }),
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

/** The history of runs. */
export const runColumns: readonly Column<ImportRun>[] = [
  textColumn('started', 'Started', (run) => formatMoment(run.started_at), {
    sortKey: (run) => run.started_at,
  }),
  textColumn('source', 'Source', (run) => shortSourceLabel(run.source), among),
  textColumn('status', 'Result', (run) => statusLabels[run.status], among),
  textColumn('ended', 'Ended', (run) => (run.finished_at === null ? null : formatMoment(run.finished_at)), {
    hidden: true,
    sortKey: (run) => run.finished_at,
  }),
  textColumn('by', 'Started By', (run) => startedByLabel(run.started_by, undefined), among),
  numberColumn('series', 'Series', (run) => run.series),
  numberColumn('read', 'Read', (run) => run.rows_read),
  numberColumn('written', 'Written', (run) => run.rows_written),
  numberColumn('unchanged', 'Unchanged', (run) => run.rows_unchanged, { hidden: true }),
  numberColumn('revised', 'Revised', (run) => run.rows_revised),
  numberColumn('removed', 'No longer shown', (run) => run.rows_removed),
  numberColumn('rejected', 'Rejected', (run) => run.rows_rejected),
  numberColumn('flagged', 'Flagged', (run) => run.rows_flagged),
  textColumn('failures', 'Failures', (run) => describeProblems(run.failures)),
  textColumn('incomplete', 'Incomplete', (run) => describeProblems(run.incomplete)),
];

const parameterName = (ndx: number) => portalParameters.find((each) => each.ndx === ndx)?.name ?? String(ndx);

const describeReasons = (reasons: ImportRunSeries['rejected']) =>
  reasons.map(({ reason, count }) => `${count}: ${reason}`).join('; ');

const sum = (reasons: ImportRunSeries['rejected']) => reasons.reduce((total, { count }) => total + count, 0);

/** What a run changed in each series. */
export const seriesColumns: readonly Column<ImportRunSeries>[] = [
  textColumn('name', 'Series', (series) => series.name),
  textColumn('location', 'Location', (series) => series.loc_name),
  textColumn('parameter', 'Parameter', (series) => parameterName(series.parameter_ndx), among),
  dateColumn('first', 'First Day', (series) => series.first),
  dateColumn('last', 'Last Day', (series) => series.last),
  numberColumn('read', 'Read', (series) => series.read),
  numberColumn('written', 'Written', (series) => series.written),
  numberColumn('unchanged', 'Unchanged', (series) => series.unchanged),
  numberColumn('revised', 'Revised', (series) => series.revised),
  numberColumn('removed', 'No longer shown', (series) => series.removed),
  numberColumn('rejected', 'Rejected', (series) => sum(series.rejected)),
  numberColumn('flagged', 'Flagged', (series) => sum(series.flagged)),
  textColumn(
    'notes',
    'Notes',
    (series) =>
      [...series.notes, describeReasons(series.rejected), describeReasons(series.flagged)]
        .filter(Boolean)
        .join(' ') || null,
  ),
];
