import { hash } from 'node:crypto';
import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { Store } from '../db/store.ts';
import { withTimeout } from '../with-timeout.ts';

/** How often something happened under a key in its running window, which begins with its first event. */
export type Count = {
  readonly count: number;
  /** Milliseconds until the window ends. */
  readonly msLeft: number;
};

export type Addition = {
  readonly key: string;
  /** Negative to give events back. */
  readonly amount: number;
  readonly windowMs: number;
};

/** Counts by key. Each call adds everything at once and returns the counts that result, in the order of the additions. */
export type CounterStore = {
  add(additions: readonly Addition[]): Promise<Count[]>;
};

type Entry = { count: number; endsAt: number };

const maxEntries = 50_000;

/** Counts in this process. `now` is a clock in milliseconds that is never set back. */
export function createMemoryCounters(now: () => number = () => performance.now()) {
  const entries = new Map<string, Entry>();

  function addOne({ key, amount, windowMs }: Addition): Count {
    const time = now();
    const entry = entries.get(key);
    if (entry && entry.endsAt > time) {
      entry.count = Math.max(0, entry.count + amount);
      return { count: entry.count, msLeft: entry.endsAt - time };
    }
    if (amount <= 0) return { count: 0, msLeft: 0 };
    set(key, { count: amount, msLeft: windowMs });
    return { count: amount, msLeft: windowMs };
  }

  function set(key: string, { count, msLeft }: Count) {
    const time = now();
    entries.set(key, { count, endsAt: time + msLeft });
    if (entries.size > maxEntries) removeEntries(entries, time);
  }

  return {
    addOne,
    add: async (additions: readonly Addition[]) => additions.map(addOne),
    /** The count of a key; 0 where its window has ended. */
    read(key: string): number {
      const entry = entries.get(key);
      return entry && entry.endsAt > now() ? entry.count : 0;
    },
    /** Replaces a count. */
    set,
  };
}

/** Removes the expired counts. If these are few, the lowest go, so that a flood of new keys does not clear a high one. */
function removeEntries(entries: Map<string, Entry>, time: number) {
  for (const [key, { endsAt }] of entries) if (endsAt <= time) entries.delete(key);
  const excess = entries.size - maxEntries * 0.9;
  if (excess <= 0) return;
  const lowestFirst = [...entries].sort(([, a], [, b]) => a.count - b.count);
  for (const [key] of lowestFirst.slice(0, Math.ceil(excess))) entries.delete(key);
}

/** Counts requests at once, in memory. */
export type RequestCounters = {
  /** A negative amount gives back what was counted. */
  add(key: string, windowMs: number, amount?: number): Count;
  /** Stops the exchange with other processes. */
  close(): void;
};

type RequestCounterOptions = {
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
    add(key, windowMs, amount = 1) {
      const result = local.addOne({ key, amount, windowMs });
      if (shared) pending.set(key, { amount: amountOf(key) + amount, windowMs });
      scheduleExchange();
      return result;
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

type Limits = {
  readonly requests: RequestCounters;
  /** Exact also across processes. */
  readonly attempts: CounterStore;
};

/** Creates the counters of one server: in memory for the embedded database, which has one process, else shared. */
export function createLimits(store: Store): Limits {
  if (store.engine === 'pglite') {
    return { requests: createRequestCounters(undefined), attempts: createMemoryCounters() };
  }
  const shared = createDatabaseCounters(store);
  return { requests: createRequestCounters(shared), attempts: withMemoryFallback(shared) };
}

const CountRow = z.object({ key_hash: z.string(), count: z.int(), ms_left: z.number() });

const purgeIntervalMs = 60_000;

/**
 * Counts in a table that all processes share, by the clock of the database. Keys are stored as hashes, because they
 * contain addresses of clients.
 */
export function createDatabaseCounters(store: Store): CounterStore {
  let purgedAt = Number.NEGATIVE_INFINITY;

  async function removeExpired() {
    if (performance.now() - purgedAt < purgeIntervalMs) return;
    purgedAt = performance.now();
    await store.query(sql`delete from rate_counter where window_ends_at < clock_timestamp()`);
  }

  return {
    async add(additions) {
      await removeExpired();
      const rows = await store.query(addSql(sumByHash(additions)), CountRow);
      const counts = new Map(rows.map((row) => [row.key_hash, { count: row.count, msLeft: row.ms_left }]));
      return additions.map(({ key }) => counts.get(hashOf(key)) ?? { count: 0, msLeft: 0 });
    },
  };
}

/** One row per key, in the same order in every process, so that two of them never wait for each other. */
function sumByHash(additions: readonly Addition[]) {
  const sums = new Map<string, { amount: number; window_ms: number }>();
  for (const { key, amount, windowMs } of additions) {
    const before = sums.get(hashOf(key))?.amount ?? 0;
    sums.set(hashOf(key), { amount: before + amount, window_ms: windowMs });
  }
  return [...sums]
    .map(([key_hash, sum]) => ({ key_hash, ...sum }))
    .sort((a, b) => (a.key_hash < b.key_hash ? -1 : 1));
}

/**
 * A window that ends much later than a new one would is left over from before the database's clock was set back, and
 * starts again. The minute is for a statement that waited for another one with the same key.
 */
function addSql(sums: ReturnType<typeof sumByHash>) {
  const isRunning = sql`rate_counter.window_ends_at > clock_timestamp()
    and rate_counter.window_ends_at <= excluded.window_ends_at + interval '1 minute'`;
  return sql`insert into rate_counter (key_hash, count, window_ends_at)
    select key_hash, amount, clock_timestamp() + window_ms * interval '1 millisecond'
    from jsonb_to_recordset(${JSON.stringify(sums)}::text::jsonb)
      as added (key_hash text, amount int, window_ms float8)
    where amount > 0 or exists (select from rate_counter present where present.key_hash = added.key_hash)
    order by key_hash
    on conflict (key_hash) do update set
      count = greatest(0, excluded.count + case when ${isRunning} then rate_counter.count else 0 end),
      window_ends_at = case when ${isRunning} then rate_counter.window_ends_at else excluded.window_ends_at end
    returning key_hash, count,
      (extract(epoch from window_ends_at - clock_timestamp()) * 1000)::float8 as ms_left`;
}

const hashOf = (key: string) => hash('sha256', key, 'base64url');

/**
 * Counts in memory while the shared store does not answer, so that nobody waits for it. Memory goes on from the last
 * counts that this process knows: an outage is no new quota.
 */
export function withMemoryFallback(
  shared: CounterStore,
  { timeoutMs = 2000, retryAfterMs = 5000, now = () => performance.now() } = {},
): CounterStore {
  const memory = createMemoryCounters(now);
  let failedAt = Number.NEGATIVE_INFINITY;
  return {
    async add(additions): Promise<Count[]> {
      if (now() - failedAt >= retryAfterMs) {
        try {
          const timedOut = () => new Error('The counters took too long.');
          const counts = await withTimeout(shared.add(additions), timeoutMs, timedOut);
          for (const [index, count] of counts.entries()) memory.set(additions[index]?.key ?? '', count);
          return counts;
        } catch {
          failedAt = now();
        }
      }
      return memory.add(additions);
    },
  };
}
