import { atom, computed, type ReadableAtom } from 'nanostores';
import type { Requester } from '#client/request.ts';
import type { Basket } from '#domain/basket.ts';
import {
  mergeWithSaved,
  readComparisonLink,
  writeSelection,
  writeShown,
} from '#domain/time-series/address.ts';
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
import { addressPart } from '#stores/create-screen.ts';
import { createTool } from '#stores/create-tool.ts';
import { dataOf } from '#stores/queries.ts';
import { chooseBasket } from './basket-choice.ts';
import { type Dropped, isAnyDropped, restoreSelection } from './choices.ts';
import { fillOpenDates, lastYearOf, type Preset, presetDates } from './dates.ts';
import { createDerived, periodOfRecord } from './derived.ts';
import { createLists } from './lists.ts';
import { createClasses, type ManyView, manyViews } from './many.ts';
import { createPicking } from './picking.ts';
import { isLoading, loadResults, type Results, toLoading } from './results.ts';
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

/** The state of Time Series Comparisons. */
export function createTimeSeries(settings: TimeSeriesSettings) {
  const { request, address, sub, notify, now } = settings;
  const lists = createLists(request);
  const classes = createClasses(request);
  const saveQueue = createSaveQueue({ request, sub, notify });
  const views = createViews({ request, notify });
  const today = todayInBasin(now());

  const $dropped = atom<Dropped | undefined>(undefined);
  const $table = atom<TableState>(initialTable);
  const $chart = atom<ChartState>(initialChartState);
  const $view = atom<ManyView>('lines');

  const $stage: ReadableAtom<Stage> = computed([lists.$filters, lists.$lists], (filters, known) => {
    if (filters.status === 'loading') return 'filters';
    if (!known.huc8s) return 'huc8s';
    if (!known.parameters) return 'parameters';
    return known.locations ? 'ready' : 'locations';
  });
  const $saved = computed(lists.$filters, (state) => findSavedSelection(sub, dataOf(state) ?? []));
  const periodOf = (selection: Selection) =>
    fillOpenDates(selection, periodOfRecord(lists.$lists.get().locations ?? [], selection), today);

  const { $selection, result, change, ...tool } = createTool<Results, Selection>({
    address,
    codec: {
      initial: emptySelection,
      read(query) {
        const { selection, faults } = readComparisonLink(query, today);
        return { value: mergeWithSaved(selection, emptySelection), refused: faults };
      },
      write: writeSelection,
    },
    lists: lists.named,
    $ready: computed($stage, (stage) => stage === 'ready'),
    isRestoredByList: true,
    restore(_, query) {
      if ($stage.get() === 'filters') return emptySelection;
      const wanted = mergeWithSaved(readComparisonLink(query, today).selection, $saved.get().selection);
      const { selection, dropped } = restoreSelection(wanted, lists.$lists.get());
      $dropped.set($stage.get() === 'ready' && isAnyDropped(dropped) ? dropped : undefined);
      return selection;
    },
    shown: {
      read(query) {
        const { shown } = readComparisonLink(query, today);
        return shown && restoreSelection(shown, lists.$lists.get()).selection;
      },
      write: writeShown,
    },
    missing: whyNotReady,
    isSame: isSameSelection,
    load: (shown, signal, progress) =>
      loadResults(request, { shown, period: periodOf(shown) }, { signal, ...progress }),
    submitted: [classes, views],
    onSubmit(selection) {
      $table.set({ ...$table.get(), page: 1 });
      $chart.set(initialChartState);
      void saveQueue.save(selection);
    },
    parts: [
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
  });

  const $results = computed(result.$state, (state): Results | undefined => {
    if (state.status === 'idle' || state.status === 'failed') return undefined;
    if (state.status !== 'loading') return state.data;
    return state.partial ?? toLoading({ shown: state.selection, period: periodOf(state.selection) });
  });
  const derived = createDerived({ $selection, $results, $lists: lists.$lists, today });

  const edit = (next: (selection: Selection) => Selection) => {
    if ($stage.get() !== 'ready') return;
    const before = $selection.get();
    const after = next(before);
    if (after !== before) change(after);
  };
  /** Whether the address that the screen opened with has a submitted selection. */
  const isLinkDrawn = readComparisonLink(address.read(), today).shown !== undefined;
  /** What was submitted last, or a word for a link that is still to be drawn. Undefined before the first Submit. */
  const $submitted = computed([$results, $stage], (found, stage) =>
    stage === 'ready' || !isLinkDrawn ? found?.shown : 'link',
  );
  const picking = createPicking({ $selection, $lists: lists.$lists, edit, notify });

  /** The screen as a view keeps it: what is chosen, drawn as far as it can be, and the part of the graph that is shown. */
  function serializeView(): string {
    const selection = $selection.get();
    const parts = [
      writeSelection(selection),
      whyNotReady(selection) === undefined ? 'submitted=yes' : '',
      writeChartState($chart.get(), 'days'),
      viewField.write({ view: $view.get() }),
    ];
    return parts.filter((text) => text !== '').join('&');
  }

  return {
    ...derived,
    ...picking,
    today,
    lists,
    results: {
      $results,
      $loading: computed($results, (results) => results !== undefined && isLoading(results)),
      retry: result.retry,
      cancel: result.cancel,
    },
    views,
    saveView: (name: string) => views.create(name, serializeView()),
    openView: tool.goTo,
    $saving: saveQueue.$saving,
    $stage,
    $selection,
    $submitted,
    $table,
    $chart,
    $view,
    classes,
    /** What is wrong with the dates of the link, until the selection is changed. */
    $linkFaults: tool.$refused,
    $unreadable: computed($saved, ({ unreadable }) => unreadable),
    $dropped,
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
    setChart: (chart: ChartState) => $chart.set(chart),
    setView: (view: ManyView) => $view.set(view),
    submit: tool.submit,
    start: tool.start,
    $faults: tool.$faults,
  };
}
