import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import { isDatabaseUnreachable, isReadOnly, isRecoveryConflict } from '../errors.ts';
import type { RunStatement } from '../queryable.ts';
import type { ReplicaStats } from '../store.ts';
import { createPostgresPool } from './postgres-pool.ts';

/** A server, and what runs statements there. */
export type Server = { readonly url: string; readonly run: RunStatement };

/** Runs statements that only read, and may see data of some seconds ago. */
type ReplicaReads = {
  readonly run: RunStatement;
  stats(): ReplicaStats;
  close(): Promise<void>;
};

/** A replica that may be further behind is not read while the primary answers. */
const maxLagMs = 5000;
const checkEveryMs = 1000;
/** How long a check of the replica waits for that of the primary, which it is measured by. */
const primaryFirstMs = 500;

/**
 * Reads from the replica while its data are at most 5 s old, otherwise from the primary. While the primary is away, it
 * reads from the replica whatever its lag, because there is nothing newer.
 */
export async function openReplicaReads(onPrimary: Server, onReplica: Server): Promise<ReplicaReads> {
  const primary = { ...onPrimary, watch: createServerWatch(onPrimary.url), statements: 0 };
  const replica = { ...onReplica, watch: createServerWatch(onReplica.url), statements: 0 };
  const meter = createLagMeter();
  let lagAtCheckMs: number | undefined;
  let isFollowing = false;

  function lagMs() {
    const state = replica.watch.state();
    return state?.isStandby ? meter.measure(state.position, performance.now()) : undefined;
  }

  async function check() {
    const primaryChecked = primary.watch.check().then(() => {
      const state = primary.watch.state();
      if (state && !state.isStandby) meter.notePrimary(state.position, state.askedAt);
    });
    await Promise.race([primaryChecked, setTimeout(primaryFirstMs)]);
    await replica.watch.check();
    lagAtCheckMs = lagMs();
    const state = replica.watch.state();
    // Reads return to it when it has caught up, so that nobody sees an older state than before.
    isFollowing = isCurrent() && (isFollowing || (state !== undefined && meter.isCaughtUp(state.position)));
  }

  const isPrimaryDown = () => primary.watch.state()?.isStandby !== false;
  const isCurrent = () => (lagMs() ?? Number.POSITIVE_INFINITY) <= maxLagMs;

  function runOn(server: typeof primary, ...[text, parameters, signal]: Parameters<RunStatement>) {
    const lost = server.watch.lost();
    const signals = [...(signal ? [signal] : []), ...(lost.aborted ? [] : [lost])];
    server.statements += 1;
    return server.run(text, parameters, AbortSignal.any(signals));
  }

  const closing = new AbortController();
  async function checkRepeatedly() {
    while (!closing.signal.aborted) {
      await setTimeout(checkEveryMs, undefined, { ref: false, signal: closing.signal }).catch(() => {});
      if (!closing.signal.aborted) await check();
    }
  }
  await check();
  const checks = checkRepeatedly();

  return {
    run: async (text, parameters, signal) => {
      const isReplicaFirst =
        replica.watch.state() !== undefined && (isPrimaryDown() || (isFollowing && isCurrent()));
      const [first, second] = isReplicaFirst ? [replica, primary] : [primary, replica];
      try {
        return await runOn(first, text, parameters, signal);
      } catch (error) {
        const isLost = isDatabaseUnreachable(error) && !isReadOnly(error);
        if (signal?.aborted || !(isLost || isRecoveryConflict(error))) throw error;
        if (isLost) first.watch.suspect();
        return runOn(second, text, parameters, signal);
      }
    },
    stats: () => ({
      state: replica.watch.state() === undefined ? 'away' : isFollowing && isCurrent() ? 'in use' : 'lagging',
      isPrimaryDown: isPrimaryDown(),
      lagSeconds: lagAtCheckMs === undefined ? undefined : lagAtCheckMs / 1000,
      statements: { primary: primary.statements, replica: replica.statements },
    }),
    close: async () => {
      closing.abort();
      await checks;
      await Promise.all([primary.watch.close(), replica.watch.close()]);
    },
  };
}

type ServerState = {
  readonly isStandby: boolean;
  /** The end of the log that a primary has written, or that a standby has replayed. */
  readonly position: bigint;
  /** In milliseconds of `performance.now()`. */
  readonly askedAt: number;
};

/** Knows whether a server answers, over connections of its own that no other statement can keep busy. */
type ServerWatch = {
  /** Asks the server. Simultaneous calls share one question. */
  check(): Promise<void>;
  /** What it answered last; undefined while it is away. */
  state(): ServerState | undefined;
  /** Aborted when the server is found to be away; another one when it is back. */
  lost(): AbortSignal;
  /** Counts it as away until it has answered, which it is asked at once. */
  suspect(): void;
  close(): Promise<void>;
};

const answerMs = 2000;

const Answer = z.object({ is_standby: z.boolean(), position: z.string() });

function createServerWatch(url: string): ServerWatch {
  // Of a server that does not answer, each question keeps its connection busy for up to 7 s, and comes after 3 s.
  const pool = createPostgresPool(url, 3);
  let state: ServerState | undefined;
  let lost = new AbortController();
  let checking: Promise<void> | undefined;

  function markLost() {
    state = undefined;
    lost.abort(Object.assign(new Error('The database server does not answer.'), { code: 'ETIMEDOUT' }));
  }

  async function check() {
    try {
      state = await askServer(pool.run);
      if (lost.signal.aborted) lost = new AbortController();
    } catch {
      markLost();
    }
  }

  function checkOnce() {
    checking ??= check().finally(() => {
      checking = undefined;
    });
    return checking;
  }

  return {
    check: checkOnce,
    state: () => state,
    lost: () => lost.signal,
    suspect: () => {
      markLost();
      void checkOnce();
    },
    close: pool.close,
  };
}

async function askServer(run: RunStatement): Promise<ServerState> {
  const askedAt = performance.now();
  const rows = await run(
    `select pg_is_in_recovery() as is_standby,
      (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end)::text as position`,
    [],
    AbortSignal.timeout(answerMs),
  );
  const [{ is_standby, position }] = z.tuple([Answer]).parse(rows);
  return { isStandby: is_standby, position: parseLogPosition(position), askedAt };
}

/** A position in the write-ahead log, e.g. `0/3000148`, as a number that grows. */
export function parseLogPosition(text: string): bigint {
  const [, high = '0', low = '0'] = /^([\dA-F]+)\/([\dA-F]+)$/i.exec(text) ?? [];
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** Measures by one clock, that of this process, how old the data of a replica are at most. */
type LagMeter = {
  /** The primary had written its log up to this position when it was asked at this time. */
  notePrimary(position: bigint, askedAt: number): void;
  /** Returns the milliseconds since the newest known state of the primary that a replica at this position contains. */
  measure(position: bigint, at: number): number | undefined;
  /** Whether a replica at this position contains the last known state of the primary. */
  isCaughtUp(position: bigint): boolean;
};

/** Samples that are remembered: at one a second, more than the lag at which a replica is no longer read. */
const maxSamples = 60;

export function createLagMeter(): LagMeter {
  let samples: { readonly position: bigint; readonly askedAt: number }[] = [];
  return {
    notePrimary: (position, askedAt) => {
      samples = [...samples, { position, askedAt }].slice(-maxSamples);
    },
    measure: (position, at) => {
      const reached = samples.findLast((sample) => sample.position <= position);
      return reached && at - reached.askedAt;
    },
    isCaughtUp: (position) => position >= (samples.at(-1)?.position ?? position + 1n),
  };
}
