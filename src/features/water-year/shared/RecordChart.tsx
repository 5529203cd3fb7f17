import { useStore } from '@nanostores/react';
import { type ReactNode, useMemo } from 'react';
import type { SeriesLocation } from '#contract/time-series.ts';
import type { StandingRecord, WaterYearRecord } from '#contract/water-year.ts';
import { demonstrationNote, describeSource } from '#domain/demonstration.ts';
import { pathOfSite } from '#domain/page-paths.ts';
import type { SeasonSelection } from '#domain/season-tool-address.ts';
import { siteComparisonUrl } from '#domain/time-series/site-comparison.ts';
import { describeEndedVolumes } from '#domain/volume-notes.ts';
import { Chart, type ChartContent, type ChartState, type Crosshair } from '#kits/chart/index.ts';
import { Notice, Notices, VisuallyHidden } from '#kits/ui/index.ts';
import { PrintSheet } from '#kits/ui/PrintSheet.tsx';
import { describeAccess } from '#stores/data-access.ts';
import type { SubmitQuery, SubmitState } from '#stores/queries.ts';
import { $resolvedTheme } from '#stores/theme.ts';
import { showToast } from '#stores/toasts.ts';
import { chartData, comparisonChartContent } from './chart-data.ts';
import { type Computation, computationOf } from './computation.ts';
import { comparisonChartAddress } from './data-links.ts';
import { HowComputed } from './HowComputed.tsx';
import { describeFlaggedCount, describeLatest, missingNotes } from './record-text.ts';

/** A loaded result: the standing of the record and, unless it is one of months, its values. */
export type ComparedData = {
  readonly standing: StandingRecord;
  readonly records?: readonly WaterYearRecord[];
};

/** What is drawn and said of a result. */
export type RecordView<T> = {
  contentOf: (
    data: T,
    selection: SeasonSelection,
    theme: 'light' | 'dark',
    source: string,
    locId: string | undefined,
  ) => ChartContent | undefined;
  /** What the chart says, in a sentence that names the place: the title of its sheet. */
  findingOf: (data: T, selection: SeasonSelection, today: string) => string | undefined;
  /** Warnings of series without data. */
  missingNotes: (data: T, selection: SeasonSelection) => readonly string[];
  /** How the numbers of the chart were computed. */
  computation: (data: T, selection: SeasonSelection, source: string) => Computation;
  /** The address of the chart's values as a file. */
  chartAddressOf: (selection: SeasonSelection, location: SeriesLocation) => string;
};

/** Years of a record by the day, beside its normals. */
export const comparisonView = {
  contentOf: comparisonChartContent,
  findingOf: latestFinding,
  missingNotes,
  computation: computationOf,
  chartAddressOf: comparisonChartAddress,
};

function latestFinding({ standing }: ComparedData, selection: SeasonSelection, today: string) {
  const latest = describeLatest(standing, { ...selection, today }, 'card');
  return latest && `${standing.loc_name}: ${latest.sentence}`;
}

/** What the parts below a chart refer to. */
export type ShownRecord<T> = {
  readonly result: SubmitState<T, SeasonSelection>;
  readonly location: SeriesLocation | undefined;
  readonly source: string;
  readonly content: ChartContent | undefined;
  /** Who may fetch the files. */
  readonly access: string;
};

type RecordChartProps<T> = {
  query: SubmitQuery<T, SeasonSelection>;
  view: RecordView<T>;
  location: SeriesLocation | undefined;
  /** The day in the basin. */
  today: string;
  /** What the chart will show, and how to get there. */
  hint: string;
  state: ChartState;
  onState: (state: ChartState) => void;
  crosshair?: Crosshair;
  children?: (shown: ShownRecord<T>) => ReactNode;
};

/** The chart of a record with its notes, and how it was computed. */
export function RecordChart<T extends ComparedData>(props: RecordChartProps<T>) {
  const { query, view, location, today, hint, state, onState, crosshair, children } = props;
  const result = useStore(query.$state);
  const theme = useStore($resolvedTheme);
  const ready = result.status === 'ready' ? result : undefined;
  const source = describeSource([
    {
      name: location?.loc_name ?? '',
      provider: location?.data_provider ?? '',
      source: ready?.data.standing.source ?? null,
      isDemonstration: ready?.data.standing.is_demonstration ?? false,
    },
  ]);
  const data = useMemo(
    () =>
      chartData(
        result,
        query,
        (found, selection) => view.contentOf(found, selection, theme, source, location?.loc_id),
        hint,
      ),
    [result, query, view, theme, source, location, hint],
  );
  const content = data.status === 'ready' ? data.content : undefined;
  const printed = useMemo(
    () => ready && view.contentOf(ready.data, ready.selection, 'light', source, location?.loc_id),
    [ready, view, source, location],
  );
  const access = describeAccess(location ? [location.data_provider] : []);
  return (
    <>
      {ready && <Notices severity="warning" texts={view.missingNotes(ready.data, ready.selection)} />}
      <PrintSheet data={data} finding={ready && view.findingOf(ready.data, ready.selection, today)}>
        <Chart
          data={data}
          {...(printed && { printed })}
          theme={theme}
          state={state}
          onState={onState}
          notify={showToast}
          link={ready && location && { address: view.chartAddressOf(ready.selection, location), access }}
          {...(crosshair && { crosshair })}
        />
      </PrintSheet>
      {ready?.selection.parameter !== undefined && (
        <RecordNotes
          standing={ready.data.standing}
          records={ready.data.records}
          location={location}
          parameter={ready.selection.parameter}
          selection={ready.selection}
        />
      )}
      {ready && content && (
        <HowComputed
          computation={view.computation(ready.data, ready.selection, source)}
          title={content.title}
        />
      )}
      {children?.({ result, location, source, content, access })}
    </>
  );
}

type RecordNotesProps = {
  standing: StandingRecord;
  /** The records that the chart shows. Absent for sums of months. */
  records: readonly WaterYearRecord[] | undefined;
  /** The location as listed, with the summaries of its records. */
  location: SeriesLocation | undefined;
  parameter: number;
  selection: Pick<SeasonSelection, 'year' | 'measure'>;
};

/** The notices under a chart: synthetic values, flagged values and volumes that ended at a gap. */
function RecordNotes({ standing, records, location, parameter, selection }: RecordNotesProps) {
  const { measure, year } = selection;
  const flagged = describeFlaggedCount(standing, measure);
  const summary = location?.records.find((each) => each.parameter_ndx === parameter);
  const ended =
    measure === 'volume' && records && summary?.por_end
      ? describeEndedVolumes(records, year, summary.por_end)
      : [];
  return (
    <>
      {standing.is_demonstration && <Notice severity="info">{demonstrationNote}</Notice>}
      {flagged !== undefined && (
        <Notice severity="info">
          {flagged}{' '}
          <a href={siteComparisonUrl(standing.loc_ndx, parameter)}>
            See<VisuallyHidden> {standing.loc_name}</VisuallyHidden> in Time Series Comparisons
          </a>
        </Notice>
      )}
      <Notices severity="info" texts={ended} />
      <p>
        <a href={pathOfSite(standing.loc_ndx)}>All about {standing.loc_name}</a>
      </p>
    </>
  );
}
