import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { type ComponentType, useEffect, useRef } from 'react';
import { glossaryLink } from '#config/documentation-links.ts';
import { type ImportSchedule, scheduleIntervals } from '#contract/imports.ts';
import { HelpLink, SelectField, SubmitButton, TextField } from '#kits/form/Field.tsx';
import { initialState, type TableState, TableView } from '#kits/table/index.ts';
import { Button, Card, Grid, LoadState, Row, Stack, useScreen } from '#kits/ui/index.ts';
import { Page, RoleMissing } from '#kits/ui/Page.tsx';
import { basinTimeZone } from '#lib/calendar.ts';
import { formatExportedAt, formatMoment } from '#lib/calendar-text.ts';
import { $admitted, $session } from '#session/session.ts';
import { request } from '#stores/api.ts';
import { createScreen } from '#stores/create-screen.ts';
import { createQuery, dataOf, toQueryRows } from '#stores/queries.ts';
import {
  describeLateRecords,
  intervalLabels,
  recordColumns,
  sourceChoices,
  sourceColumns,
  sourceLabel,
  startedByLabel,
  statusLabels,
} from './columns.ts';
import { ImportPanel } from './ImportPanel.tsx';
import { createImportControls, type ImportControls, type ScheduleDraft } from './import-controls.ts';
import type { ImportSectionProps } from '../index.ts';
import {
  createRunHistory,
  describeRange,
  isLastPage,
  type RunHistoryStore,
  runColumns,
  seriesColumns,
} from './run-history.ts';
import { useFirstImport } from './use-first-import.ts';
import { type ImportRunDetail, type IngestStatus, readIngestStatus } from '../contract.ts';

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
  const history = createRunHistory();
  const controls = createImportControls({
    onEnd: () => {
      void status.retry();
      void history.runs.retry();
    },
  });
  const { start } = createScreen({
    queries: [status, controls.schedule, controls.demonstration, history.runs],
    submitted: [history.detail, controls.current],
    onStart: () => [controls.poll()],
  });
  return { status, $sourcesTable, $recordsTable, controls, history, start };
}

function ImportStatus({ title }: { title: string }) {
  const screen = useScreen(createImportStatus);
  const state = useStore(screen.status.$state);
  const data = dataOf(state);
  const session = useStore($session);
  const reader = 'user' in session ? session.user.sub : undefined;
  const refresh = () => {
    void screen.status.retry();
    void screen.history.runs.retry();
    void screen.controls.current.retry();
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
      info="Start and schedule imports, what each of them changed, and how long ago each record reported compared with its usual interval."
    >
      <Grid gap={4} column="26rem">
        <ImportPanel controls={screen.controls} reader={reader} />
        <SchedulePanel controls={screen.controls} reader={reader} />
      </Grid>
      {sections.map(([path, Section]) => (
        <Section key={path} onStored={refresh} />
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
      <h2>History</h2>
      <p className="muted text-sm">Choose a run to see what it changed in each series.</p>
      <RunHistory history={screen.history} />
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

const intervalChoices = scheduleIntervals.map((value) => ({ value, label: intervalLabels[value] }));

/** Sets when the portal imports by itself. */
function SchedulePanel({ controls, reader }: { controls: ImportControls; reader: string | undefined }) {
  const state = useStore(controls.schedule.$state);
  const saved = dataOf(state);
  return (
    <Card as="section" data-roomy gap={3} className="stack anywhere" aria-labelledby="schedule-title">
      <h2 id="schedule-title">Schedule</h2>
      <LoadState state={state} noun="the schedule" lines={4} retry={controls.schedule.retry} />
      {saved && <ScheduleForm saved={saved} controls={controls} reader={reader} />}
    </Card>
  );
}

type FormProps = { saved: ImportSchedule; controls: ImportControls; reader: string | undefined };

function ScheduleForm({ saved, controls, reader }: FormProps) {
  const changed = useStore(controls.$scheduleDraft);
  const { pending } = useStore(controls.$command);
  const draft: ScheduleDraft = changed ?? {
    every: saved.every,
    source: saved.source,
    sites: saved.sites?.join(', ') ?? '',
  };
  const set = (change: Partial<ScheduleDraft>) => controls.$scheduleDraft.set({ ...draft, ...change });
  const [askFirst, dialog] = useFirstImport(controls);
  const save = () => void controls.saveSchedule();
  return (
    <>
      <p role="status">{describeNext(saved, reader)}</p>
      <p className="muted text-sm">
        The portal imports by itself: the last 90 days of each record, and whole records once a week. It waits
        while another import is running.
      </p>
      <Grid gap="3 4" column="14rem" data-align="start">
        <SelectField
          label="How often"
          value={draft.every}
          choices={intervalChoices}
          onChange={(every) => set({ every })}
        />
        <SelectField
          label="Source of the scheduled import"
          value={draft.source}
          choices={sourceChoices}
          onChange={(source) => set({ source })}
        />
        <div className="whole-row">
          <TextField
            label="Sites of the scheduled import (optional)"
            value={draft.sites}
            onChange={(sites) => set({ sites })}
            maxLength={4000}
            hint="Separated by commas. Empty: all sites."
          />
        </div>
      </Grid>
      <Row gap="2 3">
        <SubmitButton
          pending={pending === 'schedule'}
          reason={changed ? undefined : 'Nothing has been changed.'}
          onClick={() => (draft.every === 'off' ? save() : askFirst(draft.source, 'Save schedule', save))}
        >
          Save schedule
        </SubmitButton>
      </Row>
      {dialog}
    </>
  );
}

/** "Next import: 11/22/2026 6:00 AM. Set by you on 11/21/2026 3:10 PM." */
function describeNext(
  { next_at, changed_at, changed_by }: ImportSchedule,
  reader: string | undefined,
): string {
  const next = next_at === null ? 'No import is scheduled.' : `Next import: ${formatMoment(next_at)}.`;
  if (changed_at === null || changed_by === null) return next;
  return `${next} Set by ${startedByLabel(changed_by, reader)} on ${formatMoment(changed_at)}.`;
}

/** The history of runs, newest first, and what the open one changed. */
function RunHistory({ history }: { history: RunHistoryStore }) {
  const state = useStore(history.runs.$state);
  const page = useStore(history.$page);
  const data = dataOf(state);
  return (
    <>
      <TableView
        caption="History of imports"
        columns={runColumns}
        data={toQueryRows(history.runs, state, ({ runs }) => runs, 'The history')}
        $table={history.$runsTable}
        noun={{ one: 'run', many: 'runs' }}
        empty="Nothing has been imported yet. Start an import above."
        onRowClick={(run) => history.openRun(run.id)}
      />
      {data && data.total > 0 && (page > 1 || !isLastPage(page, data.total)) && (
        <Row gap="2 3">
          <Button aria-disabled={page === 1} onClick={() => page > 1 && history.openPage(page - 1)}>
            Newer runs
          </Button>
          <span className="muted text-sm">{describeRange(page, data.runs.length, data.total)}</span>
          <Button
            aria-disabled={isLastPage(page, data.total)}
            onClick={() => !isLastPage(page, data.total) && history.openPage(page + 1)}
          >
            Older runs
          </Button>
        </Row>
      )}
      <OpenRun history={history} />
    </>
  );
}

function OpenRun({ history }: { history: RunHistoryStore }) {
  const state = useStore(history.detail.$state);
  if (state.status === 'idle') return null;
  const data = dataOf(state);
  return (
    <Stack as="section" gap={3} className="outlined anywhere pad-4" aria-label="What the run changed">
      <LoadState state={state} noun="the run" lines={4} retry={history.detail.retry} />
      {data && <RunDetail detail={data} history={history} />}
    </Stack>
  );
}

function RunDetail({ detail, history }: { detail: ImportRunDetail; history: RunHistoryStore }) {
  const { run, series, unknown } = detail;
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: moves on when another run is opened
  useEffect(() => heading.current?.focus(), [run.id]);
  return (
    <>
      <Row gap={2} data-spread>
        <h3 ref={heading} tabIndex={-1}>
          {sourceLabel(run.source)}, {formatMoment(run.started_at)}: {statusLabels[run.status].toLowerCase()}
        </h3>
        <Button onClick={() => history.detail.clear()}>Close</Button>
      </Row>
      {run.sites && <p>Only these sites: {run.sites.join(', ')}.</p>}
      {run.failures.length > 0 && (
        <ul>
          {run.failures.map(({ name, message }) => (
            <li key={`${name} ${message}`}>
              <strong>{name}</strong>: {message}
            </li>
          ))}
        </ul>
      )}
      {unknown.length > 0 && (
        <p>Not imported, because the basin file does not list them: {unknown.join(', ')}.</p>
      )}
      <TableView
        caption="What the run changed in each series"
        columns={seriesColumns}
        data={{ status: 'ready', rows: series }}
        $table={history.$seriesTable}
        noun={{ one: 'series', many: 'series' }}
        empty="The run wrote no series."
      />
    </>
  );
}
