import { setTimeout } from 'node:timers/promises';
import { DatabaseError, type PoolClient } from 'pg';
import { isDatabaseUnreachable } from '../errors.ts';
import type { RunStatement } from '../queryable.ts';
import { isRead } from '../statement-text.ts';
import type { StoreStats } from '../store.ts';
import { createWorkQueue } from '../work-queue.ts';
import { cancelStatement, createSessions, rowsOf, runTransaction } from './connect-postgres.ts';

/** Connections to a PostgreSQL server, each with one statement or transaction at a time. */
export type PostgresPool = {
  /** An abort of the signal rejects with its reason at once, and stops the statement on the server. */
  readonly run: RunStatement;
  transaction<T>(work: (transaction: PoolClient) => Promise<T>): Promise<T>;
  stats(): StoreStats;
  close(): Promise<void>;
};

/** What is known of a piece of work if it fails. */
type Attempt = {
  /** The server may have done some of it. */
  isBegun: boolean;
  /** The server has not ended it. */
  isStuck: boolean;
  /** The connection has failed, which may be known before anything is sent. */
  isLost: boolean;
};

/** How long a server may take to stop a statement before its connection is given up. */
const stopGraceMs = 5000;

/** @throws Error for an address that `parsePostgresUrl` does not know */
export function createPostgresPool(url: string, size: number): PostgresPool {
  // Ours, because one cannot leave the queue of the driver's pool, which does not say either how long it is.
  const queue = createWorkQueue(size);
  const sessions = createSessions(url, size);

  /**
   * Lends a connection. A server ends idle ones, e.g. when it restarts, and may have done so before this process has
   * noticed: work that has not begun then is done on another connection.
   */
  async function withClient<T>(
    work: (client: PoolClient, attempt: Attempt) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    let opened = 0;
    for (;;) {
      signal?.throwIfAborted();
      const { client, isNew } = await sessions.take();
      if (isNew) opened += 1;
      const attempt = { isBegun: false, isStuck: false, isLost: false };
      const onError = () => {
        attempt.isLost = true;
      };
      client.once('error', onError);
      try {
        const result = await work(client, attempt);
        client.release();
        return result;
      } catch (error) {
        const isLost = isDatabaseUnreachable(error);
        client.release(isLost || attempt.isStuck);
        if (!isLost || attempt.isBegun || opened > 1) throw error;
      } finally {
        client.off('error', onError);
      }
    }
  }

  return {
    run: (text, parameters, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<unknown[]>();
      const onAbort = () => reject(signal?.reason);
      signal?.addEventListener('abort', onAbort, { once: true });
      const work = (client: PoolClient, attempt: Attempt) =>
        runStatement({ client, attempt, text, parameters, signal });
      // The turn of an aborted statement ends when the server has ended it.
      queue.run(() => withClient(work, signal), signal).then(resolve, reject);
      return promise.finally(() => signal?.removeEventListener('abort', onAbort));
    },
    transaction: (work) =>
      queue.run(() =>
        withClient((client, attempt) =>
          runTransaction(client, () => {
            throwIfLost(attempt);
            attempt.isBegun = true;
            return work(client);
          }),
        ),
      ),
    stats: queue.stats,
    close: sessions.close,
  };
}

type Run = {
  readonly client: PoolClient;
  readonly attempt: Attempt;
  readonly text: string;
  readonly parameters: Parameters<RunStatement>[1];
  readonly signal: AbortSignal | undefined;
};

async function runStatement({ client, attempt, text, parameters, signal }: Run): Promise<unknown[]> {
  const isOnlyRead = isRead(text);
  // A write is sent only where the connection answers: otherwise nobody would know whether it was executed.
  if (!isOnlyRead) await client.query('');
  throwIfLost(attempt);
  signal?.throwIfAborted();
  const isExtended = isOnlyRead || parameters.length > 0;
  const onParsed = () => {
    attempt.isBegun = true;
  };
  // What a server says first of a statement of the extended protocol, before it executes it.
  client.connection.once('parseComplete', onParsed);
  try {
    const result = client.query({ text, values: parameters, ...(isExtended && { queryMode: 'extended' }) });
    if (signal && !(await settlesBefore(result, signal))) {
      attempt.isStuck = !(await stopStatement(client, result));
      throw signal.reason;
    }
    return rowsOf(await result);
  } catch (error) {
    if (!isOnlyRead && !(isExtended && isSessionEnd(error))) attempt.isBegun = true;
    throw error;
  } finally {
    client.connection.off('parseComplete', onParsed);
  }
}

function throwIfLost({ isLost }: Attempt): void {
  if (isLost) throw new Error('Connection terminated.');
}

/** Whether the server has ended a session, by order of an administrator or because it was idle. */
function isSessionEnd(error: unknown): boolean {
  return error instanceof DatabaseError && /^57P0[15]$/.test(error.code ?? '');
}

async function settlesBefore(work: Promise<unknown>, signal: AbortSignal): Promise<boolean> {
  const { promise: aborted, resolve } = Promise.withResolvers<false>();
  const onAbort = () => resolve(false);
  signal.addEventListener('abort', onAbort, { once: true });
  const isSettled = await Promise.race([settle(work), aborted]);
  signal.removeEventListener('abort', onAbort);
  return isSettled;
}

/** Whether the server has ended the statement, and no request to cancel is on its way that could end another one. */
function stopStatement(client: PoolClient, statement: Promise<unknown>): Promise<boolean> {
  const stopped = Promise.all([cancelStatement(client), settle(statement)]).then(
    () => true,
    () => false,
  );
  return Promise.race([stopped, setTimeout(stopGraceMs, false, { ref: false })]);
}

function settle(work: Promise<unknown>): Promise<true> {
  return work.then(
    () => true,
    () => true,
  );
}
