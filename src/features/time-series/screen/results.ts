import type { DailyColumns, DailySeries } from '#contract/daily-data.ts';
import { type Requester, type RequestFailed, toRequestFailed } from '#contract/request.ts';
import { readDailyColumns } from '#contract/request-daily-columns.ts';
import { dayNumber } from '#lib/calendar.ts';
import { axesOf, type Selection, type Side, sides } from '../rules/selection.ts';
import type { Period } from './dates.ts';

/** `unused`: the selection has one axis. Of many locations, the first are drawn while the others are `loading`. */
export type SideResult =
  | { readonly status: 'unused' }
  | { readonly status: 'loading'; readonly first?: DailyColumns; readonly loadedCount?: number }
  /** `whole` has the values of `readPeriod`. */
  | { readonly status: 'ready'; readonly data: DailyColumns; readonly whole?: DailyColumns }
  | { readonly status: 'failed'; readonly error: RequestFailed };

type Submitted = {
  readonly shown: Selection;
  readonly period: Period;
  /** The days that are read, where the series of a feature need more of them than the period has. */
  readonly readPeriod?: Period | undefined;
};

/** The submitted selection and period, and the values of both axes. */
export type Results = Submitted & { readonly left: SideResult; readonly right: SideResult };

/** 50 locations over 45 years are some megabytes. */
const timeoutMs = 120_000;

/** The locations of one call: so many are loaded and drawn at once. */
export const locationsPerCall = 10;

const loading: SideResult = { status: 'loading' };

/** A selection before anything is loaded. */
export function toLoading(submitted: Submitted): Results {
  const right: SideResult = axesOf(submitted.shown).includes('right') ? loading : { status: 'unused' };
  return { ...submitted, left: loading, right };
}

/**
 * Loads the daily values of the axes, and reports each part as it comes. `previous` are the results of the same selection,
 * of which only the failed axes are loaded again.
 */
export async function loadResults(
  request: Requester,
  submitted: Submitted,
  { signal, previous, report }: LoadSettings,
): Promise<Results> {
  let results = toPending(previous ?? toLoading(submitted));
  report(results);
  const pendingSides = sides.filter((side) => results[side].status === 'loading');
  await Promise.all(
    pendingSides.map(async (side) => {
      const show = (result: SideResult) => {
        results = { ...results, [side]: result };
        report(results);
      };
      show(await readSide(request, submitted, side, { signal, show }));
    }),
  );
  return results;
}

type LoadSettings = {
  readonly signal: AbortSignal;
  readonly previous: Results | undefined;
  readonly report: (results: Results) => void;
};

type ReadSettings = { readonly signal: AbortSignal; readonly show: (part: SideResult) => void };

async function readSide(
  request: Requester,
  { shown, period, readPeriod = period }: Submitted,
  side: Side,
  { signal, show }: ReadSettings,
): Promise<SideResult> {
  const { parameter, locations } = shown[side];
  const { knownOn } = shown;
  const isWider = readPeriod.start < period.start || readPeriod.end > period.end;
  const read = (some: readonly number[]) => {
    const params = { parameter: String(parameter), locations: some.join(','), ...readPeriod };
    return readDailyColumns(request, params, { signal, timeout: timeoutMs, knownOn });
  };
  try {
    const first = await read(locations.slice(0, locationsPerCall));
    const series = [...first.series];
    const shownFirst = isWider ? clipColumns(first, period) : first;
    for (let at = locationsPerCall; at < locations.length; at += locationsPerCall) {
      show({ status: 'loading', first: shownFirst, loadedCount: at });
      series.push(...(await read(locations.slice(at, at + locationsPerCall))).series);
    }
    const whole = { ...first, series };
    return isWider
      ? { status: 'ready', data: clipColumns(whole, period), whole }
      : { status: 'ready', data: whole };
  } catch (cause) {
    return { status: 'failed', error: toRequestFailed(cause) };
  }
}

/** The values of a period, without the series that have none there. */
function clipColumns({ series, ...columns }: DailyColumns, { start, end }: Period): DailyColumns {
  const clip = (daily: DailySeries): DailySeries => {
    const origin = dayNumber(daily.start);
    const [from, to] = [dayNumber(start) - origin, dayNumber(end) - origin];
    const isInside = (day: number) => day >= from && day <= to;
    const inside = daily.dates.flatMap((day, at) => (isInside(day) ? [at] : []));
    return {
      ...daily,
      dates: inside.map((at) => daily.dates[at] ?? 0),
      values: inside.map((at) => daily.values[at] ?? 0),
      approval: inside.map((at) => daily.approval[at]).join(''),
      flagged: daily.flagged.filter(({ day }) => isInside(day)),
      changes: Object.fromEntries(Object.entries(daily.changes).filter(([day]) => isInside(Number(day)))),
    };
  };
  const clipped = series.map(clip).filter(({ dates, flagged }) => dates.length + flagged.length > 0);
  return { ...columns, series: clipped };
}

function toPending(results: Results): Results {
  const pending = (side: SideResult) => (side.status === 'failed' ? loading : side);
  return { ...results, left: pending(results.left), right: pending(results.right) };
}

export type SideSeries = {
  readonly side: Side;
  readonly parameter: number;
  readonly parameterName: string;
  readonly unit: string;
  /** In the order in which the locations were chosen. */
  readonly series: readonly DailySeries[];
};

export function isLoading({ left, right }: Results): boolean {
  return left.status === 'loading' || right.status === 'loading';
}

/** The values of an axis that can be drawn: all of them, or the first while others are loading. */
export function drawnColumns(result: SideResult): DailyColumns | undefined {
  if (result.status === 'ready') return result.data;
  return result.status === 'loading' ? result.first : undefined;
}

/** Whether the same lines are drawn for two states of a result, which then need not be drawn twice. */
export function isDrawnAlike(one: Results, other: Results): boolean {
  return (
    one.shown === other.shown &&
    sides.every(
      (side) =>
        one[side].status === other[side].status && drawnColumns(one[side]) === drawnColumns(other[side]),
    )
  );
}

/** What is still loading. Undefined after that. */
export function describeProgress(results: Results): string | undefined {
  if (!isLoading(results)) return undefined;
  const axes = axesOf(results.shown);
  const counts = axes.map((side) => results.shown[side].locations.length);
  if (counts.some((count) => count > locationsPerCall)) {
    const loaded = axes.map((side, at) => loadedCountOf(results[side], counts[at] ?? 0));
    const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0);
    return `${sum(loaded)} of ${sum(counts)} locations are loaded…`;
  }
  const waiting = axes.filter((side) => results[side].status === 'loading');
  if (waiting.length < axes.length) {
    return `The ${waiting[0] === 'left' ? 'right' : 'left'} axis is loaded, waiting for the ${waiting[0]} axis…`;
  }
  return `Loading ${waiting.length === 2 ? 'both axes' : 'the values'}…`;
}

function loadedCountOf(result: SideResult, all: number): number {
  return result.status === 'loading' ? (result.loadedCount ?? 0) : all;
}
