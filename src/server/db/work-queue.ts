import { currentOwner } from '../limits/request-budget.ts';
import type { StoreStats } from './store.ts';

/** Runs pieces of work, at most so many at a time. */
export type WorkQueue = {
  /** Rejects with the signal's reason if it is aborted before the work has its turn. */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Waits for a turn, which lasts until the returned function is called. */
  take(signal?: AbortSignal): Promise<() => void>;
  stats(): StoreStats;
};

type Turn = { readonly since: number; readonly start: () => void };

/** Somebody whose work runs or waits. `servedAt` is when a turn last began or ended. */
type Owner = { running: number; servedAt: number; readonly waiting: Turn[] };

export type WorkQueueOptions = {
  /** Pieces of one owner that may run at a time. */
  readonly maxPerOwner?: number;
  readonly now?: () => number;
};

/**
 * An engine has so many connections, so whoever wants one waits here. The turns are those of owners, the callers of the
 * portal: next is the one with the fewest running pieces, then the one who has waited longest since a turn. So a hundred
 * statements of one caller hold up another one's by one statement. The pieces of one owner run in the order of the calls.
 */
export function createWorkQueue(
  max: number,
  { maxPerOwner = max, now = () => performance.now() }: WorkQueueOptions = {},
): WorkQueue {
  const owners = new Map<string, Owner>();
  let running = 0;
  let waiting = 0;

  function ownerOf(key: string): Owner {
    const owner = owners.get(key) ?? { running: 0, servedAt: Number.NEGATIVE_INFINITY, waiting: [] };
    owners.set(key, owner);
    return owner;
  }

  /** What waits behind other work of its own owner says nothing of how busy the portal is for others. */
  const waitingSince = ({ servedAt, waiting: [first] }: Owner) =>
    first ? Math.max(first.since, servedAt) : Number.POSITIVE_INFINITY;

  function findNext(): Owner | undefined {
    let next: Owner | undefined;
    for (const owner of owners.values()) {
      if (owner.waiting.length === 0 || owner.running >= maxPerOwner) continue;
      const isBefore =
        !next ||
        owner.running < next.running ||
        (owner.running === next.running && waitingSince(owner) < waitingSince(next));
      if (isBefore) next = owner;
    }
    return next;
  }

  function startNext() {
    for (let next = findNext(); next && running < max; next = findNext()) {
      const turn = next.waiting.shift();
      waiting -= 1;
      begin(next);
      turn?.start();
    }
  }

  function begin(owner: Owner) {
    running += 1;
    owner.running += 1;
    owner.servedAt = now();
  }

  function forgetIdle(key: string, owner: Owner) {
    if (owner.running === 0 && owner.waiting.length === 0) owners.delete(key);
  }

  function end(key: string, owner: Owner) {
    running -= 1;
    owner.running -= 1;
    owner.servedAt = now();
    startNext();
    forgetIdle(key, owner);
  }

  function waitForTurn(key: string, owner: Owner, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const withdraw = () => {
      const at = owner.waiting.indexOf(turn);
      if (at < 0) return;
      owner.waiting.splice(at, 1);
      waiting -= 1;
      forgetIdle(key, owner);
      reject(signal?.reason);
    };
    const start = () => {
      signal?.removeEventListener('abort', withdraw);
      resolve();
    };
    const turn = { since: now(), start };
    signal?.addEventListener('abort', withdraw, { once: true });
    owner.waiting.push(turn);
    waiting += 1;
    return promise;
  }

  async function take(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const key = currentOwner();
    const owner = ownerOf(key);
    // Whoever ends hands its turn on, so that nobody can step in between.
    if (running < max && owner.running < maxPerOwner) begin(owner);
    else await waitForTurn(key, owner, signal);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      end(key, owner);
    };
  }

  return {
    take,
    run: async (work, signal) => {
      const release = await take(signal);
      try {
        return await work();
      } finally {
        release();
      }
    },
    stats: () => ({
      waiting,
      running,
      longestWaitMs: [...owners.values()].reduce(
        (longest, owner) => Math.max(longest, now() - waitingSince(owner)),
        0,
      ),
    }),
  };
}
