import type { StoreStats } from './store.ts';

/** Runs pieces of work, at most so many at a time, in the order of the calls. */
export type WorkQueue = {
  /** Rejects with the signal's reason if it is aborted before the work has its turn. */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  stats(): StoreStats;
};

type Turn = { readonly since: number; readonly start: () => void };

/** An engine has so many connections, so whoever wants one waits here. */
export function createWorkQueue(connections: number, now: () => number = () => performance.now()): WorkQueue {
  const waiting: Turn[] = [];
  let running = 0;

  function takeTurn(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const withdraw = () => {
      const at = waiting.indexOf(turn);
      if (at >= 0) waiting.splice(at, 1);
      reject(signal?.reason);
    };
    const start = () => {
      signal?.removeEventListener('abort', withdraw);
      resolve();
    };
    const turn = { since: now(), start };
    signal?.addEventListener('abort', withdraw, { once: true });
    waiting.push(turn);
    return promise;
  }

  return {
    run: async (work, signal) => {
      signal?.throwIfAborted();
      // Whoever ends hands its turn on, so that nobody can step in between.
      if (running >= connections) await takeTurn(signal);
      else running += 1;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next.start();
        else running -= 1;
      }
    },
    stats: () => ({
      waiting: waiting.length,
      running,
      longestWaitMs: waiting[0] ? now() - waiting[0].since : 0,
    }),
  };
}
