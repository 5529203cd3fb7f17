import { setTimeout } from 'node:timers/promises';
import type { Connector } from './connect-postgres.ts';
import { isDatabaseUnreachable, isReadOnly, isRecoveryConflict } from './errors.ts';
import type { RunStatement } from './queryable.ts';
import { createLagMeter } from './replica-lag.ts';
import { createServerWatch } from './server-watch.ts';
import type { ReplicaStats } from './store.ts';

/** A server, and what runs statements there. */
export type Server = { readonly connector: Connector; readonly run: RunStatement };

/** Runs statements that only read, and may see data of some seconds ago. */
export type ReplicaReads = {
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
  const primary = { ...onPrimary, watch: createServerWatch(onPrimary.connector), statements: 0 };
  const replica = { ...onReplica, watch: createServerWatch(onReplica.connector), statements: 0 };
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
      await Promise.all([primary.watch.close(), replica.watch.close()]);
      await checks;
    },
  };
}
