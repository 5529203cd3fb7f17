import { atom } from 'nanostores';
import type { Requester } from '#client/request.ts';
import { readIngestStatus } from '#contract/ingest-status.ts';
import { initialState, type TableState } from '#kits/table/index.ts';
import { createScreen } from '#stores/create-screen.ts';
import { createQuery } from '#stores/queries.ts';
import { recordColumns, sourceColumns } from './columns.ts';

/** The state of Import Status. */
export function createImportStatus({ request }: { request: Requester }) {
  const status = createQuery({ fetch: (signal) => request(readIngestStatus, {}, { signal }) });
  const $sourcesTable = atom<TableState>(initialState(sourceColumns));
  const $recordsTable = atom<TableState>(
    initialState(recordColumns, { pageSize: 30, sort: { id: 'state', direction: 'ascending' } }),
  );
  const { start } = createScreen({ queries: [status] });
  return { status, $sourcesTable, $recordsTable, start };
}
