import type { TimeseriesFilter } from '#contract/time-series.ts';
import { emptySelection, type Selection } from '#domain/time-series/selection.ts';

/** `unreadable`: the user's saved filters could not be parsed, and the default replaces them. */
export type SavedSelection = { readonly selection: Selection; readonly unreadable: boolean };

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
