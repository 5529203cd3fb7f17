import { atom } from 'nanostores';
import type { Requester } from '#client/request.ts';
import { portalParameters } from '#config/parameters.ts';
import {
  type ImportRun,
  type ImportRunSeries,
  listImportRuns,
  readImportRun,
  runsPerPage,
} from '#contract/imports.ts';
import { type Column, initialState, type TableState } from '#kits/table/index.ts';
import { dateFormats, formatInstant } from '#lib/calendar-text.ts';
import { createQuery, createSubmitQuery } from '#stores/queries.ts';
import { shortSourceLabel, startedByLabel, statusLabels } from './labels.ts';

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

const maxFailures = 3;

function describeFailures({ failures }: ImportRun): string | null {
  if (failures.length === 0) return null;
  const shown = failures.slice(0, maxFailures).map(({ name, message }) => `${name}: ${message}`);
  const more = failures.length - shown.length;
  return more > 0 ? `${shown.join('; ')}; and ${more} more` : shown.join('; ');
}

/** The history of runs. */
export const runColumns: readonly Column<ImportRun>[] = [
  {
    id: 'started',
    header: 'Started',
    kind: 'text',
    value: (run) => formatInstant(run.started_at, dateFormats.shortDateTime),
    sortKey: (run) => run.started_at,
  },
  {
    id: 'source',
    header: 'Source',
    kind: 'text',
    filter: 'among',
    value: (run) => shortSourceLabel(run.source),
  },
  { id: 'status', header: 'Result', kind: 'text', filter: 'among', value: (run) => statusLabels[run.status] },
  {
    id: 'ended',
    header: 'Ended',
    kind: 'text',
    hidden: true,
    value: (run) =>
      run.finished_at === null ? null : formatInstant(run.finished_at, dateFormats.shortDateTime),
    sortKey: (run) => run.finished_at,
  },
  {
    id: 'by',
    header: 'Started By',
    kind: 'text',
    filter: 'among',
    value: (run) => startedByLabel(run.started_by, undefined),
  },
  { id: 'series', header: 'Series', kind: 'number', value: (run) => run.series },
  { id: 'read', header: 'Read', kind: 'number', value: (run) => run.rows_read },
  { id: 'written', header: 'Written', kind: 'number', value: (run) => run.rows_written },
  { id: 'unchanged', header: 'Unchanged', kind: 'number', hidden: true, value: (run) => run.rows_unchanged },
  { id: 'revised', header: 'Revised', kind: 'number', value: (run) => run.rows_revised },
  { id: 'rejected', header: 'Rejected', kind: 'number', value: (run) => run.rows_rejected },
  { id: 'flagged', header: 'Flagged', kind: 'number', value: (run) => run.rows_flagged },
  { id: 'failures', header: 'Failures', kind: 'text', value: describeFailures },
];

const parameterName = (ndx: number) => portalParameters.find((each) => each.ndx === ndx)?.name ?? String(ndx);

const describeReasons = (reasons: ImportRunSeries['rejected']) =>
  reasons.map(({ reason, count }) => `${count}: ${reason}`).join('; ');

const sum = (reasons: ImportRunSeries['rejected']) => reasons.reduce((total, { count }) => total + count, 0);

/** What a run changed in each series. */
export const seriesColumns: readonly Column<ImportRunSeries>[] = [
  { id: 'name', header: 'Series', kind: 'text', value: (series) => series.name },
  { id: 'location', header: 'Location', kind: 'text', value: (series) => series.loc_name },
  {
    id: 'parameter',
    header: 'Parameter',
    kind: 'text',
    filter: 'among',
    value: (series) => parameterName(series.parameter_ndx),
  },
  { id: 'first', header: 'First Day', kind: 'date', value: (series) => series.first },
  { id: 'last', header: 'Last Day', kind: 'date', value: (series) => series.last },
  { id: 'read', header: 'Read', kind: 'number', value: (series) => series.read },
  { id: 'written', header: 'Written', kind: 'number', value: (series) => series.written },
  { id: 'unchanged', header: 'Unchanged', kind: 'number', value: (series) => series.unchanged },
  { id: 'revised', header: 'Revised', kind: 'number', value: (series) => series.revised },
  { id: 'rejected', header: 'Rejected', kind: 'number', value: (series) => sum(series.rejected) },
  { id: 'flagged', header: 'Flagged', kind: 'number', value: (series) => sum(series.flagged) },
  {
    id: 'notes',
    header: 'Notes',
    kind: 'text',
    value: (series) =>
      [...series.notes, describeReasons(series.rejected), describeReasons(series.flagged)]
        .filter(Boolean)
        .join(' ') || null,
  },
];
