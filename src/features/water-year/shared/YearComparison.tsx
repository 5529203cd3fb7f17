import { useStore } from '@nanostores/react';
import { type ReactNode, useMemo } from 'react';
import { toolBasemaps } from '#config/basemaps.ts';
import { homeView } from '#config/basin.ts';
import { publicEnvironment } from '#config/environment.ts';
import type { SeriesLocation } from '#contract/time-series.ts';
import type { StandingRecord, WaterYearRecord } from '#contract/water-year.ts';
import { describeSource } from '#domain/demonstration.ts';
import { yearOf } from '#domain/season.ts';
import type { SeasonSelection } from '#domain/season-selection.ts';
import { markOfType } from '#domain/site-families.ts';
import { Chart, type ChartContent } from '#kits/chart/index.ts';
import { initialState, TableView, writeTableState } from '#kits/table/index.ts';
import { Notice, SkeletonLines, toFileName } from '#kits/ui/index.ts';
import { LinkToData } from '#kits/ui/LinkToData.tsx';
import { lazyPart } from '#kits/ui/lazy-part.tsx';
import { PrintSheet } from '#kits/ui/PrintSheet.tsx';
import { Tool } from '#kits/ui/Tool.tsx';
import { useScreen } from '#kits/ui/use-screen.ts';
import { dayNumber } from '#lib/calendar.ts';
import { formatExportedAt } from '#lib/calendar-text.ts';
import { describeAccess } from '#stores/data-access.ts';
import { $mapGround } from '#stores/map-ground.ts';
import { loadOutlines } from '#stores/outlines.ts';
import type { QueryRows, SubmitState } from '#stores/queries.ts';
import { $resolvedTheme } from '#stores/theme.ts';
import { showToast } from '#stores/toasts.ts';
import { ChoiceFields, describeChoice } from './ChoiceFields.tsx';
import { chartData } from './chart-data.ts';
import type { Computation } from './computation.ts';
import { HowComputed } from './HowComputed.tsx';
import { normalsNote } from './labels.ts';
import { RecordNotes } from './RecordNotes.tsx';
import { Standing } from './Standing.tsx';
import { describeLatest } from './standing-text.ts';
import type { YearComparison as Screen, YearChoice } from './year-comparison.ts';

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
  const result = useStore(screen.result.$state);
  return (
    <Tool
      title={title}
      faults={useStore(screen.$faults)}
      refused={useStore(screen.$refused)}
      fields={(isCompact) => <ChoiceFields screen={screen} isCompact={isCompact} />}
      summary={describeChoice(useStore(screen.$selection), useStore(screen.$locations))}
      submit={{
        reason: useStore(screen.$reason),
        isBrief: !useStore(screen.$ready),
        pending: result.status === 'loading',
        onSubmit: screen.submit,
        submitted: result.status === 'idle' ? undefined : result.selection,
      }}
      headline={
        result.status === 'ready' && (
          <>
            <Standing standing={result.data.standing} selection={result.selection} today={screen.today} />
            {isOtherYear(result.data.standing, result.selection) && <p>This year is not drawn.</p>}
          </>
        )
      }
      map={{ label: mapLabel, content: () => <LocationsMap screen={screen} /> }}
    >
      <Result screen={screen} info={info} {...resultProps} />
    </Tool>
  );
}

/** Whether the latest value, which the headline is about, is of a year that nobody has chosen. */
function isOtherYear(
  { latest }: Pick<StandingRecord, 'latest'>,
  { series, year }: Pick<SeasonSelection, 'series' | 'year'>,
): boolean {
  return latest !== null && !series.includes(String(yearOf(dayNumber(latest.rdate), year)));
}

function Result<T extends ComparedData, Row>({
  screen,
  info,
  contentOf,
  hint,
  missingNotes,
  computation,
  tables,
  chartAddressOf,
  addressOf,
}: ResultProps<T, Row> & { screen: Screen<T, Row>; info: string }) {
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
      source: ready?.data.standing.source ?? null,
      isDemonstration: ready?.data.standing.is_demonstration ?? false,
    },
  ]);
  const data = useMemo(
    () =>
      chartData(
        result,
        screen.result,
        (found, selection) => contentOf(found, selection, theme, source, location?.loc_id),
        `${info} ${hint}`,
      ),
    [result, screen, contentOf, theme, source, location, info, hint],
  );
  const content = data.status === 'ready' ? data.content : undefined;
  const printed = useMemo(
    () => ready && contentOf(ready.data, ready.selection, 'light', source, location?.loc_id),
    [ready, contentOf, source, location],
  );
  const access = describeAccess(location ? [location.data_provider] : []);
  return (
    <>
      {ready &&
        missingNotes(ready.data, ready.selection).map((text) => (
          <Notice key={text} severity="warning">
            {text}
          </Notice>
        ))}
      <PrintSheet
        data={data}
        finding={
          ready &&
          describeLatest(ready.data.standing, { ...ready.selection, today: screen.today }, 'card')?.sentence
        }
      >
        <Chart
          data={data}
          {...(printed && { printed })}
          theme={theme}
          state={chart}
          onState={screen.setChart}
          notify={showToast}
          link={ready && location && { address: chartAddressOf(ready.selection, location), access }}
        />
      </PrintSheet>
      {ready?.selection.parameter !== undefined && (
        <RecordNotes
          standing={ready.data.standing}
          {...(ready.data.records && { records: ready.data.records })}
          location={location}
          parameter={ready.selection.parameter}
          selection={ready.selection}
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

const PointsMap = lazyPart(
  () => import('#kits/map/PointsMap.tsx').then((module) => module.PointsMap),
  <SkeletonLines count={3} label="Loading the map…" />,
);

const basemaps = toolBasemaps(publicEnvironment.PUBLIC_MAPBOX_TOKEN);
const chosenColor = { light: '#0b6597', dark: '#66b5e3' } as const;

type LocationsMapProps = {
  screen: Pick<YearChoice, '$locations' | '$selection' | 'setLocation'>;
};

/** The locations that have the parameter. A click chooses one. */
function LocationsMap({ screen }: LocationsMapProps) {
  const theme = useStore($resolvedTheme);
  const ground = useStore($mapGround);
  const locations = useStore(screen.$locations);
  const { location } = useStore(screen.$selection);
  const points = useMemo(
    () =>
      locations.map(({ loc_ndx, lat_dd, lon_dd, loc_name, loc_type_name }) => ({
        id: loc_ndx,
        lat: lat_dd,
        lon: lon_dd,
        label: loc_name,
        mark: markOfType(loc_type_name),
        ...(loc_ndx === location && { color: chosenColor[theme] }),
      })),
    [locations, location, theme],
  );
  return (
    <PointsMap
      theme={theme}
      label="Locations to compare"
      homeView={homeView}
      points={points}
      ground={ground}
      basemaps={basemaps}
      outlines={loadOutlines}
      onPick={([first]) => first !== undefined && screen.setLocation(first)}
    />
  );
}
