import { atom, computed } from 'nanostores';
import { type RequestFailed, toRequestFailed } from '#contract/request.ts';
import { pumpingMethods } from '#domain/pumping.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { parseStoredJson, property } from '#lib/page/storage.ts';
import { showToast } from '#lib/page/toasts.ts';
import { createAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { addressPart, createScreen } from '#stores/create-screen.ts';
import type { UnsavedStore } from '../../records/index.ts';
import { type ProductionMonth, readProductionMonth, saveProductionMonth } from '../contract.ts';
import type { MonthCells } from '../rules/cells.ts';
import { editCells, findFaults, isBlankRow, type MonthGrid } from '../rules/grid.ts';
import {
  describeSaved,
  findChangedRows,
  findConflicts,
  type MonthPlace,
  type MonthSettings,
  type MonthState,
  type SeenDays,
  type ServerFault,
  seenOf,
  toDayChanges,
  toGrid,
  toServerFaults,
  updateSeen,
} from './month-rows.ts';

export type MonthScreen = ReturnType<typeof createMonthScreen>;

/** Creates the state of the grid of a well's month. */
export function createMonthScreen(settings: MonthSettings) {
  const { storage, subject, unsavedOf } = settings;
  const storageKey = `well-production:${subject}`;
  const remembered = parseRemembered(storage.getItem(storageKey));
  const thisMonth = todayInBasin(new Date()).slice(0, 7);
  const $place = atom<MonthPlace>({ well: remembered.well, month: thisMonth });
  const $method = atom(remembered.method);
  const $state = atom<MonthState>({ status: 'unchosen' });
  const $grid = atom<MonthGrid>([]);
  const $seen = atom<SeenDays>({});
  const $serverFaults = atom<readonly ServerFault[]>([]);
  const $restoredAt = atom<number | undefined>(undefined);
  const $busy = atom<'SAVE' | 'PUBLISH' | undefined>(undefined);
  const $changed = computed([$grid, $state], (grid, state) =>
    state.status === 'ready' ? findChangedRows(grid, state.saved) : [],
  );
  const $conflicts = computed([$seen, $state], (seen, state) =>
    state.status === 'ready' ? findConflicts(state.month, seen) : [],
  );
  const $faults = computed($grid, findFaults);
  let loading: AbortController | undefined;

  async function load(): Promise<void> {
    const place = $place.get();
    loading?.abort();
    $restoredAt.set(undefined);
    if (place.well === '') {
      $state.set({ status: 'unchosen' });
      return;
    }
    $state.set({ status: 'loading' });
    const controller = new AbortController();
    loading = controller;
    try {
      const month = await request(readProductionMonth, { params: place }, { signal: controller.signal });
      if (!controller.signal.aborted) show(month, readTypedRows(unsavedOf(place)));
    } catch (cause) {
      if (!controller.signal.aborted) $state.set({ status: 'failed', error: toRequestFailed(cause) });
    }
  }

  /** Shows a month as it is on the server, with typed rows over it. */
  function show(month: ProductionMonth, typed?: TypedRows): void {
    const saved = toGrid(month);
    const edits = saved.flatMap(({ day }, row) => {
      const cells = typed?.rows[day];
      return cells ? [{ row, cells }] : [];
    });
    $state.set({ status: 'ready', month, saved });
    $serverFaults.set([]);
    $grid.set(editCells(saved, edits, $method.get()));
    $seen.set(updateSeen($changed.get(), month, typed?.seen ?? {}));
    $restoredAt.set($changed.get().length > 0 ? typed?.at : undefined);
  }

  function typedRows(): TypedRows {
    return toTypedRows($grid.get(), $changed.get(), $seen.get(), Date.now());
  }

  function setGrid(grid: MonthGrid): void {
    const state = $state.get();
    if (state.status !== 'ready') return;
    $grid.set(grid);
    $seen.set(updateSeen($changed.get(), state.month, $seen.get()));
    const edited = new Set($changed.get().map((index) => grid[index]?.day));
    $serverFaults.set($serverFaults.get().filter(({ day }) => edited.has(day)));
    if ($changed.get().length === 0) discardTyped();
    else unsavedOf($place.get()).write(typedRows(), undefined);
  }

  function discardTyped(): void {
    unsavedOf($place.get()).clear();
    $restoredAt.set(undefined);
  }

  async function save(publish: boolean): Promise<boolean> {
    const state = $state.get();
    if (state.status !== 'ready' || $busy.get()) return false;
    const grid = $grid.get();
    const days = toDayChanges(state.month, grid, $changed.get(), publish);
    if (days.length === 0 || $faults.get().length > 0 || $conflicts.get().length > 0) return false;
    const place = $place.get();
    $busy.set(publish ? 'PUBLISH' : 'SAVE');
    try {
      const month = await request(saveProductionMonth, { params: place, body: { publish, days } });
      discardTyped();
      show(month);
      showToast(describeSaved(days, publish), 'success');
      return true;
    } catch (cause) {
      await handleFailure(toRequestFailed(cause), place);
      return false;
    } finally {
      $busy.set(undefined);
    }
  }

  async function handleFailure(error: RequestFailed, place: MonthPlace): Promise<void> {
    showToast(`The month could not be saved. ${error.message}`, 'error');
    $serverFaults.set(toServerFaults(error));
    if (error.status !== 409) return;
    try {
      // The typed rows go over what is there now, with the state in which they were opened: that shows the conflicts.
      show(await request(readProductionMonth, { params: place }), typedRows());
      $restoredAt.set(undefined);
    } catch (cause) {
      console.warn('The month could not be loaded again.', cause);
    }
  }

  const { start } = createScreen({
    address: createAddress(),
    parts: [
      addressPart($place, {
        read: (query) => {
          const parameters = new URLSearchParams(query);
          const month = parameters.get('month') ?? '';
          const isMonth = /^\d{4}-(0[1-9]|1[0-2])$/.test(month) && month <= thisMonth;
          return { well: parameters.get('well') ?? remembered.well, month: isMonth ? month : thisMonth };
        },
        write: ({ well, month }) => new URLSearchParams({ ...(well && { well }), month }).toString(),
        isStep: () => true,
      }),
    ],
    onStart: () => {
      const remember = () =>
        storage.setItem(storageKey, JSON.stringify({ well: $place.get().well, method: $method.get() }));
      return [
        $place.listen(() => {
          remember();
          void load();
        }),
        $method.listen(remember),
        () => loading?.abort(),
      ];
    },
    onRestored: () => void load(),
  });

  return {
    $place,
    $method,
    $state,
    $grid,
    $changed,
    $conflicts,
    $faults,
    $serverFaults,
    $restoredAt,
    $busy,
    start,
    load,
    save,
    /** Stores typed cells in the browser. @returns whether they could be stored */
    persist: () => unsavedOf($place.get()).write(typedRows(), undefined) === undefined,
    choose: (place: Partial<MonthPlace>) => $place.set({ ...$place.get(), ...place }),
    edit(edits: Parameters<typeof editCells>[1]) {
      setGrid(editCells($grid.get(), edits, $method.get()));
    },
    discard() {
      const state = $state.get();
      discardTyped();
      if (state.status === 'ready') show(state.month);
    },
    /** Continues with what was typed for a day that someone else has saved, which the next save replaces. */
    keepMine(index: number) {
      const state = $state.get();
      const day = state.status === 'ready' ? state.month.days[index] : undefined;
      if (day) $seen.set({ ...$seen.get(), [day.day]: seenOf(day) });
    },
    /** Returns a day to what someone else has saved. */
    takeTheirs(index: number) {
      const state = $state.get();
      const saved = state.status === 'ready' ? state.saved[index] : undefined;
      if (saved) setGrid($grid.get().map((row, at) => (at === index ? saved : row)));
    },
    /** How many entries a save would delete. */
    countDeletions: () => $changed.get().filter((index) => isBlankAt($grid.get(), index)).length,
  };
}

function isBlankAt(grid: MonthGrid, index: number): boolean {
  const row = grid[index];
  return row !== undefined && isBlankRow(row);
}

/** Typed rows by day, which the browser stores until they are saved. `at` is in milliseconds since 1970. */
type TypedRows = {
  readonly rows: Readonly<Record<string, MonthCells>>;
  readonly seen: SeenDays;
  readonly at: number;
};

function toTypedRows(grid: MonthGrid, changed: readonly number[], seen: SeenDays, at: number): TypedRows {
  const rows = changed.flatMap((index) => {
    const row = grid[index];
    return row ? [[row.day, row.cells] as const] : [];
  });
  return { rows: Object.fromEntries(rows), seen, at };
}

function readTypedRows(store: Pick<UnsavedStore, 'read'>): TypedRows | undefined {
  const stored = store.read();
  const { rows, seen } = (stored?.values ?? {}) as Partial<TypedRows>;
  return stored && rows && seen ? { rows, seen, at: stored.at } : undefined;
}

/** Reads the last well and method; the first method without a stored one. */
function parseRemembered(text: string | null): { well: string; method: string } {
  const stored = parseStoredJson(text);
  const [well, method] = [property(stored, 'well'), property(stored, 'method')];
  return {
    well: typeof well === 'string' ? well : '',
    method: pumpingMethods.find((each) => each === method) ?? pumpingMethods[0],
  };
}
