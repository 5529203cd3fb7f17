import { hash } from 'node:crypto';
import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { Store } from '../db/store.ts';
import { withTimeout } from '../with-timeout.ts';
import { type Addition, type Count, type CounterStore, createMemoryCounters } from './counter-store.ts';

const CountRow = z.object({ key_hash: z.string(), count: z.int(), ms_left: z.number() });

const purgeIntervalMs = 60_000;

/**
 * Counts in a table that all processes share, by the clock of the database. Keys are stored as hashes, because they
 * contain addresses of clients.
 */
export function createDatabaseCounters(
  store: Store,
  now: () => number = () => performance.now(),
): CounterStore {
  let purgedAt = Number.NEGATIVE_INFINITY;

  async function removeExpired() {
    if (now() - purgedAt < purgeIntervalMs) return;
    purgedAt = now();
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
