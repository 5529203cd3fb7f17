import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { TableView } from '#kits/table/index.ts';
import { Button, LoadState, Row, Stack } from '#kits/ui/index.ts';
import { formatMoment } from '#lib/calendar-text.ts';
import { dataOf, toQueryRows } from '#stores/queries.ts';
import { sourceLabel, statusLabels } from '../../import-status/index.ts';
import type { ImportRunDetail } from '../contract.ts';
import { describeRange, isLastPage, type RunHistoryStore, runColumns, seriesColumns } from './run-history.ts';

/** The history of runs, newest first, and what the open one changed. */
export function RunHistory({ history }: { history: RunHistoryStore }) {
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
