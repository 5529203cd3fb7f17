import { useStore } from '@nanostores/react';
import { type ReactNode, useMemo } from 'react';
import type { SeriesLocation } from '#contract/time-series.ts';
import type { StandingRecord, WaterYearRecord } from '#contract/water-year.ts';
import { describeSource } from '#domain/demonstration.ts';
import type { SeasonSelection } from '#domain/season-selection.ts';
import { Chart, type ChartContent } from '#kits/chart/index.ts';
import { initialState, TableView, writeTableState } from '#kits/table/index.ts';
import { LoadErrors, Notice, toFileName } from '#kits/ui/index.ts';
import { LinkToData } from '#kits/ui/LinkToData.tsx';
import { ToolLayout } from '#kits/ui/ToolLayout.tsx';
import { useScreen } from '#kits/ui/use-screen.ts';
import { formatExportedAt } from '#lib/calendar-text.ts';
import { describeAccess } from '#stores/data-access.ts';
import type { SubmitState } from '#stores/queries.ts';
import type { QueryRows } from '#stores/query-rows.ts';
import { $resolvedTheme } from '#stores/theme.ts';
import { showToast } from '#stores/toasts.ts';
import { ChoicePanel } from './ChoicePanel.tsx';
import { chartData } from './chart-data.ts';
import type { Computation } from './computation.ts';
import { HowComputed } from './HowComputed.tsx';
import { LocationsMap } from './LocationsMap.tsx';
import { normalsNote } from './labels.ts';
import { RecordNotes } from './RecordNotes.tsx';
import { Standing } from './Standing.tsx';
import type { YearComparison as Screen } from './year-comparison.ts';

/** A loaded result: the standing of the record and, unless it is one of months, its values. */
type ComparedData = { readonly standing: StandingRecord; readonly records?: readonly WaterYearRecord[] };

type ResultProps<T, Row> = {
  contentOf: (
    data: T,
    selection: SeasonSelection,
    theme: 'light' | 'dark',
    source: string,
    locId: string | undefined,
  ) => ChartContent | undefined;
  /** What the chart will show, and how to get there. */
  hint: string;
  /** Warnings of series without data. */
  missingNotes: (data: T, selection: SeasonSelection) => readonly string[];
  /** How the numbers of the chart were computed. */
  computation?: (data: T, selection: SeasonSelection, source: string) => Computation;
  tables: (
    result: SubmitState<T, SeasonSelection>,
    table: RenderTable<Row>,
    shown: { readonly source: string; readonly location: SeriesLocation | undefined },
  ) => ReactNode;
  /** The address of the chart's values as a file. */
  chartAddressOf: (selection: SeasonSelection, location: SeriesLocation) => string;
  /** The address of the table's rows as a file; `table` is its state as a query. */
  addressOf: (selection: SeasonSelection, location: SeriesLocation, table: string) => string;
};

type RenderTable<Row> = (props: {
  title: string;
  noun: { one: string; many: string };
  data: QueryRows<Row>;
}) => ReactNode;

type YearComparisonProps<T, Row> = ResultProps<T, Row> & {
  create: () => Screen<T, Row>;
  title: string;
  info: string;
  mapLabel: string;
};

/** A page that compares years of one record: the choice, the map, the chart and the tables. */
export function YearComparison<T extends ComparedData, Row>({
  create,
  title,
  info,
  mapLabel,
  ...resultProps
}: YearComparisonProps<T, Row>) {
  const screen = useScreen(create);
  const faults = useStore(screen.$faults);
  return (
    <ToolLayout
      title={title}
      info={<p>{info}</p>}
      notices={<LoadErrors errors={faults} />}
      panelLabel="What to compare"
      panel={<ChoicePanel screen={screen} />}
      mapLabel={mapLabel}
      map={<LocationsMap screen={screen} />}
    >
      <Result screen={screen} {...resultProps} />
    </ToolLayout>
  );
}

function Result<T extends ComparedData, Row>({
  screen,
  contentOf,
  hint,
  missingNotes,
  computation,
  tables,
  chartAddressOf,
  addressOf,
}: ResultProps<T, Row> & { screen: Screen<T, Row> }) {
  const result = useStore(screen.result.$state);
  const theme = useStore($resolvedTheme);
  const table = useStore(screen.$table);
  const locations = useStore(screen.$locations);
  const chart = useStore(screen.$chart);
  const shownLocation = result.status === 'idle' ? undefined : result.selection.location;
  const location = locations.find((each) => each.loc_ndx === shownLocation);
  const ready = result.status === 'ready' ? result : undefined;
  const source = describeSource([
    {
      name: location?.loc_name ?? '',
      provider: location?.data_provider ?? '',
      isDemonstration: ready?.data.standing.is_demonstration ?? false,
    },
  ]);
  const data = useMemo(
    () =>
      chartData(
        result,
        screen.result,
        (found, selection) => contentOf(found, selection, theme, source, location?.loc_id),
        hint,
      ),
    [result, screen, contentOf, theme, source, location, hint],
  );
  const content = data.status === 'ready' ? data.content : undefined;
  const access = describeAccess(location ? [location.data_provider] : []);
  return (
    <>
      {ready && <Standing standing={ready.data.standing} selection={ready.selection} today={screen.today} />}
      {ready &&
        missingNotes(ready.data, ready.selection).map((text) => (
          <Notice key={text} severity="warning">
            {text}
          </Notice>
        ))}
      <Chart
        data={data}
        theme={theme}
        state={chart}
        onState={screen.setChart}
        notify={showToast}
        describeExportTime={formatExportedAt}
        link={ready && location && { address: chartAddressOf(ready.selection, location), access }}
      />
      {ready?.selection.parameter !== undefined && (
        <RecordNotes
          standing={ready.data.standing}
          {...(ready.data.records && { records: ready.data.records })}
          location={location}
          parameter={ready.selection.parameter}
          selection={ready.selection}
          today={screen.today}
        />
      )}
      {ready && computation && content && (
        <HowComputed computation={computation(ready.data, ready.selection, source)} title={content.title} />
      )}
      {tables(
        result,
        ({ title, noun, data: rows }) => (
          <>
            <h2>{title}</h2>
            <TableView
              caption={title}
              columns={screen.columns}
              data={rows}
              state={table}
              onChange={screen.setTable}
              noun={noun}
              empty="None of the chosen series has data here."
              tools={
                location && (
                  <LinkToData
                    of={title}
                    address={
                      ready &&
                      addressOf(
                        ready.selection,
                        location,
                        writeTableState(table, initialState(screen.columns)),
                      )
                    }
                    access={access}
                    notify={showToast}
                  />
                )
              }
              csv={{
                fileName: () => toFileName(title, new Date(), 'csv'),
                comment: () => [
                  title,
                  `Source: ${source}`,
                  normalsNote,
                  ...(content?.notes ?? []),
                  formatExportedAt(new Date()),
                ],
              }}
            />
          </>
        ),
        { source, location },
      )}
    </>
  );
}
