import { connectPostgres } from './connect-postgres.ts';

/** Takes what a number stands for, and returns what gives it back; undefined where someone else has it. */
export type TryLock = (key: number) => Promise<(() => Promise<void>) | undefined>;

/** Within this process, to which an embedded database belongs. */
export function createProcessLocks(): TryLock {
  const held = new Set<number>();
  return async (key) => {
    if (held.has(key)) return undefined;
    held.add(key);
    return async () => {
      held.delete(key);
    };
  };
}

/**
 * Advisory locks of a PostgreSQL server, each on a connection of its own: whatever ends the process ends the
 * connection, and with it the lock.
 */
export function createAdvisoryLocks(url: string): TryLock {
  return async (key) => {
    const connection = connectPostgres(url, {
      max: 1,
      // A connection that was renewed would have lost its lock.
      max_lifetime: null,
    });
    try {
      const [row] = await connection<{ taken: boolean }[]>`select pg_try_advisory_lock(${key}) as taken`;
      if (row?.taken) return () => connection.end({ timeout: 5 });
    } catch (error) {
      await connection.end({ timeout: 1 });
      throw error;
    }
    await connection.end({ timeout: 5 });
    return undefined;
  };
}
