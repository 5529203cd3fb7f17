import { computed } from 'nanostores';
import { readDailyColumns } from '#client/daily-columns.ts';
import { type Requester, type RequestFailed, toRequestFailed } from '#client/request.ts';
import type { DailyColumns } from '#contract/daily-data.ts';
import { axesOf, isSameSelection, type Selection, type Side, sides } from '#domain/time-series/selection.ts';
import { createSubmitQuery } from '#stores/queries.ts';
import type { Period } from './dates.ts';

/** `unused`: the selection has one axis. */
export type SideResult =
  | { readonly status: 'unused' }
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly data: DailyColumns }
  | { readonly status: 'failed'; readonly error: RequestFailed };

type Submitted = { readonly shown: Selection; readonly period: Period };

/** The submitted selection and period, and the values of both axes. */
export type Results = Submitted & { readonly left: SideResult; readonly right: SideResult };

/** 50 locations over 45 years are some megabytes. */
const timeoutMs = 120_000;

const loading: SideResult = { status: 'loading' };

/** The axes of a selection before anything is loaded. */
function toLoading({ shown }: Submitted): Pick<Results, Side> {
  return { left: loading, right: axesOf(shown).includes('right') ? loading : { status: 'unused' } };
}

/** Loads the daily values of the axes. A retry loads the failed axis only. */
export function createResults(request: Requester) {
  const query = createSubmitQuery<Results, Submitted>({
    isSame: (one, other) => isSameSelection(one.shown, other.shown),
    async fetch(submitted, signal, { previous, report }) {
      let results = toPending(previous ?? { ...submitted, ...toLoading(submitted) });
      report(results);
      const pendingSides = sides.filter((side) => results[side].status === 'loading');
      await Promise.all(
        pendingSides.map(async (side) => {
          const result = await readSide(submitted, side, signal);
          results = { ...results, [side]: result };
          report(results);
        }),
      );
      return results;
    },
  });

  async function readSide(
    { shown, period }: Submitted,
    side: Side,
    signal: AbortSignal,
  ): Promise<SideResult> {
    const { parameter, locations } = shown[side];
    const { knownOn } = shown;
    const params = { parameter: String(parameter), locations: locations.join(','), ...period };
    try {
      const data = await readDailyColumns(request, params, { signal, timeout: timeoutMs, knownOn });
      return { status: 'ready', data };
    } catch (cause) {
      return { status: 'failed', error: toRequestFailed(cause) };
    }
  }

  const $results = computed(query.$state, (state): Results | undefined => {
    if (state.status === 'idle' || state.status === 'failed') return undefined;
    return state.status === 'loading'
      ? (state.partial ?? { ...state.selection, ...toLoading(state.selection) })
      : state.data;
  });
  return {
    $results,
    $loading: computed($results, (results) => results !== undefined && isLoading(results)),
    load: (shown: Selection, period: Period) => query.submit({ shown, period }),
    retry: query.retry,
    cancel: query.cancel,
    clear: query.clear,
  };
}

function toPending(results: Results): Results {
  const pending = (side: SideResult) => (side.status === 'failed' ? loading : side);
  return { ...results, left: pending(results.left), right: pending(results.right) };
}

export function isLoading({ left, right }: Results): boolean {
  return left.status === 'loading' || right.status === 'loading';
}
