import { useStore } from '@nanostores/react';
import { glossaryLink } from '#config/glossary.ts';
import type { IngestStatus } from '#contract/ingest-status.ts';
import { TableView } from '#kits/table/index.ts';
import { HelpLink } from '#kits/ui/HelpLink.tsx';
import { Button, toFileName } from '#kits/ui/index.ts';
import { Page } from '#kits/ui/Page.tsx';
import { RoleMissing } from '#kits/ui/RoleMissing.tsx';
import { useScreen } from '#kits/ui/use-screen.ts';
import { basinTimeZone } from '#lib/calendar.ts';
import { formatExportedAt } from '#lib/calendar-text.ts';
import { $admitted, $session } from '#session/session.ts';
import { request } from '#stores/api.ts';
import { dataOf } from '#stores/queries.ts';
import { toQueryRows } from '#stores/query-rows.ts';
import { describeLateRecords, recordColumns, sourceColumns } from './columns.ts';
import { DemonstrationPanel } from './DemonstrationPanel.tsx';
import { ImportPanel } from './ImportPanel.tsx';
import styles from './ImportStatus.module.css';
import { RunHistory } from './RunHistory.tsx';
import { SchedulePanel } from './SchedulePanel.tsx';
import { createImportStatus } from './screen.ts';

/** Import Status: the last runs and the late records. Requests nothing before someone is signed in. */
export function ImportStatusScreen({ title }: { title: string }) {
  const admitted = useStore($admitted);
  const session = useStore($session);
  if (!admitted) return null;
  if ('user' in session && !session.user.isDeveloper)
    return <RoleMissing title={title} missing="Developer" />;
  return <ImportStatus title={title} />;
}

function ImportStatus({ title }: { title: string }) {
  const screen = useScreen(() => createImportStatus({ request, now: () => new Date() }));
  const state = useStore(screen.status.$state);
  const data = dataOf(state);
  const session = useStore($session);
  const sourcesTable = useStore(screen.$sourcesTable);
  const recordsTable = useStore(screen.$recordsTable);
  const reader = 'user' in session ? session.user.sub : undefined;
  const retry = () => void screen.status.retry();
  const refresh = () => {
    retry();
    void screen.history.runs.retry();
    void screen.controls.current.retry();
  };
  const rowsOf = <T,>(pick: (status: IngestStatus) => readonly T[]) => toQueryRows(state, pick, title, retry);
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
      info="Start and schedule imports, what each of them changed, and how long ago each record reported compared with its usual interval."
    >
      <div className={styles.panels}>
        <ImportPanel controls={screen.controls} reader={reader} />
        <SchedulePanel controls={screen.controls} reader={reader} />
      </div>
      <h2>Sources</h2>
      <TableView
        caption="Last runs of the importers"
        columns={sourceColumns}
        data={rowsOf((status) => status.sources)}
        state={sourcesTable}
        onChange={(table) => screen.$sourcesTable.set(table)}
        noun={{ one: 'source', many: 'sources' }}
        empty={
          <>
            Nothing has been imported yet. <a href="/documentation/recipes/add-an-agency">How to import</a>
          </>
        }
      />
      <h2>History</h2>
      <p className={styles.muted}>Choose a run to see what it changed in each series.</p>
      <RunHistory history={screen.history} />
      <DemonstrationPanel />
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
        state={recordsTable}
        onChange={(table) => screen.$recordsTable.set(table)}
        noun={{ one: 'record', many: 'records' }}
        empty="The portal has no records yet."
        csv={{
          fileName: () => toFileName(title, new Date(), 'csv'),
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
