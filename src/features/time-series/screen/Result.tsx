import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useState } from 'react';
import { standingClasses } from '#domain/statistics/percentile-class.ts';
import { Chart, type ChartContent, type ChartData } from '#kits/chart/index.ts';
import { SegmentedField } from '#kits/form/Field.tsx';
import { $isPrinting } from '#kits/html/print-page.ts';
import { TableView } from '#kits/table/index.ts';
import { type DataLink, LinkToData } from '#kits/ui/CopyButton.tsx';
import { Button, LoadState, lazyPart, Notice, Notices, Spinner, Stack } from '#kits/ui/index.ts';
import { PrintSheet } from '#kits/ui/print/PrintSheet.tsx';
import { basinTimeZone } from '#lib/basin-clock.ts';
import { dayNumber } from '#lib/calendar.ts';
import { formatExportedAt } from '#lib/calendar-text.ts';
import { whenIdle } from '#lib/page/yield-to-page.ts';
import { dataOf } from '#stores/queries.ts';
import { $resolvedTheme } from '#stores/theme.ts';
import { columnsFor, tableTitle, toValueRows } from '../files.ts';
import { isSameSelection, sides } from '../rules/selection.ts';
import { findingOf } from './finding.ts';
import { manyLabels, sumContent, viewsOf } from './many.ts';
import { isLoading, type Results, type SideResult, type SideSeries } from './results.ts';
import type { TimeSeriesScreen } from './screen.ts';
import { dailyLink, sourceOf, toChartContent } from './series.ts';

type ResultProps = { screen: TimeSeriesScreen };

/** The result of a Submit: the graph with its notices, and the table. */
export function Result({ screen }: ResultProps) {
  const results = useStore(screen.results.$results);
  const { locations } = useStore(screen.lists.$lists);
  const both = useStore(screen.$sideSeries);
  const added = useStore(screen.$added);
  const link = results && dailyLink(results, both, locations ?? [], added);
  return (
    <>
      <Graph screen={screen} link={link} />
      {results && link && <ValuesTable screen={screen} results={results} both={both} link={link} />}
    </>
  );
}

type GraphProps = ResultProps & { link: DataLink | undefined };

/** The graph with its notices. */
function Graph({ screen, link }: GraphProps) {
  const theme = useStore($resolvedTheme);
  const chart = useStore(screen.$chart);
  const { locations } = useStore(screen.lists.$lists);
  const drawn = useStore(screen.$drawn);
  const progress = useStore(screen.$progress);
  const added = useStore(screen.$added);
  const { values } = useStore(screen.$notes);
  const content = useMemo(
    () => drawn && canBeDrawn(drawn) && toChartContent(drawn, theme, locations, added),
    [drawn, theme, locations, added],
  );
  const views = useMemo(() => (content ? viewsOf(content) : []), [content]);
  const chosen = useStore(screen.$view);
  const view = views.includes(chosen) ? chosen : 'lines';
  // The others are on paper as they are on the screen.
  const isChart = view === 'lines' || view === 'sum';
  const isIdle = useWhenIdle(drawn);
  const printed = useMemo(() => {
    if (!isIdle || !isChart || !drawn || isLoading(drawn)) return undefined;
    const lines = toChartContent(drawn, 'light', locations, added);
    return lines && view === 'sum' ? sumContent(lines) : lines;
  }, [isIdle, isChart, drawn, locations, added, view]);
  const data = useMemo((): ChartData => {
    if (!content) return chartData(drawn, progress, screen);
    return { status: 'ready', content: view === 'sum' ? sumContent(content) : content };
  }, [content, drawn, progress, screen, view]);
  // On paper only: of many long records it takes a tenth of a second, and would again for each step of a zoom.
  const isPrinting = useStore($isPrinting);
  const finding = useMemo(
    () => (isPrinting && data.status === 'ready' ? findingOf(data.content, chart) : undefined),
    [isPrinting, data, chart],
  );
  return (
    <Stack gap={3}>
      {views.length > 0 && (
        <SegmentedField
          label="Show the locations as"
          value={view}
          choices={views.map((each) => ({ value: each, label: manyLabels[each] }))}
          onChange={screen.setView}
        />
      )}
      <PrintSheet data={data} finding={finding}>
        {view === 'multiples' && content ? (
          <Multiples content={content} />
        ) : view === 'classes' && content ? (
          <HeatMap screen={screen} content={content} />
        ) : (
          <Chart
            data={data}
            {...(printed && { printed })}
            theme={theme}
            state={chart}
            onState={screen.setChart}
            link={link}
            notes={values}
          />
        )}
      </PrintSheet>
      <ProgressNotice screen={screen} />
      <ResultNotices screen={screen} />
    </Stack>
  );
}

const Multiples = lazyPart(
  () => import('#kits/chart/many/ManySeries.tsx').then((module) => module.SmallMultiples),
  <Spinner size={32} label="Drawing the small multiples" />,
);
const ClassRows = lazyPart(
  () => import('#kits/chart/many/ManySeries.tsx').then((module) => module.ClassRows),
  <Spinner size={32} label="Drawing the heat map" />,
);

/** The percentile class of each day at each location, loaded when it is looked at. */
function HeatMap({ screen, content }: { screen: TimeSeriesScreen; content: ChartContent }) {
  const { $state, submit, retry } = screen.classes;
  const results = useStore(screen.results.$results);
  const state = useStore($state);
  const isSettled = results !== undefined && !isLoading(results);
  const isKnown = state.status !== 'idle' && state.selection === results;
  useEffect(() => {
    if (results && isSettled && !isKnown) submit(results);
  }, [results, isSettled, isKnown, submit]);
  const found = isKnown ? dataOf(state) : undefined;
  if (!found) {
    const waiting = { status: 'loading' };
    return (
      <LoadState
        state={isKnown ? state : waiting}
        noun="the classes"
        lines={content.series.length}
        retry={retry}
      />
    );
  }
  const rows = content.series.flatMap(({ id, label }) => {
    const own = found.get(id);
    return own ? [{ id, label, start: dayNumber(own.start), classes: own.classes }] : [];
  });
  return rows.length === 0 ? (
    <Notice severity="info">None of these locations has a value between these dates.</Notice>
  ) : (
    <ClassRows title={`${content.title}, heat map`} rows={rows} names={normalClasses} note={heatMapNote} />
  );
}

const normalClasses = standingClasses.slice(1, -1);
const heatMapNote =
  'Each day compared with the same date of 1991–2020: below the 10th percentile much below normal, to the 24th below, to the 75th normal, to the 90th above. A cell of several days has their middle class; empty: no value, or fewer than 10 years.';

/** Until the first Submit. */
const idleHint =
  "After selecting your timeseries inputs, click the red 'Submit' button to load an interactive timeseries plot for comparison across different locations and parameters. " +
  'The graph of the chosen locations will be drawn here: choose a parameter and locations for each axis, or one axis, then press Submit.';

/** Whether lines can be drawn yet: all of them, or the first of many locations. */
function canBeDrawn(results: Results): boolean {
  return !isLoading(results) || sides.some((side) => isPart(results[side]));
}

function isPart(result: SideResult): boolean {
  return result.status === 'loading' && result.first !== undefined;
}

/** The state of the graph without lines. */
function chartData(
  results: Results | undefined,
  progress: string | undefined,
  { results: { cancel, retry } }: TimeSeriesScreen,
): ChartData {
  if (!results) return { status: 'idle', hint: idleHint };
  if (progress !== undefined) return { status: 'loading', progress, cancel };
  for (const side of sides) {
    const result = results[side];
    if (result.status === 'failed') {
      return { status: 'failed', message: result.error.message, retry: () => void retry() };
    }
  }
  return { status: 'idle' };
}

/** What is still loading while the first lines are drawn. */
function ProgressNotice({ screen }: { screen: TimeSeriesScreen }) {
  const progress = useStore(screen.$progress);
  const drawn = useStore(screen.$drawn);
  if (progress === undefined || !drawn || !canBeDrawn(drawn)) return null;
  return (
    <Notice severity="info" action={<Button onClick={screen.results.cancel}>Cancel</Button>}>
      {progress}
    </Notice>
  );
}

function ResultNotices({ screen }: { screen: TimeSeriesScreen }) {
  const results = useStore(screen.results.$results);
  const selection = useStore(screen.$selection);
  const stage = useStore(screen.$stage);
  const { noData, lacking } = useStore(screen.$notes);
  if (!results) return null;
  const failed = isLoading(results)
    ? []
    : sides.flatMap((side) => {
        const result = results[side];
        return result.status === 'failed' ? [{ side, message: result.error.message }] : [];
      });
  return (
    <>
      {stage === 'ready' && !isSameSelection(results.shown, selection) && (
        <Notice severity="info">
          The graph and the table show your last Submit. Press Submit again to load the current selection.
        </Notice>
      )}
      {failed.length === 1 &&
        failed.map(({ side, message }) => (
          <Notice
            key={side}
            severity="error"
            action={<Button onClick={() => void screen.results.retry()}>Try again</Button>}
          >{`The ${side} axis is missing. An error has occurred: ${message}`}</Notice>
        ))}
      {noData !== undefined && <Notice severity="warning">{noData}</Notice>}
      <Notices severity="info" texts={lacking} />
    </>
  );
}

type ValuesTableProps = {
  screen: TimeSeriesScreen;
  results: Results;
  both: readonly SideSeries[];
  link: DataLink;
};

function ValuesTable({ screen, results, both, link }: ValuesTableProps) {
  // The table of many years takes as long as the graph, which is drawn first.
  const loading = !useWhenIdle(results) || isLoading(results);
  const added = useStore(screen.$added);
  const all = useMemo(() => [...both, ...added.drawn, ...added.listed], [both, added]);
  const rows = useMemo(() => (loading ? [] : toValueRows(all)), [all, loading]);
  const columns = useMemo(() => columnsFor(all), [all]);
  return (
    <Stack gap={3}>
      <h2>{tableTitle}</h2>
      <TableView
        caption={tableTitle}
        columns={columns}
        data={loading ? { status: 'loading' } : { status: 'ready', rows }}
        $table={screen.$table}
        noun={{ one: 'value', many: 'values' }}
        empty="There are no values between these dates."
        tools={<LinkToData of={tableTitle} {...link} />}
        csv={{
          title: tableTitle,
          comment: () => [
            tableTitle,
            `Source: ${sourceOf(both)}`,
            formatExportedAt(new Date()),
            `Daily values. Dates are days in ${basinTimeZone()}.`,
            ...added.notes,
            ...(results.shown.knownOn === undefined
              ? []
              : [`As known at the end of ${results.shown.knownOn}.`]),
          ],
        }}
      />
    </Stack>
  );
}

/** A page that is never idle goes on after this. */
const timeoutMs = 1000;

/** Whether the browser has been idle since the value came, so that what is less urgent waits for what was asked for. */
function useWhenIdle<T>(value: T): boolean {
  const [settled, setSettled] = useState<{ readonly value: T }>();
  useEffect(() => whenIdle(() => setSettled({ value }), timeoutMs), [value]);
  return settled !== undefined && settled.value === value;
}
