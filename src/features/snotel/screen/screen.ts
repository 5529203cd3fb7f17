import { atom, computed, type ReadableAtom } from 'nanostores';
import { readMapGeometry } from '#contract/public-map.ts';
import type { Requester } from '#contract/request.ts';
import { type SnowMeasure, snowMeasures } from '#domain/snow/snowpack.ts';
import { waterYear } from '#domain/water-year.ts';
import {
  type Column,
  initialState,
  readTableState,
  type TableState,
  writeTableState,
} from '#kits/table/index.ts';
import { addressCodec, nameField } from '#lib/address-codec.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { dayNumber } from '#lib/calendar.ts';
import { indexRows, selectRows } from '#lib/table/rows.ts';
import type { Address } from '#stores/address.ts';
import { addressPart } from '#stores/create-screen.ts';
import { createTool } from '#stores/create-tool.ts';
import { createQuery, dataOf, type Query } from '#stores/queries.ts';
import { listHealthYears, listHucHealth, listSiteHealth } from '../contract.ts';
import { type ColumnsOptions, hucColumns, siteColumns } from '../files/columns.ts';
import { type HealthRow, hucRows, siteRows } from '../files/rows.ts';
import { type Chosen, type Pressed, placeOfArea, placeOfSite, readChosen, writeChosen } from './chosen.ts';
import { type CreateSnotelPart, type SnotelHost, snotelParts } from './parts.ts';

export type SnotelSettings = {
  request: Requester;
  address: Address;
  now: () => Date;
  /** The legend would cover the map, and begins hidden. */
  isNarrow?: boolean;
  /** What creates the parts of other features; those of the portal by default. */
  parts?: readonly CreateSnotelPart[];
};
export type SnotelScreen = ReturnType<typeof createSnotel>;

const pageSize = 30;

/** The state of SNOTEL SWE Data. */
export function createSnotel(settings: SnotelSettings) {
  const { request, address, now, isNarrow = false, parts: creators = snotelParts } = settings;
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

  const codec = snotelCodec(isNarrow);
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
  const $isStationAwaited = computed(
    [$chosen, $row, sites.$state],
    (chosen, row, { status }) => chosen?.kind === 'site' && !row && status === 'loading',
  );
  const host: SnotelHost = { request, today, current, $chosen, $row, $year, $isStationAwaited, choose };
  const parts = creators.map((create) => create(host));
  const {
    change,
    start,
    $faults: $listFaults,
    $refused: $ownRefused,
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
    parts: [...parts.flatMap((part) => part.parts), tables.site.part, tables.huc8.part],
    submitted: parts.flatMap((part) => part.submitted),
    onStart: () => parts.flatMap((part) => part.onStart()),
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
    $faults: computed([$listFaults, ...parts.map((part) => part.$faults)], (...faults) => faults.flat()),
    $refused: computed([$ownRefused, ...parts.map((part) => part.$refused)], (...refused) => refused.flat()),
    /** The parts of other features. */
    parts,
    setYear: (year: number) => change({ year: limitTo($range.get(), year) }),
    setMeasure: (measure: SnowMeasure) => change({ measure }),
    toggleLegend: () => change({ hasLegend: !$selection.get().hasLegend }),
    press,
    choose,
    /** What the address names and no list has. */
    $unknown,
    start,
  };
}

type SnotelChoice = {
  /** Undefined: the running water year. */
  readonly year: number | undefined;
  readonly measure: SnowMeasure;
  readonly hasLegend: boolean;
  readonly chosen: Chosen | undefined;
};

/** The address `year=2026&percent=date&legend=off&chosen=site-41`. */
function snotelCodec(isNarrow: boolean) {
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
