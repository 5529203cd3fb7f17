import { atom, computed } from 'nanostores';
import type { Requester, RequestFailed } from '#contract/request.ts';
import { clockInBasin, todayInBasin } from '#lib/basin-clock.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { timeOfDay } from '#lib/calendar-names.ts';
import type { SafeStorage } from '#lib/page/storage.ts';
import { parseStoredJson, property } from '#lib/page/storage.ts';
import type { Address } from '#stores/address.ts';
import {
  type AskedDay,
  impossibleDay,
  parseAskedDay,
  readOn,
  readOthers,
  stepDay,
  writeOn,
} from '#stores/asked-day.ts';
import { addressPart, createScreen } from '#stores/create-screen.ts';
import { createQuery, errorOf, type SubmitState } from '#stores/queries.ts';
import type { PageClock } from '#stores/renewal.ts';
import { Brief, readBrief } from '../contract.ts';

/** A brief, and when it came, in milliseconds since 1970. */
export type LoadedBrief = { readonly brief: Brief; readonly at: number };

const storageKey = 'today-brief';

export type TodaySettings = {
  request: Requester;
  address: Address;
  storage: SafeStorage;
  now: () => Date;
  clock?: PageClock;
};

/** What the page shows. `brief` is the last one that arrived; `isCurrent` says whether it is that of the asked day. */
export type TodayView = {
  readonly asked: AskedDay;
  readonly today: string;
  readonly brief: LoadedBrief['brief'] | undefined;
  readonly isCurrent: boolean;
  readonly isLoading: boolean;
  /** Why the asked day is not shown; undefined while it is, or loads. `retry`: the call may succeed the next time. */
  readonly problem: { readonly message: string; readonly action: 'retry' | 'back' } | undefined;
  /** The days before and after, as the address has them. Undefined in the future. */
  readonly previous: string | undefined;
  readonly next: string | undefined;
};

export type Today = ReturnType<typeof createToday>;

/** The state of the page Today: the asked day in the address, and the last brief that arrived. */
export function createToday({ request, address, storage, now, clock }: TodaySettings) {
  const $on = atom('');
  const $others = atom('');
  const $isImpossible = atom(false);
  const $last = atom<LoadedBrief | undefined>(readStoredBrief(storage));
  const query = createQuery<LoadedBrief['brief'], string>({
    onSubmit: true,
    isSame: (one, other) => one === other,
    fetch: (signal, on) => request(readBrief, { query: on === '' ? {} : { on } }, { signal, identify: true }),
    now: () => now().getTime(),
  });
  const today = () => todayInBasin(now());

  const $view = computed(
    [$on, $isImpossible, query.$state, $last],
    (on, isImpossible, state, last): TodayView => {
      const asked = isImpossible ? impossibleDay : parseAskedDay(on, today(), last?.brief.first);
      const day = asked.kind === 'day' ? asked.day : today();
      const isCurrent = asked.kind !== 'refused' && last?.brief.on === day;
      const isLoading = asked.kind !== 'refused' && state.status === 'loading';
      return {
        asked,
        today: today(),
        brief: last?.brief,
        isCurrent,
        isLoading,
        problem: problemOf({ asked, day, state, last, now: now() }),
        previous: stepDay(day, -1, today()),
        next: stepDay(day, 1, today()),
      };
    },
  );

  /** Loads the asked day. One that cannot have a brief is not asked for. */
  function load(): void {
    $isImpossible.set(false);
    const asked = parseAskedDay($on.get(), today(), $last.get()?.brief.first);
    if (asked.kind === 'refused') query.clear();
    else query.submit(asked.kind === 'day' ? asked.day : '');
  }

  /** Loads today's brief again; that of a past day changes too rarely. */
  function renew(): void {
    if (parseAskedDay($on.get(), today()).kind === 'today') void query.retry();
  }

  const screen = createScreen({
    address,
    parts: [
      addressPart($on, { read: readOn, write: writeOn, isStep: () => true }),
      addressPart($others, { read: readOthers, write: (query) => query }),
    ],
    submitted: [query],
    onRestored: load,
    renew,
    ...(clock && { clock }),
    onStart: () => [
      $view.listen(() => {}),
      query.$state.listen((state) => {
        if (state.status !== 'ready') return;
        const loaded = { brief: state.data, at: state.at };
        $last.set(loaded);
        // Without storage, the page does without: nothing was entered.
        storage.setItem(storageKey, JSON.stringify(loaded));
      }),
    ],
  });

  return {
    start: screen.start,
    $view,
    /** Shows a day `YYYY-MM-DD`; the empty text is today. Other texts are refused with a sentence. */
    show(on: string) {
      if (on !== $on.get()) $on.set(on === today() ? '' : on);
      load();
    },
    /** Refuses what was typed into the field, which is no day. */
    refuseTyped: () => $isImpossible.set(true),
    retry: load,
  };
}

/** The last brief that this browser has loaded. Undefined for none, and for one of another version of the portal. */
export function readStoredBrief(storage: SafeStorage): LoadedBrief | undefined {
  const stored = parseStoredJson(storage.getItem(storageKey));
  const at = property(stored, 'at');
  const brief = Brief.safeParse(property(stored, 'brief'));
  return typeof at === 'number' && Number.isFinite(at) && brief.success
    ? { brief: brief.data, at }
    : undefined;
}

type ProblemContext = {
  readonly asked: AskedDay;
  readonly day: string;
  readonly state: SubmitState<LoadedBrief['brief'], string>;
  readonly last: LoadedBrief | undefined;
  readonly now: Date;
};

function problemOf({ asked, day, state, last, now }: ProblemContext): TodayView['problem'] {
  if (asked.kind === 'refused') return { message: asked.message, action: 'back' };
  const error = state.status === 'idle' ? undefined : errorOf(state);
  if (!error) return undefined;
  if (error.status === 400) return { message: error.message, action: 'back' };
  const reason = describeCause(error);
  if (!last) return { message: `The brief could not be loaded: ${reason}.`, action: 'retry' };
  const time = describeTime(last.at, now);
  if (last.brief.on === day) return { message: `Brief of ${time}; ${reason}.`, action: 'retry' };
  return {
    message: `The brief of ${formatUsDate(day)} could not be loaded: ${reason}. This is that of ${formatUsDate(last.brief.on)}, loaded at ${time}`,
    action: 'retry',
  };
}

function describeCause({ reason, message }: RequestFailed): string {
  if (reason === 'offline') return 'the portal cannot be reached';
  if (reason === 'timeout') return 'the portal takes too long to answer';
  return `the portal answered: ${message.replace(/\.$/, '')}`;
}

/** The time of day in the basin, with the day where it is not today's: `7:02 a.m.`, `11/22/2026, 7:02 a.m.` */
export function describeTime(instant: number, now: Date): string {
  const clock = clockInBasin(new Date(instant));
  const time = timeOfDay(clock);
  const day = clock.slice(0, 10);
  return day === todayInBasin(now) ? time : `${formatUsDate(day)}, ${time}`;
}
