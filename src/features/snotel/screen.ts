import { atom, computed, type ReadableAtom } from 'nanostores';
import { readMapGeometry } from '#contract/public-map.ts';
import type { Requester } from '#contract/request.ts';
import { listHealthYears, listHucHealth, listSiteHealth } from '#contract/snow/hydro-health.ts';
import { maxSnowYears } from '#contract/snow/snow-board.ts';
import { type SnowMeasure, snowMeasures } from '#domain/snow/snowpack.ts';
import { waterYear } from '#domain/water-year.ts';
import { type ColumnsOptions, hucColumns, siteColumns } from '#downloads/snow-columns.ts';
import { type HealthRow, hucRows, siteRows } from '#downloads/snow-rows.ts';
import { type ChartState, chartCodec, initialChartState } from '#kits/chart/index.ts';
import {
  type Column,
  initialState,
  readTableState,
  type TableState,
  writeTableState,
} from '#kits/table/index.ts';
import { addressCodec, nameField, Refusal } from '#lib/address-codec.ts';
import { dayNumber, isPlausibleDay, todayInBasin } from '#lib/calendar.ts';
import { indexRows, selectRows } from '#lib/table/rows.ts';
import { createMoreYears } from '#season/years/chart-years.ts';
import type { Address } from '#stores/address.ts';
import { addressPart, codecPart } from '#stores/create-screen.ts';
import { createTool } from '#stores/create-tool.ts';
import { createQuery, dataOf, type Query } from '#stores/queries.ts';
import { type Chosen, type Pressed, placeOfArea, placeOfSite, readChosen, writeChosen } from './chosen.ts';
import { createGroupsState } from './groups.ts';
import { createStationState } from './station.ts';

export type SnotelSettings = {
  request: Requester;
  address: Address;
  now: () => Date;
  /** The legend would cover the map, and begins hidden. */
  isNarrow?: boolean;
  /** The groups of snow sites of the basin file, by their labels; none by default. */
  groups?: readonly string[];
};
export type SnotelScreen = ReturnType<typeof createSnotel>;

const pageSize = 30;

/** The state of SNOTEL SWE Data. */
export function createSnotel({ request, address, now, isNarrow = false, groups = [] }: SnotelSettings) {
  const years = createQuery({ fetch: (signal) => request(listHealthYears, {}, { signal }) });
  const sites = createQuery({ fetch: (signal) => request(listSiteHealth, {}, { signal }) });
  const hucs = createQuery({ fetch: (signal) => request(listHucHealth, {}, { signal }) });
  const areas = createQuery({
    fetch: (signal) => request(readMapGeometry, { params: { id: 'huc8' } }, { signal }),
  });
  const lists = [
    { what: 'The water years', query: years },
    { what: 'The SNOTEL sites', query: sites },
    { what: 'The HUC8s', query: hucs },
    { what: 'The HUC8 boundaries', query: areas },
  ];
  const today = todayInBasin(now());
  const current = waterYear(dayNumber(today));

  const codec = snotelCodec(isNarrow, groups);
  const $selection = atom<SnotelChoice>(codec.initial);
  const $chosen = computed($selection, ({ chosen }) => chosen);
  /** Where an area was clicked. */
  const $clicked = atom<Pressed | undefined>(undefined);
  /** The popup of a chosen station was closed; its curve stays. */
  const $isPopupClosed = atom(false);
  const $years = computed(years.$state, (state) => (dataOf(state) ?? []).map((each) => each.water_year));
  const $range = computed($years, (all) =>
    all.length > 0 ? { min: Math.min(...all), max: Math.max(...all) } : undefined,
  );
  const $year = computed([$selection, $range], ({ year = current }, range) => limitTo(range, year));
  const $measure = computed($selection, ({ measure }) => measure);
  const $options = computed([$years, $measure], (all, measure) => ({ years: all, current, measure }));
  const tables = {
    site: createHealthTable({
      query: sites,
      toRows: (all) => siteRows(all, today),
      toColumns: siteColumns,
      $options,
      prefix: 's.',
    }),
    huc8: createHealthTable({
      query: hucs,
      toRows: hucRows,
      toColumns: hucColumns,
      $options,
      prefix: 'h.',
    }),
  };
  /** The row of what is chosen; undefined while the rows are loading, and for a number that none of them has. */
  const $row = computed([$chosen, tables.site.$rows, tables.huc8.$rows], (chosen) => {
    const rows = chosen && tables[chosen.kind].$rows.get();
    return rows?.find(({ id }) => id === chosen?.id);
  });
  const station = createCurve(
    createStationState({
      request,
      $row: computed([$chosen, $row], (chosen, row) => (chosen?.kind === 'site' ? row : undefined)),
      today,
      currentYear: current,
    }),
  );
  const groupsState = createCurve(
    createGroupsState({
      request,
      $choice: computed($selection, ({ group = groups[0], on, years }) =>
        group === undefined ? undefined : { group, on, years },
      ),
    }),
    'g.',
  );
  const {
    change,
    start,
    $faults: $listFaults,
    $refused,
  } = createTool<never, SnotelChoice>({
    address,
    codec,
    $selection,
    lists,
    // The range of the years depends on both.
    $ready: computed([$years, sites.$state], (all, { status }) => all.length > 0 && status !== 'loading'),
    restore(selection, query) {
      // The years are known now, and with them the columns that a sort may name.
      for (const { part } of Object.values(tables)) part.restore(query);
      return { ...selection, year: $year.get() };
    },
    parts: [station.chartPart, tables.site.part, tables.huc8.part, groupsState.chartPart],
    submitted: [groupsState.board, groupsState.query, station.query],
    onStart: () => [groupsState.follow(), station.follow()],
  });

  const { board } = groupsState;
  const $faults = computed([$listFaults, board.$state], (faults, state) =>
    'error' in state
      ? [...faults, { what: 'The groups', message: state.error.message, retry: board.retry }]
      : faults,
  );

  const $pressed = computed(
    [$chosen, $clicked, $isPopupClosed, sites.$state, areas.$state],
    (chosen, clicked, isClosed, siteState, areaState): Pressed | undefined => {
      if (!chosen || isClosed) return undefined;
      if (clicked?.kind === chosen.kind && clicked.id === chosen.id) return clicked;
      return chosen.kind === 'site'
        ? placeOfSite(dataOf(siteState) ?? [], chosen.id)
        : placeOfArea(dataOf(areaState)?.features ?? [], chosen.id);
    },
  );

  function choose(chosen: Chosen | undefined): void {
    $isPopupClosed.set(false);
    change({ chosen });
  }

  const $unknown = computed(
    [$chosen, $row, tables.site.$rows, tables.huc8.$rows],
    (chosen, row): Chosen | undefined => {
      const isMissing =
        chosen && !row && dataOf<unknown>(tables[chosen.kind].query.$state.get()) !== undefined;
      return isMissing ? chosen : undefined;
    },
  );

  /** Chooses what was clicked on the map, and shows the page of its table. Without anything, closes the popup. */
  function press(pressed: Pressed | undefined): void {
    $clicked.set(pressed);
    if (!pressed && $chosen.get()?.kind === 'site') {
      $isPopupClosed.set(true);
      return;
    }
    choose(pressed && { kind: pressed.kind, id: pressed.id });
    if (pressed) tables[pressed.kind].showRow(pressed.id);
  }

  return {
    tables,
    $chosen,
    $row,
    $year,
    $range,
    $measure,
    $legend: computed($selection, ({ hasLegend }) => hasLegend),
    $pressed,
    $areas: computed(areas.$state, dataOf),
    $siteData: computed(sites.$state, (state) => dataOf(state) ?? []),
    $faults,
    $refused,
    groups: groupsState,
    /** Whether the address or a click has chosen a group. */
    $isGroupChosen: computed($selection, ({ group }) => group !== undefined),
    chooseGroup: (group: string) => change({ group }),
    setDay: (on: string | undefined) => change({ on }),
    setYears: (years: readonly number[]) => change({ years: toYears(years) }),
    moreYears: createMoreYears(request),
    setYear: (year: number) => change({ year: limitTo($range.get(), year) }),
    setMeasure: (measure: SnowMeasure) => change({ measure }),
    toggleLegend: () => change({ hasLegend: !$selection.get().hasLegend }),
    press,
    choose,
    /** Whether a station is chosen whose row has not been loaded. */
    $isStationAwaited: computed(
      [$chosen, $row, sites.$state],
      (chosen, row, { status }) => chosen?.kind === 'site' && !row && status === 'loading',
    ),
    /** What the address names and no list has. */
    $unknown,
    today,
    current,
    station,
    start,
  };
}

/** What is loaded of a group or a station, and the state of its chart. */
export type Curve<T> = T & {
  readonly $chart: ReadableAtom<ChartState>;
  setChart(state: ChartState): void;
};

/** Keeps the chart of a group or a station in the address; `prefix` tells their keys apart: `g.x=31..92`. */
function createCurve<T extends object>(state: T, prefix = '') {
  const $chart = atom<ChartState>(initialChartState);
  const chartPart = codecPart($chart, chartCodec('season', prefix));
  return { ...state, $chart, chartPart, setChart: (chart: ChartState) => $chart.set(chart) };
}

type SnotelChoice = {
  /** Undefined: the running water year. */
  readonly year: number | undefined;
  readonly measure: SnowMeasure;
  readonly hasLegend: boolean;
  readonly chosen: Chosen | undefined;
  /** Undefined: the first group of the basin file. */
  readonly group: string | undefined;
  /** The day of the groups, `YYYY-MM-DD`. Undefined: the latest. */
  readonly on: string | undefined;
  /** The past water years drawn beside that of the group, the latest first. */
  readonly years: readonly number[];
};

function toYears(years: readonly number[]): readonly number[] {
  return [...new Set(years)].sort((one, other) => other - one).slice(0, maxSnowYears);
}

/** The address `year=2026&percent=date&legend=off&chosen=site-41&group=Snake+above+Heise&on=2026-02-10&years=2001,1992`. */
function snotelCodec(isNarrow: boolean, groups: readonly string[]) {
  return addressCodec<SnotelChoice>({
    year: {
      key: 'year',
      initial: undefined,
      parse: (text) => (/^\d{4}$/.test(text) ? Number(text) : undefined),
      format: (year) => year?.toString(),
    },
    measure: nameField('percent', snowMeasures, 'peak'),
    hasLegend: {
      key: 'legend',
      initial: !isNarrow,
      parse: (text) => (text === 'on' || text === 'off' ? text === 'on' : undefined),
      format: (hasLegend) => (hasLegend === !isNarrow ? undefined : hasLegend ? 'on' : 'off'),
    },
    chosen: { key: 'chosen', initial: undefined, parse: readChosen, format: writeChosen },
    group: {
      key: 'group',
      initial: undefined,
      parse(text) {
        const found = groups.find((label) => label.toLowerCase() === text.toLowerCase());
        if (found !== undefined || groups.length === 0) return found;
        return new Refusal(`There is no group of snow sites “${text}”. There are ${groups.join('; ')}.`);
      },
      format: (group) => group,
    },
    on: {
      key: 'on',
      initial: undefined,
      parse: (text) =>
        isPlausibleDay(text)
          ? text
          : new Refusal('The address names no day, written YYYY-MM-DD. The latest is shown.'),
      format: (on) => on,
    },
    years: {
      key: 'years',
      initial: [],
      parse: (text) => (/^\d{4}(,\d{4})*$/.test(text) ? toYears(text.split(',').map(Number)) : undefined),
      format: (years) => (years.length > 0 ? years.join() : undefined),
    },
  });
}

function limitTo(range: { min: number; max: number } | undefined, year: number): number {
  return range ? Math.min(range.max, Math.max(range.min, year)) : year;
}

type HealthTableSettings<T> = {
  readonly query: Query<T[]>;
  readonly toRows: (data: readonly T[]) => readonly HealthRow[];
  readonly toColumns: (options: ColumnsOptions) => readonly Column<HealthRow>[];
  readonly $options: ReadableAtom<ColumnsOptions>;
  readonly prefix: string;
};

/** The rows of the sites or the HUC8s, and their table, whose columns are known with the years. */
function createHealthTable<T>({ query, toRows, toColumns, $options, prefix }: HealthTableSettings<T>) {
  const $rows = computed(query.$state, (state) => toRows(dataOf(state) ?? []));
  const $columns = computed($options, toColumns);
  const initial = () => initialState($columns.get(), { pageSize });
  const $table = atom<TableState>(initial());
  return {
    query,
    $rows,
    $columns,
    $table,
    part: addressPart($table, {
      read: (query) => readTableState(query, $columns.get(), initial(), prefix),
      write: (state) => writeTableState(state, initial(), prefix),
    }),
    /** Turns the table to the page that has a row, if search and filters let it pass. */
    showRow(id: number): void {
      const state = $table.get();
      const rows = $rows.get();
      const selected = selectRows(indexRows(rows, $columns.get()), state);
      const place = selected.findIndex((position) => rows[position]?.id === id);
      const page = Math.floor(place / state.pageSize) + 1;
      if (place >= 0 && page !== state.page) $table.set({ ...state, page });
    },
  };
}
