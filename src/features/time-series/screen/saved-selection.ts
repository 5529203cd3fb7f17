import { atom } from 'nanostores';
import { RequestFailed } from '#contract/request.ts';
import { showToast } from '#lib/page/toasts.ts';
import { request } from '#stores/api.ts';
import { saveTimeseriesFilter, type TimeseriesFilter } from '../contract.ts';
import { emptySelection, type Selection } from '../rules/selection.ts';

/** `unreadable`: the user's saved filters could not be parsed, and the default replaces them. */
type SavedSelection = { readonly selection: Selection; readonly unreadable: boolean };

/** Finds the user's saved filters, else the default ones, else an empty selection. */
export function findSavedSelection(sub: string, filters: readonly TimeseriesFilter[]): SavedSelection {
  const own = filters.find((each) => each.user_uuid === sub);
  const fallback = filters.find((each) => each.user_uuid === 'default');
  const used = own && !own.unreadable ? own : fallback;
  return {
    selection: used && !used.unreadable ? toSelection(used) : emptySelection,
    unreadable: own?.unreadable === true,
  };
}

type FilterFields = Omit<TimeseriesFilter, 'user_uuid' | 'unreadable'>;

export function toFilter({ huc8s, left, right, start, end }: Selection): FilterFields {
  return {
    huc8s: [...huc8s],
    parameter_left: left.parameter ?? null,
    parameter_right: right.parameter ?? null,
    locations_left: [...left.locations],
    locations_right: [...right.locations],
    start_date: start ?? null,
    end_date: end ?? null,
  };
}

function toSelection(filter: FilterFields): Selection {
  return {
    huc8s: filter.huc8s,
    left: { parameter: filter.parameter_left ?? undefined, locations: filter.locations_left },
    right: { parameter: filter.parameter_right ?? undefined, locations: filter.locations_right },
    start: filter.start_date ?? undefined,
    end: filter.end_date ?? undefined,
  };
}

export type SaveQueueSettings = {
  /** The owner of the filters: the `sub` of the token. */
  sub: string;
};

/** Saves one selection at a time, so that the last one submitted is stored last. */
export function createSaveQueue({ sub }: SaveQueueSettings) {
  const $saving = atom(false);
  let next: Selection | undefined;

  async function save(selection: Selection): Promise<void> {
    next = selection;
    if ($saving.get()) return;
    $saving.set(true);
    let outcome: { message: string; severity: 'success' | 'error' } | undefined;
    while (next) {
      const now = next;
      next = undefined;
      outcome = await write(now);
    }
    $saving.set(false);
    if (outcome) showToast(outcome.message, outcome.severity);
  }

  async function write(selection: Selection) {
    try {
      await request(saveTimeseriesFilter, { body: { user_uuid: sub, ...toFilter(selection) } });
      return { message: 'New filters were applied to the database', severity: 'success' } as const;
    } catch (cause) {
      const message = cause instanceof RequestFailed ? cause.message : '';
      return { message: message || 'Something went wrong', severity: 'error' } as const;
    }
  }

  return { $saving, save };
}
