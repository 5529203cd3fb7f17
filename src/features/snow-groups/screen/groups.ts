import { computed, type ReadableAtom } from 'nanostores';
import type { Requester } from '#contract/request.ts';
import { createQuery, dataOf } from '#stores/queries.ts';
import { readSnowBoard, readSnowGroup, type SnowBoard, type SnowGroup } from '../contract.ts';

/** The chosen group, the day, the latest by default, and the past water years that are drawn beside its own. */
export type GroupChoice = {
  readonly group: string;
  readonly on: string | undefined;
  readonly years: readonly number[];
};

type GroupsSettings = {
  request: Requester;
  /** Undefined for a basin file without groups. */
  $choice: ReadableAtom<GroupChoice | undefined>;
};

/** The groups of snow sites of a day, and the season of the chosen one. */
export function createGroupsState({ request, $choice }: GroupsSettings) {
  const board = createQuery<SnowBoard | null, Pick<GroupChoice, 'on'>>({
    onSubmit: true,
    isSame: (one, other) => one.on === other.on,
    fetch: (signal, { on }) => request(readSnowBoard, { query: queryOf(on) }, { signal, identify: true }),
  });
  const query = createQuery<SnowGroup, GroupChoice>({
    onSubmit: true,
    isSame: isSameChoice,
    fetch: (signal, { group, on, years }) => {
      const query = { group, ...queryOf(on), ...(years.length > 0 && { years: years.join() }) };
      return request(readSnowGroup, { query }, { signal, identify: true });
    },
  });

  /** Loads what is chosen, unless it is there. */
  function load(choice: GroupChoice | undefined): void {
    if (!choice) return;
    const [shown, drawn] = [board.$state.get(), query.$state.get()];
    if (shown.status === 'idle' || shown.selection.on !== choice.on) board.submit(choice);
    const isDrawn = drawn.status !== 'idle' && isSameChoice(drawn.selection, choice);
    if (!isDrawn) query.submit(choice);
  }

  let last: { readonly group: SnowGroup; readonly on: string | undefined } | undefined;

  return {
    board,
    query,
    $choice,
    /** The chosen group on its day, which stays there while other years are loaded beside it. */
    $group: computed([query.$state, $choice], (state, choice) => {
      if ('data' in state) last = { group: state.data, on: state.selection.on };
      return last?.group.label === choice?.group && last?.on === choice?.on ? last?.group : undefined;
    }),
    /** What the board says of the chosen group. Undefined until it is loaded. */
    $now: computed([board.$state, $choice], (state, choice) =>
      dataOf(state)?.groups.find(({ label }) => label === choice?.group),
    ),
    follow: () => $choice.subscribe(load),
  };
}

function isSameChoice(one: GroupChoice, other: GroupChoice): boolean {
  return one.on === other.on && one.group === other.group && one.years.join() === other.years.join();
}

function queryOf(on: string | undefined) {
  return on === undefined ? {} : { on };
}
