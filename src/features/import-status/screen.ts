import { atom } from 'nanostores';
import type { Requester } from '#client/request.ts';
import { readIngestStatus } from '#contract/ingest-status.ts';
import { initialState, type TableState } from '#kits/table/index.ts';
import { createScreen } from '#stores/create-screen.ts';
import { createQuery } from '#stores/queries.ts';
import { recordColumns, sourceColumns } from './columns.ts';
import { createImportControls } from './import-controls.ts';
import { createRunHistory } from './run-history.ts';

/** The state of Import Status. */
export function createImportStatus({ request, now }: { request: Requester; now: () => Date }) {
  const status = createQuery({ fetch: (signal) => request(readIngestStatus, {}, { signal }) });
  const $sourcesTable = atom<TableState>(initialState(sourceColumns));
  const $recordsTable = atom<TableState>(
    initialState(recordColumns, { pageSize: 30, sort: { id: 'state', direction: 'ascending' } }),
  );
  const history = createRunHistory({ request });
  const controls = createImportControls({
    request,
    now,
    onEnd: () => {
      void status.retry();
      void history.runs.retry();
    },
  });
  const { start } = createScreen({
    queries: [status, controls.schedule, history.runs],
    submitted: [history.detail, controls.current],
    onStart: () => [controls.poll()],
  });
  return { status, $sourcesTable, $recordsTable, controls, history, start };
}
