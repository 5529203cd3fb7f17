import { setTimeout } from 'node:timers/promises';
import type postgres from 'postgres';
import type { Connector } from './connect-postgres.ts';
import { parseLogPosition } from './replica-lag.ts';

export type ServerState = {
  readonly isStandby: boolean;
  /** The end of the log that a primary has written, or that a standby has replayed. */
  readonly position: bigint;
  /** In milliseconds of `performance.now()`. */
  readonly askedAt: number;
};

/** Knows whether a server answers, over a connection of its own that no other statement can keep busy. */
export type ServerWatch = {
  /** Asks the server. Simultaneous calls share one question. */
  check(): Promise<void>;
  /** What it answered last; undefined while it is away. */
  state(): ServerState | undefined;
  /** Aborted when the server is found to be away; another one when it is back. */
  lost(): AbortSignal;
  /** Counts it as away until it has answered, which it is asked at once. */
  suspect(): void;
  close(): Promise<void>;
};

const answerMs = 2000;

export function createServerWatch(connector: Connector): ServerWatch {
  let client: postgres.Sql | undefined;
  let state: ServerState | undefined;
  let lost = new AbortController();
  let checking: Promise<void> | undefined;

  function markLost() {
    state = undefined;
    lost.abort(Object.assign(new Error('The database server does not answer.'), { code: 'ETIMEDOUT' }));
  }

  async function check() {
    client ??= connector.connect({ max: 1, fetch_types: false });
    try {
      const late = setTimeout(answerMs, undefined, { ref: false });
      const answer = await Promise.race([askServer(client), late]);
      if (!answer) throw new Error('The server took too long to answer.');
      state = answer;
      if (lost.signal.aborted) lost = new AbortController();
    } catch {
      // A connection that no longer answers would not find out that the server is back.
      await client.end({ timeout: 0 });
      client = undefined;
      markLost();
    }
  }

  function checkOnce() {
    checking ??= check().finally(() => {
      checking = undefined;
    });
    return checking;
  }

  return {
    check: checkOnce,
    state: () => state,
    lost: () => lost.signal,
    suspect: () => {
      markLost();
      void checkOnce();
    },
    close: async () => {
      await client?.end({ timeout: 0 });
    },
  };
}

async function askServer(client: postgres.Sql): Promise<ServerState> {
  const askedAt = performance.now();
  const [row] = await client<{ is_standby: boolean; position: string }[]>`
    select pg_is_in_recovery() as is_standby,
      (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end)::text as position`;
  if (!row) throw new Error('A select without a table returned no row.');
  return { isStandby: row.is_standby, position: parseLogPosition(row.position), askedAt };
}
