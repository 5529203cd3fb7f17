import { type Count, type CounterStore, createMemoryCounters } from './counter-store.ts';

/** Counts requests at once, in memory. */
export type RequestCounters = {
  add(key: string, windowMs: number): Count;
  /** Stops the exchange with other processes. */
  close(): void;
};

export type RequestCounterOptions = {
  /** A clock in milliseconds that is never set back. */
  now?: () => number;
  exchangeMs?: number;
};

const maxExchanged = 2000;

/**
 * Counts in memory and, where there is a shared store, adds up with the other processes about once a second, so that
 * no request waits for a database. Until then each process knows only its own requests, so a limit may be exceeded by
 * one second's requests of the other processes.
 */
export function createRequestCounters(
  shared: CounterStore | undefined,
  { now = () => performance.now(), exchangeMs = 1000 }: RequestCounterOptions = {},
): RequestCounters {
  const local = createMemoryCounters(now);
  /** What this process has counted since the last exchange. */
  const pending = new Map<string, { amount: number; windowMs: number }>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const amountOf = (key: string) => pending.get(key)?.amount ?? 0;

  /** Takes what is to be sent, without counts whose window has ended. */
  function takePending() {
    const taken = [...pending].slice(0, maxExchanged);
    for (const [key] of taken) pending.delete(key);
    return taken
      .map(([key, { amount, windowMs }]) => ({ key, windowMs, amount: Math.min(amount, local.read(key)) }))
      .filter(({ amount }) => amount > 0);
  }

  async function exchange(store: CounterStore) {
    const sent = takePending();
    if (sent.length === 0) return;
    try {
      const counts = await store.add(sent);
      for (const [index, { key }] of sent.entries()) {
        const { count = 0, msLeft = 0 } = counts[index] ?? {};
        local.set(key, { count: count + amountOf(key), msLeft });
      }
    } catch {
      // The limit of this process still holds, and the next exchange sends what was not added.
      for (const { key, amount, windowMs } of sent) {
        pending.set(key, { amount: amount + amountOf(key), windowMs });
      }
    }
  }

  function scheduleExchange() {
    if (!shared || timer || isClosed) return;
    timer = setTimeout(async () => {
      await exchange(shared);
      timer = undefined;
      if (pending.size > 0) scheduleExchange();
    }, exchangeMs).unref();
  }

  return {
    add(key, windowMs) {
      const result = local.addOne({ key, amount: 1, windowMs });
      if (shared) pending.set(key, { amount: amountOf(key) + 1, windowMs });
      scheduleExchange();
      return result;
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
