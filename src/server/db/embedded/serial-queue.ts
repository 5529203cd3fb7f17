import type { StoreStats } from '../store.ts';

/** Runs one piece of work at a time, in the order of the calls. */
export type SerialQueue = {
  /** Rejects with the signal's reason if it is aborted before the work has its turn. */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  stats(): StoreStats;
};

type Turn = { readonly since: number; readonly start: () => void };

/** The embedded engine has one connection, so whoever wants it waits here. */
export function createSerialQueue(now: () => number = () => performance.now()): SerialQueue {
  const waiting: Turn[] = [];
  let isBusy = false;

  function startNext() {
    const next = waiting.shift();
    isBusy = next !== undefined;
    next?.start();
  }

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
      if (isBusy) await takeTurn(signal);
      isBusy = true;
      try {
        return await work();
      } finally {
        startNext();
      }
    },
    stats: () => ({
      waiting: waiting.length,
      running: isBusy ? 1 : 0,
      longestWaitMs: waiting[0] ? now() - waiting[0].since : 0,
    }),
  };
}
