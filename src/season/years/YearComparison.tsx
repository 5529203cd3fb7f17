import { useStore } from '@nanostores/react';
import { type ReactNode, useMemo } from 'react';
import { homeView } from '#config/basin/basin.ts';
import type { SeriesLocation } from '#contract/time-series.ts';
import type { SeasonSelection } from '#domain/season/season-tool-address.ts';
import { markOfType } from '#domain/site-families.ts';
import { initialState, TableView, writeTableState } from '#kits/table/index.ts';
import { LinkToData } from '#kits/ui/CopyButton.tsx';
import { useScreen } from '#kits/ui/index.ts';
import { Tool } from '#kits/ui/Tool.tsx';
import { formatExportedAt } from '#lib/calendar-text.ts';
import type { TableRows } from '#lib/table/columns.ts';
import { $resolvedTheme } from '#stores/theme.ts';
import { LocationsMap } from '../LocationsMap.tsx';
import { ChoiceFields, describeChoice } from './ChoiceFields.tsx';
import { normalsNote } from './chart-data.ts';
import { type ComparedData, RecordChart, type RecordChartView, type ShownRecord } from './RecordChart.tsx';
import type { YearComparison as Screen, YearChoice } from './year-comparison.ts';

type RenderTable<Row> = (props: {
  title: string;
  noun: { one: string; many: string };
  data: TableRows<Row>;
}) => ReactNode;

type YearComparisonProps<T, Row> = {
  create: () => Screen<T, Row>;
  title: string;
  /** How to use the page. */
  info: string;
  /** What the chart will show, and how to get there. */
  hint: string;
  mapLabel: string;
  /** What was asked for, before the chart. */
  above?: ReactNode;
  /** What stands in the place of the chart until something is submitted, and then folded below it. */
  board?: (isFolded: boolean) => ReactNode;
  view: RecordChartView<T>;
  tables: (shown: ShownRecord<T>, table: RenderTable<Row>) => ReactNode;
  /** The address of the table's rows as a file; `table` is its state as a query. */
  addressOf: (selection: SeasonSelection, location: SeriesLocation, table: string) => string;
};

/** A page that compares years of one record: the choice, the map, the chart and the tables. */
export function YearComparison<T extends ComparedData, Row>(props: YearComparisonProps<T, Row>) {
  const { create, title, info, hint, mapLabel, above, board, view, tables, addressOf } = props;
  const screen = useScreen(create);
  const result = useStore(screen.result.$state);
  const locations = useStore(screen.$locations);
  const isAwaited = useStore(screen.$isAwaited);
  const shownLocation = result.status === 'idle' ? undefined : result.selection.location;
  return (
    <Tool
      title={title}
      faults={useStore(screen.$faults)}
      refused={useStore(screen.$refused)}
      fields={(isCompact) => <ChoiceFields screen={screen} isCompact={isCompact} />}
      summary={describeChoice(useStore(screen.$selection), locations)}
      submit={{
        reason: useStore(screen.$reason),
        isBrief: useStore(screen.$isBrief),
        pending: result.status === 'loading',
        onSubmit: screen.submit,
        submitted: isAwaited ? 'link' : result.status === 'idle' ? undefined : result.selection,
      }}
      map={{ label: mapLabel, content: (close) => <ChoiceMap screen={screen} onChosen={close} /> }}
    >
      {above}
      <RecordChart
        query={screen.result}
        view={view}
        location={locations.find((each) => each.loc_ndx === shownLocation)}
        today={screen.today}
        hint={`${info} ${hint}`}
        isAwaited={isAwaited}
        instead={
          board && (
            <>
              {board(false)}
              <p className="quiet">
                {info} {hint}
              </p>
            </>
          )
        }
        state={useStore(screen.$chart)}
        onState={screen.setChart}
      >
        {(shown) =>
          tables(shown, (table) => (
            <RecordTable screen={screen} shown={shown} addressOf={addressOf} {...table} />
          ))
        }
      </RecordChart>
      {/* Once what stands above it is there. */}
      {(result.status === 'ready' || result.status === 'failed') && board?.(true)}
    </Tool>
  );
}

type RecordTableProps<T, Row> = Parameters<RenderTable<Row>>[0] & {
  screen: Screen<T, Row>;
  shown: ShownRecord<T>;
  addressOf: YearComparisonProps<T, Row>['addressOf'];
};

/** The rows of a result, with a link to them. */
function RecordTable<T, Row>({ screen, shown, addressOf, title, noun, data }: RecordTableProps<T, Row>) {
  const { result, location, source, content, access } = shown;
  const table = useStore(screen.$table);
  const query = writeTableState(table, initialState(screen.columns));
  return (
    <>
      <h2>{title}</h2>
      <TableView
        caption={title}
        columns={screen.columns}
        data={data}
        $table={screen.$table}
        noun={noun}
        empty="None of the chosen series has data here."
        tools={
          location && (
            <LinkToData
              of={title}
              address={result.status === 'ready' ? addressOf(result.selection, location, query) : undefined}
              access={access}
            />
          )
        }
        csv={{
          title,
          comment: () => [
            title,
            ...(location ? [`Site number: ${location.loc_id}`] : []),
            `Source: ${source}`,
            normalsNote,
            ...(content?.notes ?? []),
            formatExportedAt(new Date()),
          ],
        }}
      />
    </>
  );
}

const chosenColor = { light: '#0b6597', dark: '#66b5e3' } as const;

type ChoiceMapProps = {
  screen: Pick<YearChoice, '$locations' | '$selection' | 'setLocation'>;
  onChosen: () => void;
};

/** The locations that have the parameter. A click chooses one. */
function ChoiceMap({ screen, onChosen }: ChoiceMapProps) {
  const theme = useStore($resolvedTheme);
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
    <LocationsMap
      label="Locations to compare"
      homeView={homeView}
      points={points}
      onPick={([first]) => {
        if (first === undefined) return;
        screen.setLocation(first);
        onChosen();
      }}
    />
  );
}
