import { connectPostgres } from './connect-postgres.ts';

/** Takes the lock of a number and returns a function that releases it; undefined if someone else holds it. */
export type TryLock = (key: number) => Promise<(() => Promise<void>) | undefined>;

/** Creates locks within this process, the only one that has the embedded database open. */
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
 * Creates advisory locks on a PostgreSQL server. Each lock has its own connection, so it ends with the process, however
 * that ends.
 */
export function createAdvisoryLocks(url: string): TryLock {
  return async (key) => {
    const connection = connectPostgres(url, {
      max: 1,
      // A renewed connection would have lost its lock.
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
