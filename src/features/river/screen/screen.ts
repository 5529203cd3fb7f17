import { atom, computed } from 'nanostores';
import { todayInBasin } from '#lib/basin-clock.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { createAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { type AskedDay, impossibleDay, parseAskedDay, readOn, stepDay, writeOn } from '#stores/asked-day.ts';
import { addressPart, createScreen } from '#stores/create-screen.ts';
import { createQuery, errorOf } from '#stores/queries.ts';
import { type River, readRiver } from '../contract.ts';

/** What the page shows. `river` is the last one that arrived; `isCurrent` says whether it is that of the asked day. */
export type RiverView = {
  readonly asked: AskedDay;
  readonly today: string;
  /** The latest complete day, which the page shows unless the address has another one. */
  readonly latest: string | undefined;
  readonly river: River | undefined;
  readonly isCurrent: boolean;
  readonly isLoading: boolean;
  readonly problem: { readonly message: string; readonly action: 'retry' | 'back' } | undefined;
  readonly previous: string | undefined;
  readonly next: string | undefined;
};

export type RiverScreen = ReturnType<typeof createRiver>;

/** The state of the page River: the asked day in the address, and the last answer. */
export function createRiver() {
  const $on = atom('');
  const $isImpossible = atom(false);
  const $last = atom<River | undefined>(undefined);
  const today = () => todayInBasin(new Date());
  const query = createQuery<River, string>({
    onSubmit: true,
    isSame: (one, other) => one === other,
    fetch: (signal, on) => request(readRiver, { query: on === '' ? {} : { on } }, { signal, identify: true }),
  });
  const askedDay = (on: string) => parseAskedDay(on, today(), $last.get()?.first, 'river');
  /** Today is a day like others here: the page opens with the latest complete one. */
  const toQuery = (on: string) => on.trim();

  const $view = computed(
    [$on, $isImpossible, query.$state, $last],
    (on, isImpossible, state, river): RiverView => {
      const latest = river?.newest ?? undefined;
      const asked = isImpossible ? impossibleDay : askedDay(on);
      const isLatest = asked.kind !== 'refused' && toQuery(on) === '';
      const day = isLatest ? latest : asked.kind === 'day' ? asked.day : today();
      const step = (count: number) => {
        const next = day === undefined ? undefined : stepDay(day, count, today());
        return next === '' ? today() : next === latest ? '' : next;
      };
      const error = state.status === 'idle' ? undefined : errorOf(state);
      return {
        asked:
          asked.kind === 'refused'
            ? asked
            : isLatest
              ? { kind: 'today' }
              : { kind: 'day', day: day ?? today() },
        today: today(),
        latest,
        river,
        isCurrent: asked.kind !== 'refused' && river !== undefined && river.on === day,
        isLoading: state.status === 'loading',
        problem:
          asked.kind === 'refused'
            ? { message: asked.message, action: 'back' }
            : error && {
                message: river
                  ? `${error.message} This is the river of ${formatUsDate(river.on)}.`
                  : `The river could not be loaded. ${error.message}`,
                action: error.status === 400 ? 'back' : 'retry',
              },
        previous: step(-1),
        next: step(1),
      };
    },
  );

  /** Loads the asked day. One that cannot have values is not asked for. */
  function load(): void {
    $isImpossible.set(false);
    if (askedDay($on.get()).kind === 'refused') query.clear();
    else query.submit(toQuery($on.get()));
  }

  const { start } = createScreen({
    address: createAddress(),
    parts: [addressPart($on, { read: readOn, write: writeOn, isStep: () => true })],
    submitted: [query],
    onRestored: load,
    renew: () => {
      // That of a past day changes too rarely.
      if (askedDay($on.get()).kind === 'today') void query.retry();
    },
    onStart: () => [
      query.$state.listen((state) => {
        if (state.status === 'ready') $last.set(state.data);
      }),
    ],
  });

  return {
    start,
    $view,
    /** Shows a day `YYYY-MM-DD`; the empty text is the latest complete one. Other texts are refused with a sentence. */
    show(on: string) {
      if (on !== $on.get()) $on.set(on === $last.get()?.newest ? '' : on);
      load();
    },
    /** Refuses what was typed into the field, which is no day. */
    refuseTyped: () => $isImpossible.set(true),
    retry: load,
  };
}
