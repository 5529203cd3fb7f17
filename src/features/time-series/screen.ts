import { atom, computed, type ReadableAtom } from 'nanostores';
import type { Requester } from '#client/request.ts';
import type { Basket } from '#domain/basket.ts';
import { type AddressedSelection, mergeWithSaved, writeComparison } from '#domain/time-series/address.ts';
import { readComparisonLink } from '#domain/time-series/link-dates.ts';
import {
  chooseDates,
  chooseHuc8s,
  chooseLocations,
  chooseOneAxis,
  chooseParameter,
  emptySelection,
  isSameSelection,
  type Selection,
  type Side,
  whyNotReady,
} from '#domain/time-series/selection.ts';
import { columns } from '#downloads/daily-columns.ts';
import { type ChartState, initialChartState, readChartState, writeChartState } from '#kits/chart/index.ts';
import { initialState, readTableState, type TableState, writeTableState } from '#kits/table/index.ts';
import { addressCodec, nameField } from '#lib/address-codec.ts';
import { todayInBasin } from '#lib/calendar.ts';
import type { Address } from '#stores/address.ts';
import { addressPart, createScreen } from '#stores/create-screen.ts';
import { dataOf } from '#stores/queries.ts';
import { chooseBasket } from './basket-choice.ts';
import { isAnyDropped, type Restored, restoreSelection } from './choices.ts';
import { fillOpenDates, lastYearOf, type Preset, presetDates } from './dates.ts';
import { createDerived, periodOfRecord } from './derived.ts';
import { createLists } from './lists.ts';
import { createClasses, type ManyView, manyViews } from './many.ts';
import { createPicking } from './picking.ts';
import { createResults } from './results.ts';
import { createSaveQueue, createViews, findSavedSelection, type SaveQueueSettings } from './saved-views.ts';

export type TimeSeriesSettings = SaveQueueSettings & {
  request: Requester;
  address: Address;
  now: () => Date;
};

export type TimeSeriesScreen = ReturnType<typeof createTimeSeries>;

/** The list that is loading; `ready` when all lists are loaded and the saved selection is restored. */
export type Stage = 'filters' | 'huc8s' | 'parameters' | 'locations' | 'ready';

const initialTable = initialState(columns);
const viewField = addressCodec({ view: nameField('as', manyViews, 'lines') });
const noFaults: readonly string[] = [];

/** The state of Time Series Comparisons. */
export function createTimeSeries(settings: TimeSeriesSettings) {
  const { request, address, sub, notify, now } = settings;
  const lists = createLists(request);
  const results = createResults(request);
  const classes = createClasses(request);
  const saveQueue = createSaveQueue({ request, sub, notify });
  const views = createViews({ request, notify });
  const today = todayInBasin(now());

  const $addressed = atom<AddressedSelection>({});
  /** What is wrong with the dates of the link. */
  const $linkFaults = atom<readonly string[]>([]);
  const $table = atom<TableState>(initialTable);
  const $chart = atom<ChartState>(initialChartState);
  const $view = atom<ManyView>('lines');
  /** The selection as changed since the screen was restored. */
  const $edited = atom<Selection | undefined>(undefined);

  const $stage: ReadableAtom<Stage> = computed([lists.$filters, lists.$lists], (filters, known) => {
    if (filters.status === 'loading') return 'filters';
    if (!known.huc8s) return 'huc8s';
    if (!known.parameters) return 'parameters';
    return known.locations ? 'ready' : 'locations';
  });
  const $saved = computed(lists.$filters, (state) => findSavedSelection(sub, dataOf(state) ?? []));
  const $restored: ReadableAtom<Restored> = computed(
    [$addressed, $saved, lists.$lists, $stage],
    (addressed, saved, known, stage) =>
      stage === 'filters'
        ? restoreSelection(emptySelection, {})
        : restoreSelection(mergeWithSaved(addressed, saved.selection), known),
  );
  const $selection = computed([$edited, $restored], (edited, { selection }) => edited ?? selection);
  const derived = createDerived({ $selection, $results: results.$results, $lists: lists.$lists, today });

  const edit = (change: (selection: Selection) => Selection) => {
    if ($stage.get() !== 'ready') return;
    const before = $selection.get();
    const after = change(before);
    if (after !== before) $edited.set(after);
  };
  /** Whether the address that the screen opened with has a submitted selection. */
  const isLinkDrawn = readComparisonLink(address.read(), today).shown !== undefined;
  /** What was submitted last, or a word for a link that is still to be drawn. Undefined before the first Submit. */
  const $submitted = computed([results.$results, $stage], (found, stage) =>
    stage === 'ready' || !isLinkDrawn ? found?.shown : 'link',
  );
  const picking = createPicking({ $selection, $lists: lists.$lists, edit, notify });

  function loadResults(selection: Selection): void {
    const records = periodOfRecord(lists.$lists.get().locations ?? [], selection);
    results.load(selection, fillOpenDates(selection, records, today));
  }

  function submit(): void {
    const selection = $selection.get();
    if ($stage.get() !== 'ready' || whyNotReady(selection) !== undefined) return;
    const inFlight = results.$loading.get() ? results.$results.get() : undefined;
    if (inFlight && isSameSelection(inFlight.shown, selection)) return;
    $table.set({ ...$table.get(), page: 1 });
    $chart.set(initialChartState);
    loadResults(selection);
    void saveQueue.save(selection);
    pushAddress();
  }

  const { start, pushAddress, goTo } = createScreen({
    address,
    queries: [lists],
    submitted: [results, classes, views],
    $ready: computed($stage, (stage) => stage === 'ready'),
    parts: [
      {
        restore(query) {
          $edited.set(undefined);
          const { selection, faults } = readComparisonLink(query, today);
          $addressed.set(selection);
          $linkFaults.set(faults);
        },
        serialize: serializeComparison,
        listen(onChange) {
          const disposers = [$edited, results.$results].map(($store) => $store.listen(() => onChange(false)));
          return () => {
            for (const dispose of disposers) dispose();
          };
        },
      },
      addressPart($chart, {
        read: (query) => readChartState(query, 'days'),
        write: (state) => writeChartState(state, 'days'),
      }),
      addressPart($view, {
        read: (query) => viewField.read(query).value.view,
        write: (view) => viewField.write({ view }),
      }),
      addressPart($table, {
        read: (query) => readTableState(query, columns, initialTable, 't.'),
        write: (state) => writeTableState(state, initialTable, 't.'),
      }),
    ],
    onRestored(query) {
      const { shown } = readComparisonLink(query, today);
      if (shown) loadRestored(shown);
      else results.clear();
    },
  });

  function serializeComparison(): string {
    const selection = $selection.get();
    const shown = results.$results.get()?.shown;
    return writeComparison(selection, shown && isSameSelection(shown, selection) ? 'same' : shown);
  }

  /** The screen as a view keeps it: what is chosen, drawn as far as it can be, and the part of the graph that is shown. */
  function serializeView(): string {
    const selection = $selection.get();
    const isComplete = whyNotReady(selection) === undefined;
    const parts = [
      writeComparison(selection, isComplete ? 'same' : undefined),
      writeChartState($chart.get(), 'days'),
      viewField.write({ view: $view.get() }),
    ];
    return parts.filter((text) => text !== '').join('&');
  }

  function loadRestored(shown: Selection): void {
    const { selection } = restoreSelection(shown, lists.$lists.get());
    const before = results.$results.get();
    if (whyNotReady(selection) !== undefined) results.clear();
    else if (!before || !isSameSelection(before.shown, selection)) loadResults(selection);
  }

  return {
    ...derived,
    ...picking,
    today,
    lists,
    results,
    views,
    saveView: (name: string) => views.create(name, serializeView()),
    openView: goTo,
    $saving: saveQueue.$saving,
    $stage,
    $selection,
    $submitted,
    $table,
    $chart,
    $view,
    classes,
    /** Until the selection is changed. */
    $linkFaults: computed([$linkFaults, $edited], (faults, edited) => (edited ? noFaults : faults)),
    $unreadable: computed($saved, ({ unreadable }) => unreadable),
    $dropped: computed([$restored, $stage], ({ dropped }, stage) =>
      stage === 'ready' && isAnyDropped(dropped) ? dropped : undefined,
    ),
    setHuc8s: (huc8s: readonly number[]) => edit((selection) => chooseHuc8s(selection, huc8s)),
    setParameter: (side: Side, parameter: number | undefined) =>
      edit((selection) => chooseParameter(selection, side, parameter)),
    setLocations: (side: Side, locations: readonly number[]) =>
      edit((selection) => chooseLocations(selection, side, locations)),
    /** Adds the sites of the basket to an axis, and says which do not fit there. */
    chooseBasket(side: Side, sites: Basket): void {
      if ($stage.get() !== 'ready') return;
      const choice = chooseBasket($selection.get(), side, sites, lists.$lists.get().locations ?? []);
      edit(() => choice.selection);
      if (choice.note !== undefined) notify(choice.note, 'info');
    },
    setDates: (dates: Partial<Pick<Selection, 'start' | 'end' | 'knownOn'>>) =>
      edit((selection) => chooseDates(selection, dates)),
    setOneAxis: (oneAxis: boolean) => edit((selection) => chooseOneAxis(selection, oneAxis)),
    chooseLastYear: () => edit((selection) => chooseDates(selection, lastYearOf(selection) ?? {})),
    choosePreset: (preset: Preset) => edit((selection) => chooseDates(selection, presetDates(preset, today))),
    setTable: (table: TableState) => $table.set(table),
    setChart: (chart: ChartState) => $chart.set(chart),
    setView: (view: ManyView) => $view.set(view),
    submit,
    start,
  };
}
