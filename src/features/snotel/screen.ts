import { atom, computed, type WritableAtom } from 'nanostores';
import type { Requester } from '#client/request.ts';
import { listHealthYears, listHucHealth, listSiteHealth, type SiteHealth } from '#contract/hydro-health.ts';
import { readMapGeometry } from '#contract/public-map.ts';
import { type SnowMeasure, usualMeasure } from '#domain/snowpack.ts';
import { waterYear } from '#domain/water-year.ts';
import type { MapFeature } from '#kits/map/types.ts';
import {
  type Column,
  initialState,
  readTableState,
  type TableState,
  writeTableState,
} from '#kits/table/index.ts';
import { indexRows } from '#kits/table/row-index.ts';
import { selectRows } from '#kits/table/select.ts';
import { dayNumber, dayParts, todayInBasin } from '#lib/calendar.ts';
import type { Address } from '#stores/address.ts';
import { addressPart, createScreen } from '#stores/create-screen.ts';
import { createQuery, dataOf, faultsOf } from '#stores/queries.ts';
import { type Chosen, pageOfRow, readChosen, writeChosen } from './chosen.ts';
import { hucColumns, siteColumns } from './columns.ts';
import { defaultYear } from './default-year.ts';
import { pointInside } from './hatch.ts';
import { type HealthRow, hucRows, siteRows } from './rows.ts';

export type SnotelSettings = { request: Requester; address: Address; now: () => Date };
export type SnotelScreen = ReturnType<typeof createSnotel>;

/** The chosen site or area with its place on the map. */
export type Pressed = Chosen & {
  readonly name: string;
  readonly position: readonly [lat: number, lon: number];
};

const pageSize = 30;

/** The state of SNOTEL SWE Data. */
export function createSnotel({ request, address, now }: SnotelSettings) {
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
  const thisYear = dayParts(todayNumber).year;
  const current = waterYear(todayNumber);

  /** Undefined: the usual year. */
  const $requestedYear = atom<number | undefined>(undefined);
  /** Undefined: the usual percentage of the year. */
  const $requestedMeasure = atom<SnowMeasure | undefined>(undefined);
  const $legend = atom(true);
  const $chosen = atom<Chosen | undefined>(undefined);
  /** Where an area was clicked. */
  const $clicked = atom<Pressed | undefined>(undefined);
  const $years = computed(years.$state, (state) => (dataOf(state) ?? []).map((each) => each.water_year));
  const $range = computed($years, (all) =>
    all.length > 0 ? { min: Math.min(...all), max: Math.max(...all) } : undefined,
  );
  const $siteRows = computed(sites.$state, (state) => siteRows(dataOf(state) ?? [], today));
  const $hucRows = computed(hucs.$state, (state) => hucRows(dataOf(state) ?? []));
  const $peakDays = computed(sites.$state, (state) => peakDaysOf(dataOf(state) ?? []));
  const $year = computed(
    [$requestedYear, $requestedMeasure, $years, $range, $siteRows, $peakDays],
    (wanted, measure, all, range, rows, peakDays) => {
      if (!range) return wanted ?? thisYear;
      const year = Math.min(range.max, Math.max(range.min, wanted ?? thisYear));
      if (wanted !== undefined) return year;
      return defaultYear(rows, all, year, (each) => measure ?? usualMeasure(each, todayNumber, peakDays));
    },
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

  const tables = [
    tablePart($sitesTable, () => $columns.get().sites, 's.'),
    tablePart($hucsTable, () => $columns.get().hucs, 'h.'),
  ];
  const { start } = createScreen({
    address,
    queries: named.map(({ query }) => query),
    // The usual year depends on the sites.
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
        read: (query) => new URLSearchParams(query).get('legend') !== 'off',
        write: (isShown) => (isShown ? '' : 'legend=off'),
      }),
      addressPart($chosen, { read: readChosen, write: writeChosen }),
      ...tables,
    ],
    onRestored(query) {
      // The years are known now, and with them the columns that a sort may name.
      for (const table of tables) table.restore(query);
    },
  });

  const $pressed = computed(
    [$chosen, $clicked, sites.$state, areas.$state],
    (chosen, clicked, siteState, areaState): Pressed | undefined => {
      if (!chosen) return undefined;
      if (clicked?.kind === chosen.kind && clicked.id === chosen.id) return clicked;
      return chosen.kind === 'site'
        ? placeOfSite(dataOf(siteState) ?? [], chosen.id)
        : placeOfArea(dataOf(areaState)?.features ?? [], chosen.id);
    },
  );

  /** Chooses what was clicked on the map, and shows the page of its table. */
  function press(pressed: Pressed | undefined): void {
    $clicked.set(pressed);
    $chosen.set(pressed && { kind: pressed.kind, id: pressed.id });
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
    choose: (chosen: Chosen | undefined) => $chosen.set(chosen),
    setSitesTable: (state: TableState) => $sitesTable.set(state),
    setHucsTable: (state: TableState) => $hucsTable.set(state),
    start,
  };
}

function placeOfSite(sites: readonly SiteHealth[], id: number): Pressed | undefined {
  const site = sites.find((each) => each.loc_ndx === id);
  if (!site) return undefined;
  const [lon, lat] = site.location_geometry.coordinates;
  return { kind: 'site', id, name: site.loc_name, position: [lat, lon] };
}

function placeOfArea(areas: readonly MapFeature[], id: number): Pressed | undefined {
  const area = areas.find((each) => Number(each.id) === id);
  const [lon, lat] = (area && pointInside(area)) ?? [];
  const name = area?.properties?.huc8_name;
  if (lon === undefined || lat === undefined) return undefined;
  return { kind: 'huc8', id, name: typeof name === 'string' ? name : '', position: [lat, lon] };
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
