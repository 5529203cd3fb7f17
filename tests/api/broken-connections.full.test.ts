import { setImmediate as nextTick } from 'node:timers/promises';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { isDatabaseUnreachable } from '#server/db/errors.ts';
import { openStore } from '#server/db/open-store.ts';
import type { Queryable } from '#server/db/store.ts';
import { createTestDatabase } from '../support/engines.ts';
import { closeAfter } from '../support/set-up.ts';

const rounds = 40;

/** An error that nobody catches would end the portal; here it fails the run. */
describe.skipIf(inject('postgresUrl') === undefined)('a connection that the server ends', async () => {
  const database = await createTestDatabase();
  const store = closeAfter(await openStore(database.url, { connections: 2 }));
  const operator = closeAfter(await openStore(database.url, { connections: 1 }));
  await store.query('create table thing (name text)');
  afterAll(async () => {
    await database?.drop();
  });

  const pidOf = async (from: Pick<Queryable, 'query'>) => {
    const [row] = await from.query<{ pid: number }>('select pg_backend_pid() as pid');
    return row?.pid ?? 0;
  };
  const names = async () => {
    const rows = await store.query<{ name: string }>('select name from thing order by name');
    return rows.map(({ name }) => name);
  };

  /** Ends a session, and waits until this process has noticed. */
  async function endSession(pid: number) {
    await operator.query('select pg_terminate_backend($1)', [pid]);
    await expect
      .poll(async () => (await operator.query('select from pg_stat_activity where pid = $1', [pid])).length)
      .toBe(0);
    for (let turn = 0; turn < 20; turn += 1) await nextTick();
  }

  test('within a transaction rejects what follows, and nothing of it is written', async () => {
    const outcomes: unknown[] = [];
    const transaction = store.transaction(async (within) => {
      await within.query("insert into thing values ('lost')");
      await endSession(await pidOf(within));
      for (const name of ['one', 'two']) {
        outcomes.push(
          await within.query(`insert into thing values ('${name}')`).then(
            () => 'written',
            (error) => isDatabaseUnreachable(error),
          ),
        );
      }
    });
    await expect(transaction).rejects.toSatisfy(isDatabaseUnreachable);
    await expect.poll(() => outcomes).toEqual([true, true]);
    expect(await names()).toEqual([]);
  });

  test('before the end of a transaction rejects it, whether its work succeeded or failed', async () => {
    for (const fault of [undefined, new Error('The work failed.')]) {
      const transaction = store.transaction(async (within) => {
        await within.query("insert into thing values ('lost')");
        await endSession(await pidOf(within));
        if (fault) throw fault;
      });
      await expect(transaction).rejects.toSatisfy(isDatabaseUnreachable);
    }
    expect(await names()).toEqual([]);
  });

  const endIdleSessions = () =>
    operator.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
        and state = 'idle' and pid <> pg_backend_pid()`,
    );

  /** Starts work of each kind; writes add a row each to `count`. */
  const startWork = (round: number) => [
    store.query('select 1 as one'),
    store.query('select $1::int as one', [1]),
    store.query('insert into done values ($1)', [`write ${round}`]),
    store.query(`insert into done values ('text ${round}')`),
    store.transaction((within) => within.query('insert into done values ($1)', [`within ${round}`])),
    store.query('with one as (select 1 as one) select one from one'),
  ];
  const readDone = async () =>
    (await operator.query<{ name: string }>('select name from done order by 1')).map(({ name }) => name);

  test('before work begins, and before this process has noticed, costs nothing', async () => {
    await operator.query('create table done (name text)');
    for (let round = 0; round < rounds; round += 1) {
      await endIdleSessions();
      await Promise.all(startWork(round));
    }
    const written = Array.from({ length: rounds }, (_, round) =>
      ['text', 'within', 'write'].map((kind) => `${kind} ${round}`),
    );
    expect(await readDone()).toEqual(written.flat().sort());
    await operator.query('drop table done');
  });

  test('while work begins lets nothing be written twice', async () => {
    await operator.query('create table done (name text unique)');
    const failures: unknown[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const [, ...outcomes] = await Promise.allSettled([endIdleSessions(), ...startWork(round)]);
      failures.push(...outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : [])));
    }
    // A transaction that had begun is lost; nothing is refused because it was repeated after it had succeeded.
    expect(failures.filter((reason) => !isDatabaseUnreachable(reason))).toEqual([]);
    expect((await readDone()).length).toBeGreaterThanOrEqual(3 * rounds - failures.length);
    await operator.query('drop table done');
  });

  test('while it is idle costs no statement', async () => {
    const pids = new Set(await Promise.all([pidOf(store), pidOf(store)]));
    for (const pid of pids) await endSession(pid);
    for (let round = 0; round < 3; round += 1) {
      await store.transaction((within) => within.query(`insert into thing values ('new ${round}')`));
    }
    expect(await names()).toEqual(['new 0', 'new 1', 'new 2']);
    expect(store.stats()).toMatchObject({ waiting: 0 });
  });

  test('amid many statements rejects those, and the next ones are answered', async () => {
    for (let round = 0; round < 5; round += 1) {
      const slow = Array.from({ length: 6 }, () =>
        store.query('select pg_sleep(0.2), pg_backend_pid() as pid').then(
          () => true,
          (error) => isDatabaseUnreachable(error),
        ),
      );
      await operator.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where query like 'select pg_sleep%' and pid <> pg_backend_pid()",
      );
      expect(await Promise.all(slow)).toEqual(slow.map(() => true));
      expect(await names()).toHaveLength(3);
    }
  });
});
