import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { type ComponentType, useState } from 'react';
import { glossaryLink } from '#config/documentation-links.ts';
import { HelpLink } from '#kits/form/Field.tsx';
import { initialState, type TableState, TableView } from '#kits/table/index.ts';
import { Button, useScreen } from '#kits/ui/index.ts';
import { Page, RoleMissing } from '#kits/ui/Page.tsx';
import { basinTimeZone } from '#lib/basin-clock.ts';
import { formatExportedAt } from '#lib/calendar-text.ts';
import { $admitted, $session } from '#session/session.ts';
import { request } from '#stores/api.ts';
import { createScreen } from '#stores/create-screen.ts';
import { createQuery, dataOf, toQueryRows } from '#stores/queries.ts';
import { type IngestStatus, readIngestStatus } from '../contract.ts';
import type { ImportSectionProps } from '../index.ts';
import { describeLateRecords, recordColumns, sourceColumns } from './columns.ts';

/** Import Status: the last runs and the late records. Requests nothing before someone is signed in. */
export function ImportStatusScreen({ title }: { title: string }) {
  const admitted = useStore($admitted);
  const session = useStore($session);
  if (!admitted) return null;
  if ('user' in session && !session.user.isDeveloper)
    return <RoleMissing title={title} missing="Developer" />;
  return <ImportStatus title={title} />;
}

/** What other features import here. */
const sections = Object.entries(
  import.meta.glob<ComponentType<ImportSectionProps>>('../../*/fills/import-sections.tsx', {
    eager: true,
    import: 'default',
  }),
);

/** The state of Import Status. */
function createImportStatus() {
  const status = createQuery({ fetch: (signal) => request(readIngestStatus, {}, { signal }) });
  const $sourcesTable = atom<TableState>(initialState(sourceColumns));
  const $recordsTable = atom<TableState>(
    initialState(recordColumns, { pageSize: 30, sort: { id: 'state', direction: 'ascending' } }),
  );
  const { start } = createScreen({ queries: [status] });
  return { status, $sourcesTable, $recordsTable, start };
}

function ImportStatus({ title }: { title: string }) {
  const screen = useScreen(createImportStatus);
  const state = useStore(screen.status.$state);
  const data = dataOf(state);
  const [refreshes, setRefreshes] = useState(0);
  const refresh = () => {
    void screen.status.retry();
    setRefreshes((count) => count + 1);
  };
  const rowsOf = <T,>(pick: (status: IngestStatus) => readonly T[]) =>
    toQueryRows(screen.status, state, pick, title);
  if (state.status === 'failed' && state.error.status === 403) {
    return <RoleMissing title={title} missing="Developer" />;
  }
  return (
    <Page
      title={title}
      actions={
        <Button onClick={refresh} aria-disabled={state.status === 'loading' || state.status === 'renewing'}>
          Refresh
        </Button>
      }
      info="When each source was last imported, and how long ago each record reported compared with its usual interval."
    >
      {sections.map(([path, Section]) => (
        <Section key={path} onStored={refresh} refreshes={refreshes} />
      ))}
      <h2>Sources</h2>
      <TableView
        caption="Last runs of the importers"
        columns={sourceColumns}
        data={rowsOf((status) => status.sources)}
        $table={screen.$sourcesTable}
        noun={{ one: 'source', many: 'sources' }}
        empty={
          <>
            Nothing has been imported yet. <a href="/documentation/recipes/add-an-agency">How to import</a>
          </>
        }
      />
      <h2>Records</h2>
      {data && (
        <p>
          <span>{describeLateRecords(data.records)}</span> <HelpLink {...glossaryLink('late')} />
        </p>
      )}
      <TableView
        caption="How fresh each record is"
        columns={recordColumns}
        data={rowsOf((status) => status.records)}
        $table={screen.$recordsTable}
        noun={{ one: 'record', many: 'records' }}
        empty="The portal has no records yet."
        csv={{
          title,
          comment: () => [
            title,
            `Days are calendar days in ${basinTimeZone()}.`,
            formatExportedAt(new Date()),
          ],
        }}
      />
    </Page>
  );
}
