import { atom, computed, type WritableAtom } from 'nanostores';
import type { Requester } from '#client/request.ts';
import { listHealthYears, listHucHealth, listSiteHealth, type SiteHealth } from '#contract/hydro-health.ts';
import { readMapGeometry } from '#contract/public-map.ts';
import { type SnowMeasure, usualMeasure } from '#domain/snowpack.ts';
import { waterYear } from '#domain/water-year.ts';
import { hucColumns, siteColumns } from '#downloads/snow-columns.ts';
import { type HealthRow, hucRows, siteRows } from '#downloads/snow-rows.ts';
import { readChartState, writeChartState } from '#kits/chart/index.ts';
import {
  type Column,
  initialState,
  readTableState,
  type TableState,
  writeTableState,
} from '#kits/table/index.ts';
import { dayNumber, todayInBasin } from '#lib/calendar.ts';
import { indexRows } from '#lib/table/row-index.ts';
import { selectRows } from '#lib/table/select.ts';
import type { Address } from '#stores/address.ts';
import { addressPart, createScreen } from '#stores/create-screen.ts';
import { createQuery, dataOf, faultsOf } from '#stores/queries.ts';
import {
  type Chosen,
  type Pressed,
  pageOfRow,
  placeOfArea,
  placeOfSite,
  readChosen,
  writeChosen,
} from './chosen.ts';
import { createStationState } from './station.ts';

export type SnotelSettings = {
  request: Requester;
  address: Address;
  now: () => Date;
  /** The legend would cover the map, and begins hidden. */
  isNarrow?: boolean;
};
export type SnotelScreen = ReturnType<typeof createSnotel>;

const pageSize = 30;

/** The state of SNOTEL SWE Data. */
export function createSnotel({ request, address, now, isNarrow = false }: SnotelSettings) {
  const years = createQuery({ fetch: (signal) => request(listHealthYears, {}, { signal }) });
  const sites = createQuery({ fetch: (signal) => request(listSiteHealth, {}, { signal }) });
  const hucs = createQuery({ fetch: (signal) => request(listHucHealth, {}, { signal }) });
  const areas = createQuery({
    fetch: (signal) => request(readMapGeometry, { params: { id: 'huc8' } }, { signal }),
  });
  const named = [
    { what: 'The water years', query: years },
    { what: 'The SNOTEL sites', query: sites },
    { what: 'The HUC8s', query: hucs },
    { what: 'The HUC8 boundaries', query: areas },
  ];
  const today = todayInBasin(now());
  const todayNumber = dayNumber(today);
  const current = waterYear(todayNumber);

  /** Undefined: the running water year. */
  const $requestedYear = atom<number | undefined>(undefined);
  /** Undefined: the usual percentage of the year. */
  const $requestedMeasure = atom<SnowMeasure | undefined>(undefined);
  const $legend = atom(!isNarrow);
  const $chosen = atom<Chosen | undefined>(undefined);
  /** Where an area was clicked. */
  const $clicked = atom<Pressed | undefined>(undefined);
  /** The popup of a chosen station was closed; its curve stays. */
  const $isPopupClosed = atom(false);
  const $years = computed(years.$state, (state) => (dataOf(state) ?? []).map((each) => each.water_year));
  const $range = computed($years, (all) =>
    all.length > 0 ? { min: Math.min(...all), max: Math.max(...all) } : undefined,
  );
  const $siteRows = computed(sites.$state, (state) => siteRows(dataOf(state) ?? [], today));
  const $hucRows = computed(hucs.$state, (state) => hucRows(dataOf(state) ?? []));
  const $peakDays = computed(sites.$state, (state) => peakDaysOf(dataOf(state) ?? []));
  const $year = computed([$requestedYear, $range], (wanted = current, range) =>
    range ? Math.min(range.max, Math.max(range.min, wanted)) : wanted,
  );
  const $measure = computed(
    [$requestedMeasure, $year, $peakDays],
    (wanted, year, peakDays) => wanted ?? usualMeasure(year, todayNumber, peakDays),
  );
  const $columns = computed([$years, $measure], (all, measure) => {
    const options = { years: all, current, measure };
    return { sites: siteColumns(options), hucs: hucColumns(options) };
  });
  const noYears = { years: [], current, measure: 'peak' } as const;
  const $sitesTable = atom<TableState>(initialState(siteColumns(noYears), { pageSize }));
  const $hucsTable = atom<TableState>(initialState(hucColumns(noYears), { pageSize }));

  const station = createStationState({
    request,
    $chosen,
    $siteRows,
    today,
    currentYear: current,
  });
  const tables = [
    tablePart($sitesTable, () => $columns.get().sites, 's.'),
    tablePart($hucsTable, () => $columns.get().hucs, 'h.'),
  ];
  const { start } = createScreen({
    address,
    queries: named.map(({ query }) => query),
    // The range of the years depends on both.
    $ready: computed([$years, sites.$state], (all, { status }) => all.length > 0 && status !== 'loading'),
    parts: [
      addressPart($requestedYear, {
        read(query) {
          const year = new URLSearchParams(query).get('year') ?? '';
          return /^\d{4}$/.test(year) ? Number(year) : undefined;
        },
        write: () => `year=${$year.get()}`,
      }),
      addressPart($requestedMeasure, {
        read(query) {
          const text = new URLSearchParams(query).get('percent');
          return text === 'date' || text === 'peak' ? text : undefined;
        },
        write: (measure) => (measure ? `percent=${measure}` : ''),
      }),
      addressPart($legend, {
        read(query) {
          const text = new URLSearchParams(query).get('legend');
          return text === 'on' || text === 'off' ? text === 'on' : !isNarrow;
        },
        write: (isShown) => (isShown === !isNarrow ? '' : `legend=${isShown ? 'on' : 'off'}`),
      }),
      addressPart($chosen, { read: readChosen, write: writeChosen }),
      addressPart(station.$chart, {
        read: (query) => readChartState(query, 'season'),
        write: (state) => writeChartState(state, 'season'),
      }),
      ...tables,
    ],
    submitted: [station.query],
    onStart: () => [station.follow()],
    onRestored(query) {
      // The years are known now, and with them the columns that a sort may name.
      for (const table of tables) table.restore(query);
    },
  });

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
    $chosen.set(chosen);
  }

  const $unknown = computed(
    [$chosen, sites.$state, hucs.$state, $siteRows, $hucRows],
    (chosen, siteState, hucState, ...[all, areas]): Chosen | undefined => {
      const isSite = chosen?.kind === 'site';
      const isLoaded = dataOf<unknown>(isSite ? siteState : hucState) !== undefined;
      const rows = isSite ? all : areas;
      return chosen && isLoaded && !rows.some(({ id }) => id === chosen.id) ? chosen : undefined;
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
    if (!pressed) return;
    if (pressed.kind === 'site') showRow($sitesTable, $columns.get().sites, $siteRows.get(), pressed.id);
    else showRow($hucsTable, $columns.get().hucs, $hucRows.get(), pressed.id);
  }

  return {
    sites,
    hucs,
    $chosen,
    $year,
    $range,
    $measure,
    $legend,
    $pressed,
    $siteRows,
    $hucRows,
    $columns,
    $sitesTable,
    $hucsTable,
    $areas: computed(areas.$state, dataOf),
    $siteData: computed(sites.$state, (state) => dataOf(state) ?? []),
    $faults: faultsOf(named),
    setYear: (year: number) => $requestedYear.set(year),
    setMeasure: (measure: SnowMeasure) => $requestedMeasure.set(measure),
    toggleLegend: () => $legend.set(!$legend.get()),
    press,
    choose,
    /** What the address names and no list has. */
    $unknown,
    current,
    station,
    setSitesTable: (state: TableState) => $sitesTable.set(state),
    setHucsTable: (state: TableState) => $hucsTable.set(state),
    start,
  };
}

/** Turns a table to the page that has a row, if search and filters let it pass. */
function showRow(
  $table: WritableAtom<TableState>,
  columns: readonly Column<HealthRow>[],
  rows: readonly HealthRow[],
  id: number,
): void {
  const state = $table.get();
  const page = pageOfRow(rows, selectRows(indexRows(rows, columns), state), id, state.pageSize);
  if (page !== undefined && page !== state.page) $table.set({ ...state, page });
}

/** The median days of the sites' peaks, one of each site. */
function peakDaysOf(sites: readonly SiteHealth[]): readonly string[] {
  const bySite = new Map(sites.map((site) => [site.loc_ndx, site.median_peak_day]));
  return [...bySite.values()].filter((day) => day !== null);
}

/** A table whose columns are known later. */
function tablePart(
  $table: WritableAtom<TableState>,
  columns: () => readonly Column<HealthRow>[],
  prefix: string,
) {
  const initial = () => initialState(columns(), { pageSize });
  return addressPart($table, {
    read: (query) => readTableState(query, columns(), initial(), prefix),
    write: (state) => writeTableState(state, initial(), prefix),
  });
}
