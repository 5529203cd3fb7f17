import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm/sql';
import type { Queryable } from './queryable.ts';

export type Lock = {
  /** Aborted if the lock is lost, e.g. because the database was away for too long. */
  readonly lost: AbortSignal;
  /**
   * Keeps the lock until the end of the transaction.
   * @throws LockLost
   */
  hold(transaction: Queryable): Promise<void>;
  release(): Promise<void>;
};

/** Takes the lock of a number; undefined if someone else holds it. */
export type TryLock = (key: number) => Promise<Lock | undefined>;

const retryMs = 500;

/** Runs `work` with a lock that all processes on one database share, and waits for it if someone else holds it. */
export async function withLock<T>(
  { tryLock }: { readonly tryLock: TryLock },
  key: number,
  work: () => Promise<T>,
): Promise<T> {
  let lock = await tryLock(key);
  while (!lock) {
    await sleep(retryMs);
    lock = await tryLock(key);
  }
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

/** Another process may hold the lock now. */
export class LockLost extends Error {
  override name = 'LockLost';
}

/** Creates locks within this process, the only one that has the embedded database open. */
export function createProcessLocks(): TryLock {
  const held = new Set<number>();
  return async (key) => {
    if (held.has(key)) return undefined;
    held.add(key);
    return {
      lost: new AbortController().signal,
      hold: async () => {},
      release: async () => {
        held.delete(key);
      },
    };
  };
}

export const leaseSeconds = 15;

/**
 * Creates locks that all processes on one database share, as rows that their holders extend. A lock ends that long
 * after its process has ended, however that ended. It needs no session, which a pooler would not preserve.
 */
export function createLeases(store: Queryable, seconds: number): TryLock {
  const end = sql`clock_timestamp() + make_interval(secs => ${seconds})`;
  return async (key) => {
    const holder = randomUUID();
    const isMine = sql`key = ${key} and holder = ${holder}`;
    // Asked first, because an insert would wait for a transaction that holds the lock.
    const taken = await store.query(
      sql`select from lease where key = ${key} and expires_at > clock_timestamp()`,
    );
    if (taken.length > 0) return undefined;
    const rows = await store.query(
      sql`insert into lease (key, holder, expires_at) values (${key}, ${holder}, ${end})
        on conflict (key) do update set holder = excluded.holder, expires_at = ${end}
          where lease.expires_at <= clock_timestamp()
        returning key`,
    );
    if (rows.length === 0) return undefined;
    const controller = new AbortController();
    const lose = () => controller.abort(new LockLost('The lock of this process has expired.'));
    let expiry = setTimeout(lose, seconds * 1000).unref();
    const extend = async () => {
      const askedAt = performance.now();
      const extended = await store.query(
        sql`update lease set expires_at = ${end} where ${isMine} returning key`,
      );
      if (controller.signal.aborted) return;
      clearTimeout(expiry);
      if (extended.length === 0) lose();
      else expiry = setTimeout(lose, seconds * 1000 - (performance.now() - askedAt)).unref();
    };
    // A failure is of no consequence if the next try, before the lock expires, succeeds.
    const heartbeat = setInterval(() => extend().catch(() => {}), (seconds * 1000) / 5).unref();
    return {
      lost: controller.signal,
      hold: async (transaction) => {
        const mine = await transaction.query(sql`select from lease where ${isMine} for share`);
        if (mine.length > 0) return;
        lose();
        throw controller.signal.reason;
      },
      release: async () => {
        clearInterval(heartbeat);
        clearTimeout(expiry);
        await store.query(sql`delete from lease where ${isMine}`);
      },
    };
  };
}

/** An arbitrary number, the same in every importer: who holds its lock imports into the database. */
export const importLockKey = 17_040_212;
