import { sql } from 'drizzle-orm/sql';
import { expect, inject, test } from 'vitest';
import * as z from 'zod/mini';
import { withSignal } from '#server/db/queryable.ts';
import { describeEngines } from '../support/engines.ts';
import { closeAfter } from '../support/set-up.ts';

const Row = z.object({ n: z.int() });
const late = new Error('The time is over.');

describeEngines('a statement whose time is over', async (open) => {
  const store = closeAfter(await open());

  test('does not begin', async () => {
    const stopped = withSignal(store, AbortSignal.abort(late));
    await expect(
      stopped.query(sql`insert into parameter values (1, 'X', 'x') returning 1 as n`, Row),
    ).rejects.toBe(late);
    expect(await store.query('select 1 from parameter')).toEqual([]);
  });

  test('leaves the queue, and those behind it have their turn', async () => {
    const mayEnd = Promise.withResolvers<void>();
    const holders = Array.from({ length: 10 }, () => store.transaction(() => mayEnd.promise));
    await expect.poll(() => store.stats().running).toBeGreaterThanOrEqual(1);
    const controller = new AbortController();
    const waiting = withSignal(store, controller.signal).query(sql`select 1 as n`, Row);
    const behind = store.query(sql`select 2 as n`, Row);
    controller.abort(late);
    await expect(waiting).rejects.toBe(late);
    mayEnd.resolve();
    await Promise.all(holders);
    expect(await behind).toEqual([{ n: 2 }]);
  });

  test('is canceled on the server of PostgreSQL', async () => {
    if (!inject('postgresUrl') || store.engine !== 'postgresql') return;
    const controller = new AbortController();
    const slow = withSignal(store, controller.signal).query(sql`select 1 as n, pg_sleep(600)`, Row);
    const countRunning = async () =>
      (
        await store.query(`select 1 from pg_stat_activity where state = 'active' and query like '%pg_sleep(600)%'
        and pid <> pg_backend_pid()`)
      ).length;
    await expect.poll(countRunning).toBe(1);
    controller.abort(late);
    await expect(slow).rejects.toThrow();
    await expect.poll(countRunning).toBe(0);
  });
});
