import { atom, computed, type ReadableAtom } from 'nanostores';
import type { SeriesLocation, SeriesParameter } from '#contract/time-series.ts';
import { maxLocationsPerAxis } from '#domain/time-series/site-comparison.ts';
import { type ChartState, chartCodec, initialChartState } from '#kits/chart/index.ts';
import { initialState, readTableState, type TableState, writeTableState } from '#kits/table/index.ts';
import { addressCodec, nameField } from '#lib/address-codec.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { showToast } from '#lib/page/toasts.ts';
import { createAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { addressPart, codecPart } from '#stores/create-screen.ts';
import { createTool } from '#stores/create-tool.ts';
import { dataOf } from '#stores/queries.ts';
import { columns } from '../files.ts';
import { mergeWithSaved, type ReadMore, readComparison, writeSelection } from '../rules/address.ts';
import {
  axesOf,
  chooseDates,
  chooseHuc8s,
  chooseLocations,
  chooseMore,
  chooseOneAxis,
  chooseParameter,
  emptySelection,
  isSameSelection,
  type Selection,
  type Side,
  toggleLocation,
  whyNotReady,
} from '../rules/selection.ts';
import {
  createLists,
  type Dropped,
  isAnyDropped,
  type Lists,
  locationsWith,
  parametersIn,
  restoreSelection,
} from './choices.ts';
import {
  fillOpenDates,
  lastYearOf,
  type Period,
  type Preset,
  periodOf,
  presetDates,
  presetOf,
} from './dates.ts';
import { createClasses, type ManyView, manyViews } from './many.ts';
import { dateNote, resultNotes } from './notes.ts';
import {
  describeProgress,
  isDrawnAlike,
  isLoading,
  loadResults,
  type Results,
  toLoading,
} from './results.ts';
import { createSaveQueue, findSavedSelection, type SaveQueueSettings } from './saved-selection.ts';
import { type AddedSeries, allSeries, nothingAdded } from './series.ts';

type TimeSeriesSettings = SaveQueueSettings & {
  /** Absent where no feature computes series from the chosen ones. */
  more?: MoreSeries | undefined;
};

/** A selection that was changed; `note` says what of the wish it does not have. */
export type SelectionChange = { readonly selection: Selection; readonly note: string | undefined };

/** Computes series from the chosen ones. The texts are those of the address. */
export type MoreSeries = {
  readonly noun: string;
  readonly read: ReadMore;
  /** The days to read, for values that do not depend on where the period begins. */
  readonly widenPeriod: (period: Period, texts: readonly string[]) => Period;
  readonly compute: (results: Results, places: readonly SeriesLocation[] | undefined) => AddedSeries;
};

export type TimeSeriesScreen = ReturnType<typeof createTimeSeries>;

/** The list that is loading; `ready` when all lists are loaded and the saved selection is restored. */
type Stage = 'filters' | 'huc8s' | 'parameters' | 'locations' | 'ready';

const initialTable = initialState(columns);
const chartCodecOfDays = chartCodec('days');
const viewCodec = addressCodec({ view: nameField('as', manyViews, 'lines') });

/** The state of Time Series Comparisons. */
export function createTimeSeries(settings: TimeSeriesSettings) {
  const { sub, more } = settings;
  const address = createAddress();
  const lists = createLists();
  const classes = createClasses();
  const saveQueue = createSaveQueue({ sub });
  const today = todayInBasin(new Date());

  const $dropped = atom<Dropped | undefined>(undefined);
  const $table = atom<TableState>(initialTable);
  const $chart = atom<ChartState>(initialChartState);
  const $view = atom(viewCodec.initial);

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
        const { selection, faults } = readComparison(query, today, more?.read);
        return { value: mergeWithSaved(selection, emptySelection), refused: faults };
      },
      write: writeSelection,
    },
    lists: lists.named,
    $ready: computed($stage, (stage) => stage === 'ready'),
    isRestoredByList: true,
    restore(_, query) {
      if ($stage.get() === 'filters') return emptySelection;
      const wanted = mergeWithSaved(
        readComparison(query, today, more?.read).selection,
        $saved.get().selection,
      );
      const { selection, dropped } = restoreSelection(wanted, lists.$lists.get());
      $dropped.set($stage.get() === 'ready' && isAnyDropped(dropped) ? dropped : undefined);
      return selection;
    },
    readSubmitted(query) {
      const { shown } = readComparison(query, today, more?.read);
      return shown && restoreSelection(shown, lists.$lists.get()).selection;
    },
    missing: whyNotReady,
    isSame: isSameSelection,
    load: (shown, signal, progress) => {
      const period = periodOf(shown);
      const readPeriod = shown.more && more?.widenPeriod(period, shown.more);
      return loadResults(request, { shown, period, readPeriod }, { signal, ...progress });
    },
    submitted: [classes],
    onSubmit(selection) {
      $table.set({ ...$table.get(), page: 1 });
      $chart.set(initialChartState);
      void saveQueue.save(selection);
    },
    parts: [
      codecPart($chart, chartCodecOfDays),
      codecPart($view, viewCodec),
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
  const stores = createStores({ $selection, $results, $lists: lists.$lists, today, more });

  const edit = (next: (selection: Selection) => Selection) => {
    if ($stage.get() !== 'ready') return;
    const before = $selection.get();
    const after = next(before);
    if (after !== before) change(after);
  };
  /** Whether the address that the screen opened with has a submitted selection. */
  const isLinkDrawn = readComparison(address.read(), today, more?.read).shown !== undefined;
  /** What was submitted last, or a word for a link that is still to be drawn. Undefined before the first Submit. */
  const $submitted = computed([$results, $stage], (found, stage) =>
    stage === 'ready' || !isLinkDrawn ? found?.shown : 'link',
  );
  const picking = createPicking({ $selection, $lists: lists.$lists, edit });

  /** The screen as a query: what is chosen, drawn as far as it can be, and the part of the graph that is shown. */
  function serializeView(): string {
    const selection = $selection.get();
    const parts = [
      writeSelection(selection),
      whyNotReady(selection) === undefined ? 'submitted=yes' : '',
      chartCodecOfDays.write($chart.get()),
      viewCodec.write($view.get()),
    ];
    return parts.filter((text) => text !== '').join('&');
  }

  return {
    ...stores,
    ...picking,
    today,
    lists,
    results: {
      $results,
      $loading: computed($results, (results) => results !== undefined && isLoading(results)),
      retry: result.retry,
      cancel: result.cancel,
    },
    serializeView,
    goTo: tool.goTo,
    $ready: computed($stage, (stage) => stage === 'ready'),
    $saving: saveQueue.$saving,
    $stage,
    $selection,
    $submitted,
    $table,
    $chart,
    $view: computed($view, ({ view }) => view),
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
    /** Changes the selection as another feature chooses, and says its note. */
    choose(next: (selection: Selection, locations: readonly SeriesLocation[]) => SelectionChange): void {
      if ($stage.get() !== 'ready') return;
      const { selection, note } = next($selection.get(), lists.$lists.get().locations ?? []);
      edit(() => selection);
      if (note !== undefined) showToast(note, 'info');
    },
    setDates: (dates: Partial<Pick<Selection, 'start' | 'end' | 'knownOn'>>) =>
      edit((selection) => chooseDates(selection, dates)),
    setMore: (texts: readonly string[]) => edit((selection) => chooseMore(selection, texts)),
    setOneAxis: (oneAxis: boolean) => edit((selection) => chooseOneAxis(selection, oneAxis)),
    chooseLastYear: () => edit((selection) => chooseDates(selection, lastYearOf(selection) ?? {})),
    choosePreset: (preset: Preset) => edit((selection) => chooseDates(selection, presetDates(preset, today))),
    setChart: (chart: ChartState) => $chart.set(chart),
    setView: (view: ManyView) => $view.set({ view }),
    submit: tool.submit,
    start: tool.start,
    $faults: tool.$faults,
    $reason: tool.$reason,
    $isBrief: tool.$isBrief,
  };
}

type Sources = {
  $selection: ReadableAtom<Selection>;
  $results: ReadableAtom<Results | undefined>;
  $lists: ReadableAtom<Lists>;
  today: string;
  more: MoreSeries | undefined;
};

/** The stores that are computed from the selection, the lists and the results. */
function createStores({ $selection, $results, $lists, today, more }: Sources) {
  const offered = (side: Side) => {
    const $parameters = computed([$lists, $selection], ({ parameters }, { huc8s }) =>
      parametersIn(parameters ?? noParameters, huc8s),
    );
    const $locations = computed([$lists, $selection], ({ locations }, selection) =>
      locationsWith(locations ?? noLocations, selection.huc8s, selection[side].parameter),
    );
    const $record = computed([$lists, $selection], ({ locations }, selection) =>
      periodOfRecord(locations ?? noLocations, selection, [side]),
    );
    return { $parameters, $locations, $record };
  };
  const $record = computed([$lists, $selection], ({ locations }, selection) =>
    periodOfRecord(locations ?? noLocations, selection),
  );
  let drawn: Results | undefined;
  const $added = computed([$results, $lists], (results, { locations }) =>
    results && more ? more.compute(results, locations) : nothingAdded,
  );
  return {
    offered: { left: offered('left'), right: offered('right') },
    /** The period of record of the axes that are drawn. */
    $record,
    $preset: computed($selection, (selection) => presetOf(selection, today)),
    $dateNote: computed([$selection, $record], dateNote),
    /** The results, the same object as long as they draw the same. */
    $drawn: computed($results, (results) => {
      if (!results || !drawn || !isDrawnAlike(drawn, results)) drawn = results;
      return drawn;
    }),
    $progress: computed($results, (results) => results && describeProgress(results)),
    $notes: computed([$results, $lists, $added], (results, { locations }, added) =>
      results ? resultNotes(results, added, locations ?? noLocations, today) : noNotes,
    ),
    $added,
    $sideSeries: computed($results, (results) => (results ? allSeries(results) : [])),
  };
}

/** The period of record of the chosen locations, whatever the chosen dates. */
function periodOfRecord(
  locations: readonly SeriesLocation[],
  selection: Selection,
  which: readonly Side[] = axesOf(selection),
): Period | undefined {
  const records = which.flatMap((side) => {
    const { parameter, locations: chosen } = selection[side];
    const wanted = new Set(chosen);
    return locations
      .filter((each) => wanted.has(each.loc_ndx))
      .flatMap((each) => each.records.filter((record) => record.parameter_ndx === parameter));
  });
  return periodOf(records);
}

const noParameters: readonly SeriesParameter[] = [];
const noLocations: readonly SeriesLocation[] = [];
const noNotes: ReturnType<typeof resultNotes> = { noData: undefined, lacking: [], values: [] };

type PickingSettings = {
  $selection: ReadableAtom<Selection>;
  $lists: ReadableAtom<Lists>;
  edit: (change: (selection: Selection) => Selection) => void;
};

/** Adds a site to the active axis, or removes it, on a click on the map. */
function createPicking({ $selection, $lists, edit }: PickingSettings) {
  const $chosenSide = atom<Side>('left');
  const $pickFor = computed([$chosenSide, $selection], (side, { oneAxis }) => (oneAxis ? 'left' : side));

  function pick(ids: readonly number[]): void {
    const side = $pickFor.get();
    const { parameter, locations } = $selection.get()[side];
    const hit = ids
      .map((id) => $lists.get().locations?.find((each) => each.loc_ndx === id))
      .find((each) => each && (parameter === undefined || each.parameter_ndx_array.includes(parameter)));
    if (!hit) return;
    if (parameter === undefined) {
      pickFirst(hit, side);
    } else if (locations.length >= maxLocationsPerAxis && !locations.includes(hit.loc_ndx)) {
      showToast(
        `The ${side} axis already has ${maxLocationsPerAxis} locations, the maximum it can show.`,
        'error',
      );
    } else edit((selection) => toggleLocation(selection, side, hit.loc_ndx));
  }

  /** The first site of an axis also sets the parameter, if it has only one. */
  function pickFirst(
    { loc_ndx, loc_name, parameter_ndx_array, parameter_name_array }: SeriesLocation,
    side: Side,
  ) {
    const [parameter, ...others] = parameter_ndx_array;
    if (parameter === undefined) return;
    if (others.length > 0) {
      showToast(
        `${loc_name} has ${parameter_name_array.join(', ')}. Choose the parameter of the ${side} axis first.`,
        'info',
      );
      return;
    }
    edit((selection) => toggleLocation(chooseParameter(selection, side, parameter), side, loc_ndx));
  }

  return { $pickFor, pickFor: (side: Side) => $chosenSide.set(side), pick };
}
