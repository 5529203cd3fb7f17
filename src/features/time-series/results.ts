import { atom, computed } from 'nanostores';
import { readDailyColumns } from '#client/daily-columns.ts';
import { type Requester, type RequestFailed, toRequestFailed } from '#client/request.ts';
import type { DailyColumns } from '#contract/time-series.ts';
import type { Period } from '#domain/time-series/dates.ts';
import { isSameSelection, type Selection, type Side, sides } from '#domain/time-series/selection.ts';

export type SideResult =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly data: DailyColumns }
  | { readonly status: 'failed'; readonly error: RequestFailed };

/** What was submitted, from when to when, and what came of it. */
export type Results = {
  readonly shown: Selection;
  readonly period: Period;
  readonly left: SideResult;
  readonly right: SideResult;
};

/** 50 locations over 45 years are some megabytes. */
const timeoutMs = 120_000;

const loading: SideResult = { status: 'loading' };

/** The daily values of both axes. A new load takes the place of the one under way; the last one wins. */
export function createResults(request: Requester) {
  const $results = atom<Results | undefined>(undefined);
  const $loading = computed($results, (results) => results !== undefined && isLoading(results));
  let settled: Results | undefined;
  let activeController: AbortController | undefined;

  async function load(shown: Selection, period: Period): Promise<void> {
    const now = $results.get();
    // A second press while the same is on its way asks for nothing new.
    if (now && isLoading(now) && isSameSelection(now.shown, shown)) return;
    await run({ shown, period, left: loading, right: loading });
  }

  /** Asks again for what failed; the axis that came stays. */
  async function retry(): Promise<void> {
    const now = $results.get();
    if (!now || isLoading(now)) return;
    const toRetry = (side: SideResult) => (side.status === 'failed' ? loading : side);
    await run({ ...now, left: toRetry(now.left), right: toRetry(now.right) });
  }

  async function run(start: Results): Promise<void> {
    activeController?.abort();
    const controller = new AbortController();
    activeController = controller;
    $results.set(start);
    const pendingSides = sides.filter((side) => start[side].status === 'loading');
    await Promise.all(
      pendingSides.map(async (side) => {
        const result = await readSide(start, side, controller.signal);
        const now = $results.get();
        if (activeController === controller && now) $results.set({ ...now, [side]: result });
      }),
    );
    if (activeController === controller) {
      activeController = undefined;
      settled = $results.get();
    }
  }

  async function readSide({ shown, period }: Results, side: Side, signal: AbortSignal): Promise<SideResult> {
    const { parameter, locations } = shown[side];
    const params = { parameter: String(parameter), locations: locations.join(','), ...period };
    try {
      return {
        status: 'ready',
        data: await readDailyColumns(request, params, { signal, timeout: timeoutMs }),
      };
    } catch (cause) {
      return { status: 'failed', error: toRequestFailed(cause) };
    }
  }

  /** Back to what was shown before. */
  function cancel(): void {
    activeController?.abort();
    activeController = undefined;
    $results.set(settled);
  }

  function clear(): void {
    settled = undefined;
    cancel();
  }

  return { $results, $loading, load, retry, cancel, clear };
}

export function isLoading({ left, right }: Results): boolean {
  return left.status === 'loading' || right.status === 'loading';
}
