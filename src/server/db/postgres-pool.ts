import { setTimeout } from 'node:timers/promises';
import type postgres from 'postgres';
import type { Connector } from './connect-postgres.ts';
import type { RunStatement } from './queryable.ts';
import type { StoreStats } from './store.ts';
import { createWorkQueue } from './work-queue.ts';

/** Connections to a PostgreSQL server, each with one statement or transaction at a time. */
export type PostgresPool = {
  /** An abort of the signal rejects with its reason at once, and stops the statement on the server. */
  readonly run: RunStatement;
  transaction<T>(work: (transaction: Statements) => Promise<T>): Promise<T>;
  stats(): StoreStats;
  close(): Promise<void>;
};

/** What runs the statements of a transaction. */
export type Statements = Pick<postgres.TransactionSql, 'unsafe'>;

/** How long a server may take to stop a statement before its connection is given up. */
const stopGraceMs = 5000;

export function createPostgresPool(connector: Connector, size: number): PostgresPool {
  const queue = createWorkQueue(size);
  // The last one is used next, so that few are open while little is asked.
  const idle = Array.from({ length: size }, () => connector.connect({ max: 1 }));
  const isLent = new Set<postgres.Sql>();

  function takeClient(): postgres.Sql {
    for (let client = idle.pop(); client; client = idle.pop()) {
      if (!connector.isBroken(client)) return client;
      void client.end({ timeout: 0 });
    }
    return connector.connect({ max: 1 });
  }

  /** Passes a connection of its own to the work, and takes it back when `isFree` says so. */
  function lend<T>(
    work: (client: postgres.Sql) => { result: Promise<T>; isFree: Promise<boolean> },
    signal?: AbortSignal,
  ): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const turn = queue.run(async () => {
      const client = takeClient();
      isLent.add(client);
      const { result, isFree } = work(client);
      result.then(resolve, reject);
      const isUsable = await isFree;
      isLent.delete(client);
      if (isUsable && !connector.isBroken(client)) idle.push(client);
      else void client.end({ timeout: 0 });
    }, signal);
    turn.catch(reject);
    return promise;
  }

  return {
    run: (text, parameters, signal) =>
      lend((client) => {
        const statement = client.unsafe<postgres.Row[]>(text, parameters);
        return signal
          ? withSignal(statement, signal, () => connector.cancel(statement))
          : { result: statement, isFree: isSettled(statement) };
      }, signal),
    transaction: (work) =>
      lend((client) => {
        const result = runTransaction(client, () => connector.isBroken(client), work);
        return { result, isFree: isSettled(result) };
      }),
    stats: queue.stats,
    close: async () => {
      await Promise.all([...idle, ...isLent].map((client) => client.end({ timeout: 5 })));
    },
  };
}

function isSettled(work: Promise<unknown>): Promise<true> {
  return work.then(
    () => true,
    () => true,
  );
}

/** The connection is free when the server has ended the statement and no request to cancel is on its way. */
function withSignal<T>(statement: Promise<T>, signal: AbortSignal, cancel: () => Promise<void>) {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  let canceled: Promise<boolean> | undefined;
  const onAbort = () => {
    reject(signal.reason);
    const stopped = Promise.all([cancel().catch(() => {}), isSettled(statement)]).then(() => true);
    canceled = Promise.race([stopped, setTimeout(stopGraceMs, false, { ref: false })]);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  const result = Promise.race([statement, aborted]).finally(() =>
    signal.removeEventListener('abort', onAbort),
  );
  const isFree = isSettled(result).then(() => canceled ?? true);
  return { result, isFree };
}

/** Runs a transaction, which writes nothing to its connection once that is broken: the driver would end the process. */
async function runTransaction<T>(
  client: postgres.Sql,
  isBroken: () => boolean,
  work: (transaction: Statements) => Promise<T>,
): Promise<T> {
  // The driver's type for what a transaction returns takes arrays apart, and so wants a function here.
  const getResult = await client.begin(async (transaction) => {
    const unsafe: Statements['unsafe'] = (...statement) => {
      if (isBroken()) throw connectionClosed();
      return transaction.unsafe(...statement);
    };
    try {
      const result = await work({ unsafe });
      if (!isBroken()) return () => result;
    } catch (error) {
      if (!isBroken()) throw error;
    }
    // Now the driver would write COMMIT or ROLLBACK. It rejects the transaction by itself, because its connection closes.
    return new Promise<never>(() => {});
  });
  return getResult();
}

function connectionClosed(): Error {
  return Object.assign(new Error('The connection to the database has closed.'), {
    code: 'CONNECTION_CLOSED',
  });
}
