import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { importSources, type RunStatus, runStatuses } from '#contract/imports.ts';
import { type FreshnessState, freshnessStates } from '#domain/freshness.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import type { Config } from '../config.ts';
import { hasAnsweredWithin } from '../db/last-answer.ts';
import type { Store } from '../db/store.ts';
import { readFreeDiskBytes } from '../disk.ts';
import { readDataVersion } from '../http/query-cache.ts';
import { listRecordFreshness, listSourceStatuses } from '../imports/ingest-status.ts';
import { packageInfo } from '../package-info.ts';
import { withTimeout } from '../with-timeout.ts';
import type { RouteLabels } from './route-labels.ts';

export type RequestLabels = RouteLabels & {
  /** E.g. `2xx`. */
  readonly status: string;
};

/** Figures about the portal for operators, in the text format of Prometheus. No label has a person's data. */
export type Metrics = {
  observeRequest(labels: RequestLabels, seconds: number): void;
  /** Counts a request that was refused by design. */
  countRefusal(status: number): void;
  /** Never waits for more than a few seconds, whatever the database does. */
  readText(): Promise<string>;
  readonly contentType: string;
};

/** Upper bounds in seconds: from a page in memory to the time limit of a call. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

export function createMetrics(store: Store, config: Config, options?: FigureOptions): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'portal_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its response',
    labelNames: ['route', 'method', 'status'],
    buckets: requestBuckets,
    registers: [registry],
  });
  const refusals = new Counter({
    name: 'portal_refusals_total',
    help: 'Requests that were refused by design, by status: 4xx, and 503 while too many wait or not ready',
    labelNames: ['status'],
    registers: [registry],
  });
  const gauge: AddGauge = (name, help, labelNames = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });

  gauge('portal_info', 'Version of the portal and engine of its database; always 1', [
    'version',
    'engine',
  ]).set({ version: packageInfo.version, engine: store.engine }, 1);
  const updateStore = addStoreGauges(gauge, store);
  const diskFree = gauge(
    'portal_disk_free_bytes',
    'Bytes that the portal may still write where it stores data and files',
  );

  const databaseUp = gauge(
    'portal_database_up',
    'Whether the database answered the last statement of this page',
  );
  const dataVersion = gauge('portal_data_version', 'Version of the published data');
  const importAge = gauge(
    'portal_import_age_seconds',
    'Time since the end of the last import without failures',
    ['source'],
  );
  const importResult = gauge('portal_import_result', 'State of the last import; 1 for the one it has', [
    'source',
    'result',
  ]);
  const records = gauge('portal_records', 'Records by state; a late one has not reported as usual', [
    'state',
  ]);
  const now = options?.now ?? (() => new Date());
  const readFigures = createFigureReader(store, options);

  async function updateFigures() {
    const { figures, isAnswering } = await readFigures();
    databaseUp.set(isAnswering ? 1 : 0);
    if (!figures) return;
    dataVersion.set(figures.dataVersion);
    for (const { source, status, succeededAt } of figures.imports) {
      // A clock that was set back must not give a negative age.
      if (succeededAt) importAge.set({ source }, Math.max(0, (now().getTime() - succeededAt) / 1000));
      for (const result of runStatuses) importResult.set({ source, result }, result === status ? 1 : 0);
    }
    for (const state of freshnessStates) records.set({ state }, figures.records.get(state) ?? 0);
  }

  const updateReplica = store.stats().replica ? addReplicaGauges(gauge, store) : undefined;
  return {
    observeRequest: (labels, seconds) => requests.observe(labels, seconds),
    countRefusal: (status) => refusals.inc({ status: String(status) }),
    readText: async () => {
      await updateFigures();
      updateReplica?.();
      updateStore();
      diskFree.set(await readFreeDiskBytes(config).catch(() => Number.NaN));
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}

type AddGauge = <Name extends string>(
  name: string,
  help: string,
  labelNames?: readonly Name[],
) => Gauge<Name>;

const replicaStates = ['in use', 'lagging', 'away'] as const;

/** Adds the gauges of a replica. Returns what updates them. */
function addReplicaGauges(gauge: AddGauge, store: Store): () => void {
  const statements = gauge('portal_database_reads', 'Reads that were sent to each server since the start', [
    'server',
  ]);
  const state = gauge('portal_replica_state', 'State of the replica; 1 for the one it has', ['state']);
  const primary = gauge('portal_primary_up', 'Whether the primary server accepts writes');
  const lag = gauge(
    'portal_replica_lag_seconds',
    'How old the data of the replica were at the last check, at most',
  );
  return () => {
    const { replica } = store.stats();
    if (!replica) return;
    lag.set(replica.lagSeconds ?? Number.NaN);
    primary.set(replica.isPrimaryDown ? 0 : 1);
    for (const each of replicaStates) state.set({ state: each }, each === replica.state ? 1 : 0);
    statements.set({ server: 'primary' }, replica.statements.primary);
    statements.set({ server: 'replica' }, replica.statements.replica);
  };
}

/** Adds the gauges of the database's turns. Returns what updates them. */
function addStoreGauges(gauge: AddGauge, store: Store): () => void {
  const running = gauge('portal_database_running', 'Statements and transactions that are running');
  const waiting = gauge('portal_database_waiting', 'Statements and transactions that wait for a turn');
  const longestWait = gauge(
    'portal_database_longest_wait_seconds',
    'Time that the first of those waiting has waited',
  );
  return () => {
    const stats = store.stats();
    running.set(stats.running);
    waiting.set(stats.waiting);
    longestWait.set(stats.longestWaitMs / 1000);
  };
}

/** What the database says about imports and records. */
type PortalFigures = {
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
type FigureState = { readonly figures: PortalFigures | undefined; readonly isAnswering: boolean };

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

type FigureOptions = {
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
function createFigureReader(
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
