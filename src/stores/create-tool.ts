import { atom, computed, type ReadableAtom, type WritableAtom } from 'nanostores';
import type { AddressCodec } from '#lib/address-codec.ts';
import type { Address } from './address.ts';
import { type AddressPart, createScreen, type ScreenSettings } from './create-screen.ts';
import { allLoaded, createQuery, faultsOf, type Progress, type Query } from './queries.ts';

export type ToolSettings<T, S> = Pick<ScreenSettings, 'submitted' | 'onStart'> & {
  readonly address: Address;
  readonly codec: AddressCodec<S>;
  /** The store of the selection, where parts of the address depend on it. */
  readonly $selection?: WritableAtom<S>;
  /** What is chosen from. `what` begins the message of a failed one: `The list of locations`. */
  readonly lists?: readonly { readonly what: string; readonly query: Query<unknown> }[];
  /** Whether the lists that the address refers to are there: all of them by default. */
  readonly $ready?: ReadableAtom<boolean>;
  /** Completes what an address asks for by the lists, and drops what they do not have. */
  readonly restore?: (selection: S, query: string) => S;
  /** What is missing for Submit, as a sentence. */
  readonly missing?: (selection: S) => string | undefined;
  /** The same address by default. */
  readonly isSame?: (one: S, other: S) => boolean;
  /** Completes the selection again with each list that comes, as far as the lists are there. */
  readonly isRestoredByList?: boolean;
  /** What an address has submitted: the selection itself by default. */
  readonly readSubmitted?: (query: string) => S | undefined;
  /** Absent for a tool that shows its lists. */
  readonly load?: (selection: S, signal: AbortSignal, progress: Progress<T>) => Promise<T>;
  /** Every address shows its result, without `submitted=yes`, and changes on Submit only. */
  readonly opensSubmitted?: boolean;
  /** Loads every choice at once, without Submit; the last data stay meanwhile. */
  readonly atOnce?: {
    /** Whether the server is left to choose a part, such as the day. */
    readonly isOpen: (selection: S) => boolean;
    /** Completes a selection by what the server chose. */
    readonly resolve: (selection: S, data: T) => S;
  };
  /** More of the address: the chart, the tables. */
  readonly parts?: readonly AddressPart[];
  /** Called before a Submit is loaded. */
  readonly onSubmit?: (selection: S) => void;
};

/**
 * The state of a tool, whose selection is in the address: restored and completed by the lists, loaded on Submit or at once.
 * A link that was submitted is loaded too.
 */
export function createTool<T, S extends object>(settings: ToolSettings<T, S>) {
  const { address, codec, lists = [], load = loadNothing, opensSubmitted = false, atOnce } = settings;
  const { $selection = atom<S>(codec.initial), parts = [], submitted = [], onStart } = settings;
  const { restore = (selection) => selection, missing = () => undefined } = settings;
  const { isSame = (one, other) => codec.write(one) === codec.write(other), onSubmit } = settings;
  const {
    $ready = allLoaded(lists.map(({ query }) => query)),
    readSubmitted,
    isRestoredByList = false,
  } = settings;
  const $faults = faultsOf(lists);
  let restored = { value: codec.initial, query: '' };
  const $refused = atom<readonly string[]>([]);
  const result = createQuery<T, S>({
    onSubmit: true,
    isSame,
    keepsData: atOnce !== undefined,
    fetch: (signal, selection, progress) => load(selection, signal, progress),
  });
  const isSubmitted = (selection: S): boolean => {
    const state = result.$state.get();
    return state.status !== 'idle' && isSame(state.selection, selection);
  };
  const isChosenByServer = (selection: S) => atOnce?.isOpen(selection) ?? false;

  const { start, pushAddress, goTo } = createScreen({
    address,
    queries: lists.map(({ query }) => query),
    submitted: [result, ...submitted],
    $ready,
    parts: [
      {
        restore(query) {
          const { value, refused } = codec.read(query);
          restored = { value, query };
          $refused.set(refused);
          $selection.set(isRestoredByList ? restore(value, query) : value);
          if (opensSubmitted) loadRestored(value);
        },
        serialize() {
          const selection = $selection.get();
          return [codec.write(selection), serializeSubmitted(selection)].filter(Boolean).join('&');
        },
        listen(onChange) {
          const disposers = [
            $selection.listen((_, before) => {
              // What the server chooses is no step of the history.
              const isStep = atOnce !== undefined && before !== undefined && !isChosenByServer(before);
              if (!opensSubmitted) onChange(isStep);
            }),
            ...(readSubmitted ? [result.$state.listen(() => onChange(false))] : []),
          ];
          return () => {
            for (const dispose of disposers) dispose();
          };
        },
      },
      ...parts,
    ],
    onRestored(query) {
      const selection = restore($selection.get(), query);
      const isNamed = new URLSearchParams(query).get('submitted') === 'yes';
      const wanted = readSubmitted ? readSubmitted(query) : isNamed ? selection : undefined;
      // Before the selection writes the address, which says what is submitted.
      if (!atOnce && !opensSubmitted && wanted === undefined) result.clear();
      $selection.set(selection);
      if (atOnce) loadAtOnce(selection);
      else if (!opensSubmitted) loadRestored(wanted);
    },
    onStart: () => [
      ...(isRestoredByList
        ? lists.map(({ query }) =>
            query.$state.listen(() => {
              if (!$ready.get()) $selection.set(restore(restored.value, restored.query));
            }),
          )
        : []),
      ...(atOnce
        ? [
            $selection.listen((selection) => loadAtOnce(selection)),
            result.$state.listen((state) => {
              const selection = $selection.get();
              // A link has the day that it shows, so that it shows the same tomorrow.
              if (state.status === 'ready' && atOnce.isOpen(selection))
                $selection.set(atOnce.resolve(selection, state.data));
            }),
          ]
        : []),
      ...(onStart?.() ?? []),
    ],
  });

  /** The address of what was submitted: `yes` for the selection itself. */
  function serializeSubmitted(selection: S): string {
    const state = result.$state.get();
    if (atOnce || opensSubmitted || state.status === 'idle') return '';
    return isSame(state.selection, selection) ? 'submitted=yes' : '';
  }

  /** Loads what a link has submitted, unless it is there. */
  function loadRestored(wanted: S | undefined): void {
    if (wanted === undefined || missing(wanted) !== undefined) result.clear();
    else if (!isSubmitted(wanted) || result.$state.get().status === 'failed') result.submit(wanted);
  }

  /** Loads a selection, unless it is what is there or under way. */
  function loadAtOnce(selection: S): void {
    const state = result.$state.get();
    if (state.status !== 'idle' && !('error' in state)) {
      const loaded =
        state.status === 'ready' && atOnce ? atOnce.resolve(state.selection, state.data) : state.selection;
      if (isSame(loaded, selection) || isSame(state.selection, selection)) return;
    }
    result.submit(selection);
  }

  return {
    $selection,
    $refused,
    $ready,
    $faults,
    /** Why nothing can be submitted. */
    $reason: computed([$ready, $selection, $faults], (ready, selection, [fault]) => {
      if (ready) return missing(selection);
      return fault ? `${fault.what} could not be loaded.` : 'The lists are still loading.';
    }),
    /** The reason ends by itself in a moment. */
    $isBrief: computed([$ready, $faults], (ready, faults) => !ready && faults.length === 0),
    result,
    /** A link names what was submitted, which is not asked for before the lists are there. */
    $isAwaited: computed([$ready, result.$state], (ready, { status }) => {
      if (ready || status !== 'idle' || atOnce || opensSubmitted) return false;
      return new URLSearchParams(restored.query).get('submitted') === 'yes';
    }),
    /** Changes the selection, and forgets what the address asked for in vain. */
    change(next: Partial<S>): void {
      $refused.set([]);
      $selection.set({ ...$selection.get(), ...next });
    },
    submit(): void {
      const selection = $selection.get();
      if (!$ready.get() || missing(selection) !== undefined) return;
      if (result.$state.get().status === 'loading' && isSubmitted(selection)) return;
      onSubmit?.(selection);
      result.submit(selection);
      pushAddress();
    },
    retry: () => void result.retry(),
    start,
    goTo,
  };
}

function loadNothing(): Promise<never> {
  return Promise.reject(new Error('This tool has nothing to submit.'));
}
