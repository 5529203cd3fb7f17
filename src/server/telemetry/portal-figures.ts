import { importSources, type RunStatus } from '#contract/imports.ts';
import type { FreshnessState } from '#domain/freshness.ts';
import { todayInBasin } from '#lib/calendar.ts';
import { hasAnsweredWithin } from '../db/last-answer.ts';
import type { Store } from '../db/store.ts';
import { readDataVersion } from '../http/query-cache.ts';
import { listRecordFreshness, listSourceStatuses } from '../modules/ingest-status/queries.ts';
import { withTimeout } from '../with-timeout.ts';

/** What the database says about imports and records. */
export type PortalFigures = {
  readonly dataVersion: number;
  /** The last run of each source. Times are milliseconds since 1970. */
  readonly imports: readonly {
    readonly source: string;
    readonly status: RunStatus;
    readonly succeededAt: number | undefined;
  }[];
  /** The number of records in each state. */
  readonly records: ReadonlyMap<FreshnessState, number>;
};

/** The last figures that could be read, and whether the last attempt succeeded. */
export type FigureState = { readonly figures: PortalFigures | undefined; readonly isAnswering: boolean };

/** Sources of imports, and those of runs that no agency is asked for. */
const knownSources = new Set<string>([...importSources, 'demo', 'statistics']);

async function readFigures(store: Store, now: Date): Promise<PortalFigures> {
  const dataVersion = Number(await readDataVersion(store));
  const sources = await listSourceStatuses(store);
  const records = new Map<FreshnessState, number>();
  for (const { state } of await listRecordFreshness(store, todayInBasin(now))) {
    records.set(state, (records.get(state) ?? 0) + 1);
  }
  const imports = sources
    .filter(({ source }) => knownSources.has(source))
    .map(({ source, status, succeeded_at }) => ({
      source,
      status,
      succeededAt: succeeded_at === null ? undefined : Date.parse(succeeded_at),
    }));
  return { dataVersion, imports, records };
}

export type FigureOptions = {
  /** Milliseconds of a clock that never goes back. */
  readonly clock: () => number;
  readonly now: () => Date;
};

/** How long figures are reused, because they are read from all records. */
const reuseMs = 15_000;
/** How long a caller waits for a database that is busy or away, before it gets the former figures. */
const waitMs = 2000;
/** After this time, the next caller asks again. */
const deadlineMs = 60_000;
const createLateError = () => new Error('The database did not answer in time.');

/** Returns a function that reads the figures at most every 15 s, and one at a time. It never rejects. */
export function createFigureReader(
  store: Store,
  { clock, now }: FigureOptions = { clock: () => performance.now(), now: () => new Date() },
): () => Promise<FigureState> {
  let state: FigureState = { figures: undefined, isAnswering: false };
  let startedAt = -Infinity;
  let pending: Promise<void> | undefined;
  const refresh = async () => {
    try {
      const figures = await withTimeout(readFigures(store, now()), deadlineMs, createLateError);
      state = { figures, isAnswering: true };
    } catch {
      state = { ...state, isAnswering: false };
    } finally {
      pending = undefined;
    }
  };
  return async () => {
    if (!pending && clock() - startedAt >= reuseMs) {
      startedAt = clock();
      pending = refresh();
    }
    if (!pending) return state;
    try {
      await withTimeout(pending, waitMs, createLateError);
      return state;
    } catch {
      // The embedded database runs one transaction at a time, so that figures may wait for an import's.
      return { ...state, isAnswering: hasAnsweredWithin(store, waitMs) };
    }
  };
}
