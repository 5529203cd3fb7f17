import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { LockLost, withLock } from '#server/db/locks.ts';
import { openStore } from '#server/db/open-store.ts';
import type { Store } from '#server/db/store.ts';
import { createTestDatabase } from '../support/engines.ts';

const key = 7;
const seconds = 1;

describe.skipIf(!inject('postgresUrl'))('a lock that processes share', () => {
  let one: Store;
  let other: Store;
  let url: string;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    const database = await createTestDatabase();
    ({ url, drop } = database);
    one = await openStore(database.url, { leaseSeconds: seconds });
    other = await openStore(database.url, { leaseSeconds: seconds });
  });
  afterEach(async () => {
    await Promise.all([one.close(), other.close()]);
    await drop();
  });

  const take = async (store: Store) => {
    const lock = await store.tryLock(key);
    if (!lock) throw new Error('The lock is taken.');
    return lock;
  };

  test('is one’s until it is released', async () => {
    const lock = await take(one);
    expect(await other.tryLock(key)).toBeUndefined();
    expect(await one.tryLock(key)).toBeUndefined();
    expect(await other.tryLock(key + 1)).toBeDefined();
    await lock.release();
    expect(await other.tryLock(key)).toBeDefined();
  });

  test('lasts as long as its process extends it', async () => {
    const lock = await take(one);
    const end = performance.now() + 2.5 * seconds * 1000;
    await expect.poll(() => performance.now(), { timeout: 5000 }).toBeGreaterThan(end);
    expect(await other.tryLock(key)).toBeUndefined();
    expect(lock.lost.aborted).toBe(false);
    await lock.release();
  });

  test('is waited for by work that needs it', async () => {
    const order: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = withLock(one, key, async () => {
      order.push('first');
      await promise;
      order.push('first ended');
    });
    await expect.poll(() => order).toEqual(['first']);
    const second = withLock(other, key, async () => order.push('second'));
    expect(await other.tryLock(key)).toBeUndefined();
    resolve();
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'first ended', 'second']);
  });

  test('of a process that has ended is taken over when it expires, by one of several', async () => {
    await take(one);
    await one.close();
    expect(await other.tryLock(key)).toBeUndefined();
    await expect
      .poll(
        async () => (await other.query('select from lease where expires_at <= clock_timestamp()')).length,
        {
          timeout: 5000,
        },
      )
      .toBe(1);
    const locks = await Promise.all(Array.from({ length: 5 }, () => other.tryLock(key)));
    expect(locks.filter((lock) => lock !== undefined)).toHaveLength(1);
  });

  test('that was lost ends the work of who had it', async () => {
    const lock = await take(one);
    await other.query("update lease set holder = 'another process'");
    await expect(one.transaction((transaction) => lock.hold(transaction))).rejects.toThrow(LockLost);
    expect(lock.lost.aborted).toBe(true);
  });

  test('that was lost is noticed without a transaction, too', async () => {
    const lock = await take(one);
    await other.query("update lease set holder = 'another process'");
    await expect.poll(() => lock.lost.aborted, { timeout: 5000 }).toBe(true);
  });

  test('is taken over after a transaction that holds it, not amid it, although it has expired', async () => {
    const patient = await openStore(url, { leaseSeconds: 60 });
    const lock = await take(patient);
    await one.query("update lease set expires_at = clock_timestamp() - interval '1 minute'");
    let isOver = false;
    const takeover = patient
      .transaction(async (transaction) => {
        await lock.hold(transaction);
        const next = other.tryLock(key).then((taken) => {
          isOver = taken !== undefined;
        });
        const isWaiting =
          "select from pg_stat_activity where wait_event_type = 'Lock' and query like 'insert into lease%'";
        await expect.poll(async () => (await one.query(isWaiting)).length).toBe(1);
        expect(isOver).toBe(false);
        return { next };
      })
      .then(({ next }) => next);
    await takeover;
    expect(isOver).toBe(true);
    await patient.close();
  });
});
