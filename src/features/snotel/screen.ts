import { atom, computed } from 'nanostores';
import type { Requester } from '#client/request.ts';
import { listHealthYears, listHucHealth, listSiteHealth } from '#contract/hydro-health.ts';
import { readMapGeometry } from '#contract/public-map.ts';
import { dayNumber, dayParts, todayInDenver } from '#domain/calendar.ts';
import { waterYear } from '#domain/water-year.ts';
import { initialState, readTableState, type TableState, writeTableState } from '#kits/table/index.ts';
import type { Address } from '#stores/address.ts';
import { createQuery, dataOf, faultsOf } from '#stores/queries.ts';
import { hucColumns, hucRows, siteColumns, siteRows } from './columns.ts';

export type SnotelSettings = { request: Requester; address: Address; now: () => Date };
export type SnotelScreen = ReturnType<typeof createSnotel>;

/** What was pressed on the map. */
export type Pressed = {
  readonly kind: 'site' | 'huc8';
  readonly id: number;
  readonly name: string;
  readonly position: readonly [lat: number, lon: number];
};

const pageSize = 30;

/** SNOTEL SWE Data without its looks. `start()` loads the data; what it returns ends everything. */
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
  const today = todayInDenver(now());
  const todayNumber = dayNumber(today);
  const thisYear = dayParts(todayNumber).year;
  const current = waterYear(todayNumber);

  const $requestedYear = atom<number>(thisYear);
  const $legend = atom(true);
  const $pressed = atom<Pressed | undefined>(undefined);
  const $years = computed(years.$state, (state) => (dataOf(state) ?? []).map((each) => each.water_year));
  const $range = computed($years, (all) =>
    all.length > 0 ? { min: Math.min(...all), max: Math.max(...all) } : undefined,
  );
  const $year = computed([$requestedYear, $range], (wanted, range) =>
    range ? Math.min(range.max, Math.max(range.min, wanted)) : wanted,
  );
  const $siteRows = computed(sites.$state, (state) => siteRows(dataOf(state) ?? [], today));
  const $hucRows = computed(hucs.$state, (state) => hucRows(dataOf(state) ?? []));
  const $columns = computed($years, (all) => ({
    sites: siteColumns(all, current),
    hucs: hucColumns(all, current),
  }));
  const $sitesTable = atom<TableState>(initialState(siteColumns([], current), { pageSize }));
  const $hucsTable = atom<TableState>(initialState(hucColumns([], current), { pageSize }));

  function query(): string {
    const own = new URLSearchParams({ year: String($year.get()) });
    if (!$legend.get()) own.set('legend', 'off');
    const initial = {
      sites: initialState($columns.get().sites, { pageSize }),
      hucs: initialState($columns.get().hucs, { pageSize }),
    };
    return [
      own.toString(),
      writeTableState($sitesTable.get(), initial.sites, 's.'),
      writeTableState($hucsTable.get(), initial.hucs, 'h.'),
    ]
      .filter((part) => part !== '')
      .join('&');
  }

  function restore(text: string): void {
    const read = new URLSearchParams(text);
    const year = read.get('year') ?? '';
    $requestedYear.set(/^\d{4}$/.test(year) ? Number(year) : thisYear);
    $legend.set(read.get('legend') !== 'off');
    const { sites: ofSites, hucs: ofHucs } = $columns.get();
    $sitesTable.set(readTableState(text, ofSites, initialState(ofSites, { pageSize }), 's.'));
    $hucsTable.set(readTableState(text, ofHucs, initialState(ofHucs, { pageSize }), 'h.'));
  }

  function start(): () => void {
    restore(address.read());
    const write = () => {
      if ($years.get().length > 0) address.write(query());
    };
    const disposers = [
      address.listen(restore),
      // The tables' columns are known with the years.
      $columns.listen(() => restore(address.read())),
      $requestedYear.listen(write),
      $legend.listen(write),
      $sitesTable.listen(write),
      $hucsTable.listen(write),
    ];
    for (const each of named) void each.query.load();
    return () => {
      for (const dispose of disposers) dispose();
      for (const each of named) each.query.cancel();
      address.flush();
    };
  }

  return {
    sites,
    hucs,
    $year,
    $range,
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
    toggleLegend: () => $legend.set(!$legend.get()),
    press: (pressed: Pressed | undefined) => $pressed.set(pressed),
    setSitesTable: (state: TableState) => $sitesTable.set(state),
    setHucsTable: (state: TableState) => $hucsTable.set(state),
    start,
  };
}
