import { sql } from 'drizzle-orm/sql';
import { afterAll, describe, expect, inject, test } from 'vitest';
import * as z from 'zod/mini';
import { isDatabaseUnreachable } from '#server/db/errors.ts';
import { openStore } from '#server/db/open-store.ts';
import { connectPostgres } from '#server/db/postgres/connect-postgres.ts';
import { createPooler, hasPooler } from '../support/pgbouncer.ts';
import { createCluster, createReplica } from '../support/postgres.ts';
import { closeAfter } from '../support/set-up.ts';

const isPossible = inject('postgresUrl') && !process.env.TEST_DATABASE_URL && hasPooler;

// Servers of its own, because they are stopped; where they cannot be had, the run has said why.
describe.skipIf(!isPossible)('reads of a store with a replica', async () => {
  const created = await createCluster();
  if ('unavailable' in created) throw new Error(created.unavailable);
  const primary = created;
  const replica = await createReplica(primary, 'replica');
  const pooler = await createPooler({ replica: { port: replica.port, database: 'postgres' } });
  const store = closeAfter(
    await openStore(primary.url, { readUrl: pooler.urlOf('replica'), connections: 3 }),
  );
  await store.query('create table thing (name text)');

  afterAll(async () => {
    await pooler?.remove();
    await replica?.remove();
    await primary?.remove();
  });

  const reads = () => {
    if (!store.reads) throw new Error('The store has no replica.');
    return store.reads;
  };
  const isAtReplica = async () => {
    const [row] = await reads().query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
    return row?.standby;
  };
  const names = async () => {
    const rows = await reads().query<{ name: string }>('select name from thing order by name');
    return rows.map(({ name }) => name);
  };
  const state = () => store.stats().replica?.state;
  const poll = { timeout: 20_000, interval: 50 };

  async function pauseReplay(isPaused: boolean) {
    const client = await connectPostgres(replica.url);
    await client.query(isPaused ? 'select pg_wal_replay_pause()' : 'select pg_wal_replay_resume()');
    await client.end();
  }

  async function untilReplicated(name: string) {
    const client = await connectPostgres(replica.url);
    const find = () => client.query('select from thing where name = $1', [name]);
    await expect.poll(async () => (await find()).rows, poll).toHaveLength(1);
    await client.end();
  }

  test('go to the replica, writes and their reader to the primary', async () => {
    await expect.poll(isAtReplica, poll).toBe(true);
    const [row] = await store.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
    expect(row?.standby).toBe(false);
    await expect(reads().query("insert into thing values ('refused')")).rejects.toThrow(/read-only/);
    expect(store.stats().replica).toMatchObject({ state: 'in use', isPrimaryDown: false });
    expect(store.stats().replica?.lagSeconds).toBeLessThan(3);
  });

  test('see nothing older than 5 s while the replica does not follow', async () => {
    await expect.poll(state, poll).toBe('in use');
    await pauseReplay(true);
    await store.query("insert into thing values ('new')");
    const writtenAt = performance.now();
    let lastOld = 0;
    const askAgain = async () => {
      const began = performance.now();
      const found = await names();
      if (found.length === 0) lastOld = began - writtenAt;
      return found;
    };
    await expect.poll(askAgain, poll).toEqual(['new']);
    // When the last statement that did not see it began: how long it and the next one took does not count.
    expect(lastOld).toBeLessThan(5500);
    expect(await isAtReplica()).toBe(false);
    expect(state()).toBe('lagging');
    expect(store.stats().replica?.lagSeconds).toBeGreaterThan(4);
    await pauseReplay(false);
    await expect.poll(isAtReplica, poll).toBe(true);
    expect(await names()).toEqual(['new']);
  });

  test('go on while the replica is stopped, and return to it', async () => {
    await replica.stop();
    expect(await names()).toEqual(['new']);
    expect(state()).toBe('away');
    await replica.start();
    await expect.poll(isAtReplica, poll).toBe(true);
  });

  test('that a server no longer answers are asked of the other one', async () => {
    const timeReads = async (count: number) => {
      pooler.suspend(true);
      try {
        const asked = performance.now();
        const answers = await Promise.all(Array.from({ length: count }, names));
        expect(answers).toEqual(Array.from({ length: count }, () => ['new']));
        return performance.now() - asked;
      } finally {
        pooler.suspend(false);
        await expect.poll(isAtReplica, poll).toBe(true);
      }
    };
    const one = await timeReads(1);
    // More than there are connections: those that hang give theirs back, instead of hanging again.
    expect(await timeReads(8)).toBeLessThan(2.5 * one);
  });

  test('go on while the primary is away, and writes say so', async () => {
    await expect.poll(isAtReplica, poll).toBe(true);
    await primary.stop();
    expect(await names()).toEqual(['new']);
    await expect(store.query("insert into thing values ('lost')")).rejects.toThrow(/ECONNREFUSED|CLOSED/);
    await expect.poll(() => store.stats().replica?.isPrimaryDown, poll).toBe(true);
    expect(await names()).toEqual(['new']);
    await primary.start();
    await expect.poll(() => store.stats().replica?.isPrimaryDown, poll).toBe(false);
    await store.query("insert into thing values ('other')");
    await expect.poll(names, poll).toEqual(['new', 'other']);
  });

  test('of a person who gives up are stopped on the server', async () => {
    await expect.poll(isAtReplica, poll).toBe(true);
    const controller = new AbortController();
    const running = reads().query(sql`select pg_sleep(60)::text as slept`, z.object({ slept: z.string() }), {
      signal: controller.signal,
    });
    const count = async () => {
      const rows = await reads().query(
        "select from pg_stat_activity where state = 'active' and query like '%pg_sleep(60)%' and pid <> pg_backend_pid()",
      );
      return rows.length;
    };
    await expect.poll(count, poll).toBe(1);
    controller.abort(new Error('given up'));
    await expect(running).rejects.toThrow('given up');
    await expect.poll(count, poll).toBe(0);
    // The connection of the stopped statement serves others.
    expect(await Promise.all(Array.from({ length: 6 }, names))).toHaveLength(6);
  });

  test('and writes of a store with two addresses find the server that has been promoted', async () => {
    const hosts = [primary, replica].map(({ port }) => `127.0.0.1:${port}`).join(',');
    const both = await openStore(`postgres://portal@${hosts}/postgres?target_session_attrs=read-write`);
    try {
      await both.query("insert into thing values ('third')");
      await untilReplicated('third');
      await primary.stop();
      // The replica is reached, and is not what is wanted.
      await expect(both.query("insert into thing values ('refused')")).rejects.toSatisfy(
        isDatabaseUnreachable,
      );
      await replica.promote();
      const write = () =>
        both.query("insert into thing values ('fourth')").then(
          () => 'written',
          () => 'refused',
        );
      await expect.poll(write, poll).toBe('written');
      const rows = await both.query<{ name: string }>(
        "select name from thing where name like '%r%' order by 1",
      );
      expect(rows.map(({ name }) => name)).toEqual(['fourth', 'other', 'third']);
    } finally {
      await both.close();
    }
  });
});
