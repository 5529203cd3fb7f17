import { useStore } from '@nanostores/react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { StandingRecord, WaterYearRecord } from '#contract/season/water-year.ts';
import type { SeriesLocation } from '#contract/time-series.ts';
import { delivererOf } from '#domain/deliverer.ts';
import { pathOfSite } from '#domain/page-paths.ts';
import { yearOf } from '#domain/season/season.ts';
import type { SeasonSelection } from '#domain/season/season-tool-address.ts';
import { describeEndedVolumes } from '#domain/season/volume-notes.ts';
import { siteComparisonUrl } from '#domain/time-series/site-comparison.ts';
import {
  Chart,
  type ChartContent,
  type ChartData,
  type ChartState,
  type Crosshair,
} from '#kits/chart/index.ts';
import { Button, Notices, Row, VisuallyHidden } from '#kits/ui/index.ts';
import { PrintSheet } from '#kits/ui/print/PrintSheet.tsx';
import { dayNumber } from '#lib/calendar.ts';
import { describeAccess } from '#stores/data-access.ts';
import type { SubmitQuery, SubmitState } from '#stores/queries.ts';
import { $resolvedTheme } from '#stores/theme.ts';
import { ComputationEntries } from '../HowComputed.tsx';
import { chartData, comparisonChartContent } from './chart-data.ts';
import { type Computation, computationOf } from './computation.ts';
import { comparisonChartAddress } from './data-links.ts';
import { describeFlaggedCount, describeLatest, missingNotes } from './record-text.ts';
import { Standing } from './Standing.tsx';

/** A loaded result: the standing of the record and, unless it is one of months, its values. */
export type ComparedData = {
  readonly standing: StandingRecord;
  readonly records?: readonly WaterYearRecord[];
};

/** What is drawn and said of a result. */
export type RecordChartView<T> = {
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
  view: RecordChartView<T>;
  location: SeriesLocation | undefined;
  /** The day in the basin. */
  today: string;
  /** What the chart will show, and how to get there. */
  hint: string;
  /** A link is on its way to what it submitted. */
  isAwaited?: boolean;
  /** What stands in the place of the chart until something is submitted. */
  instead?: ReactNode;
  state: ChartState;
  onState: (state: ChartState) => void;
  crosshair?: Crosshair;
  children?: (shown: ShownRecord<T>) => ReactNode;
};

/** The chart of a record with its notes, and how it was computed. */
export function RecordChart<T extends ComparedData>(props: RecordChartProps<T>) {
  const { query, view, location, today, hint, state, onState, crosshair, children } = props;
  const { isAwaited = false, instead } = props;
  const result = useStore(query.$state);
  const theme = useStore($resolvedTheme);
  const ready = result.status === 'ready' ? result : undefined;
  const source = delivererOf({
    provider: location?.data_provider ?? '',
    source: ready?.data.standing.source ?? null,
  });
  const data = useMemo((): ChartData => {
    if (isAwaited && result.status === 'idle') return { status: 'loading' };
    return chartData(
      result,
      query,
      (found, selection) => view.contentOf(found, selection, theme, source, location?.loc_id),
      hint,
    );
  }, [result, query, view, theme, source, location, hint, isAwaited]);
  const content = data.status === 'ready' ? data.content : undefined;
  const printed = useMemo(
    () => ready && view.contentOf(ready.data, ready.selection, 'light', source, location?.loc_id),
    [ready, view, source, location],
  );
  const access = describeAccess(location ? [location.data_provider] : []);
  const [isComputationOpen, setIsComputationOpen] = useState(false);
  const computation = useRef<HTMLElement>(null);
  const toggleComputation = () => {
    setIsComputationOpen(!isComputationOpen);
    // Once it is there.
    requestAnimationFrame(() => {
      computation.current?.focus({ preventScroll: true });
      computation.current?.scrollIntoView({ block: 'nearest' });
    });
  };
  if (result.status === 'idle' && !isAwaited && instead) return instead;
  return (
    <>
      <PrintSheet data={data} finding={ready && view.findingOf(ready.data, ready.selection, today)}>
        <Chart
          data={data}
          {...(printed && { printed })}
          theme={theme}
          state={state}
          onState={onState}
          link={ready && location && { address: view.chartAddressOf(ready.selection, location), access }}
          {...(crosshair && { crosshair })}
          headline={
            ready && <Standing standing={ready.data.standing} selection={ready.selection} today={today} />
          }
          notes={ready ? recordNotes(ready.data, ready.selection, location) : []}
          actions={
            ready
              ? [
                  { label: 'How was this computed?', isOn: isComputationOpen, onSelect: toggleComputation },
                  {
                    label: `All about ${ready.data.standing.loc_name}`,
                    href: pathOfSite(ready.data.standing.loc_ndx),
                  },
                ]
              : []
          }
        />
      </PrintSheet>
      {ready && content && isComputationOpen && (
        <section
          ref={computation}
          tabIndex={-1}
          className="no-print card"
          aria-label={`How was this computed? ${content.title}`}
        >
          <Row data-spread>
            <h3>How was this computed?</h3>
            <Button variant="quiet" onClick={toggleComputation}>
              Close<VisuallyHidden> how this was computed</VisuallyHidden>
            </Button>
          </Row>
          <ComputationEntries {...view.computation(ready.data, ready.selection, source)} />
        </section>
      )}
      {ready && <Notices severity="warning" texts={view.missingNotes(ready.data, ready.selection)} />}
      {children?.({ result, location, source, content, access })}
    </>
  );
}

/**
 * What is to be known of a record's chart: synthetic values, flagged values, volumes that ended at a gap, a year that is not drawn.
 * `location` is as listed, with the summaries of its records.
 */
function recordNotes(
  { standing, records }: ComparedData,
  { measure, year, parameter, series }: SeasonSelection,
  location: SeriesLocation | undefined,
): readonly ReactNode[] {
  if (parameter === undefined) return [];
  const flagged = describeFlaggedCount(standing, measure);
  const summary = location?.records.find((each) => each.parameter_ndx === parameter);
  const ended =
    measure === 'volume' && records && summary?.por_end
      ? describeEndedVolumes(records, year, summary.por_end)
      : [];
  const isOtherYear =
    standing.latest !== null && !series.includes(String(yearOf(dayNumber(standing.latest.rdate), year)));
  return [
    ...(isOtherYear ? ['The year of the latest value is not drawn.'] : []),
    ...(flagged === undefined
      ? []
      : [
          <span key="flagged">
            {flagged}{' '}
            <a href={siteComparisonUrl(standing.loc_ndx, parameter)}>
              See<VisuallyHidden> {standing.loc_name}</VisuallyHidden> in Time Series Comparisons
            </a>
          </span>,
        ]),
    ...ended,
  ];
}
