import net from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { type ClientBase, type ClientConfig, Pool, type PoolClient, type QueryResult } from 'pg';
import { parse as parseArray } from 'postgres-array';
import * as z from 'zod/mini';
import { timeLimit } from '../../limits/time-limit.ts';
import { parsePostgresUrl, type WantedRole } from './postgres-url.ts';

/** Connections to the server, or to that one of several servers that has the wanted role. They are used again. */
type Sessions = {
  /** Lends one until its `release` is called. `isNew`: nobody has used it before. */
  take(): Promise<{ readonly client: PoolClient; readonly isNew: boolean }>;
  /** Waits for those that are lent, some seconds at most. */
  close(): Promise<void>;
};

/** What a server lists the connections of portals as. */
export const portalApplication = 'water-data-portal';

const connectMs = 5000;
/** How long each of several servers is waited for. */
const probeMs = 2000;
const closeMs = 5000;

/**
 * Opens at most so many connections to each server, when they are needed.
 * @throws Error for an address that `parsePostgresUrl` does not know
 */
export function createSessions(url: string, max: number, overrides?: ClientConfig): Sessions {
  const parsed = parsePostgresUrl(url);
  if (!parsed) throw new Error('The address is not one of a PostgreSQL server');
  const { hosts, wanted, urlOf } = parsed;
  const open = new Set<PoolClient>();
  const used = new WeakSet<PoolClient>();
  const pools = hosts.map((host) => {
    const pool = new Pool({
      connectionString: withLibpqModes(urlOf(host)),
      application_name: portalApplication,
      connectionTimeoutMillis: hosts.length > 1 ? probeMs : timeLimit(connectMs),
      idleTimeoutMillis: 0,
      keepAlive: true,
      keepAliveInitialDelayMillis: 60_000,
      max,
      maxLifetimeSeconds: 3600,
      types: typeParsers,
      ...overrides,
    });
    // The pool drops a connection that fails while it is idle. Of one that is lent, its statement says so.
    pool.on('error', () => {});
    pool.on('connect', (client) => open.add(client.on('error', () => {})));
    pool.on('remove', (client) => open.delete(client));
    return pool;
  });
  let last = pools[0];

  async function takeFrom(pool: Pool) {
    const client = await pool.connect();
    const isNew = !used.has(client);
    try {
      if (isNew) await checkRole(client, wanted);
    } catch (error) {
      client.release(true);
      throw error;
    }
    used.add(client);
    last = pool;
    return { client, isNew };
  }

  return {
    take: async () => {
      const failures: unknown[] = [];
      for (const pool of [...pools].sort((a, b) => Number(b === last) - Number(a === last))) {
        try {
          return await takeFrom(pool);
        } catch (error) {
          failures.push(error);
        }
      }
      throw failures.length === 1 ? failures[0] : new AggregateError(failures);
    },
    close: async () => {
      // A pool ends before its connections have.
      const ended = [...open].map((client) => new Promise((resolve) => client.once('end', resolve)));
      const ending = pools.filter((pool) => !pool.ending).map((pool) => pool.end());
      await Promise.race([
        Promise.all([...ending, ...ended]),
        setTimeout(closeMs, undefined, { ref: false }),
      ]);
      for (const client of open) client.connection.stream.destroy();
    },
  };
}

/** Connects to a server, for work that needs a session of its own. */
export async function connectPostgres(url: string, overrides?: ClientConfig): Promise<PoolClient> {
  const { client } = await createSessions(url, 1, overrides).take();
  return client;
}

/** Lets `sslmode` mean what it means to libpq: `require` verifies no certificate. */
function withLibpqModes(url: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}uselibpqcompat=true`;
}

/** @throws Error, like that of a server that is away, if this one has not the wanted role */
async function checkRole(client: PoolClient, wanted: WantedRole): Promise<void> {
  if (wanted === 'any') return;
  const question = { text: 'select pg_is_in_recovery() as is_standby', query_timeout: probeMs };
  const { rows } = await client.query<{ is_standby: boolean }>(question);
  const role = rows[0]?.is_standby ? 'standby' : 'primary';
  if (role === wanted) return;
  throw Object.assign(new Error(`${client.host}:${client.port} is a ${role}`), { code: 'ECONNREFUSED' });
}

/** Runs work in a transaction. */
export async function runTransaction<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await work();
    const { command } = await client.query('commit');
    if (command !== 'COMMIT')
      throw new Error('A statement of the transaction failed, so nothing was written.');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** The rows of a statement; none of several in one text. */
export function rowsOf(result: QueryResult | readonly QueryResult[]): unknown[] {
  return 'rows' in result ? result.rows : [];
}

/** What the driver notes about the session of a connection. */
const SessionKey = z.object({ processID: z.int(), secretKey: z.int() });

/**
 * Asks the server to stop the statement that a connection runs, and waits until it has passed that on. The driver's own
 * `Client.cancel` cannot use TLS and does not say when that is.
 */
export async function cancelStatement(client: PoolClient): Promise<void> {
  const { processID, secretKey } = SessionKey.parse(client);
  const request = Buffer.alloc(16);
  for (const [at, number] of [16, 80_877_102, processID, secretKey].entries()) {
    request.writeInt32BE(number, at * 4);
  }
  const { host, port } = client;
  const socket = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host);
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.setTimeout(connectMs, () => socket.destroy());
  // The server closes the connection then.
  socket.on('error', () => {}).on('close', () => resolve());
  socket.write(request);
  await promise;
}

type Parse = (text: string) => unknown;

/** The object ids of PostgreSQL's own types and of arrays of them. The parser of an element is also that of the array. */
const types: readonly {
  readonly ids: readonly number[];
  readonly arrayIds: readonly number[];
  parse: Parse;
}[] = [
  // int2, int4, oid, float4, float8
  { ids: [21, 23, 26, 700, 701], arrayIds: [1005, 1007, 1028, 1021, 1022], parse: Number },
  { ids: [16], arrayIds: [1000], parse: (text) => text === 't' },
  // json, jsonb
  { ids: [114, 3802], arrayIds: [], parse: (text) => JSON.parse(text) },
  // date, timestamp, timestamptz
  { ids: [1082, 1114, 1184], arrayIds: [], parse: (text) => new Date(text) },
  { ids: [17], arrayIds: [], parse: (text) => Buffer.from(text.slice(2), 'hex') },
  // char, name, text, bpchar, varchar, int8, timestamp, date, timestamptz, numeric, uuid
  {
    ids: [],
    arrayIds: [1002, 1003, 1009, 1014, 1015, 1016, 1115, 1182, 1185, 1231, 2951],
    parse: String,
  },
];

const parsers = new Map<number, Parse>(
  types.flatMap(({ ids, arrayIds, parse }) => [
    ...ids.map((id) => [id, parse] as const),
    ...arrayIds.map((id) => [id, (text: string) => parseArray(text, parse)] as const),
  ]),
);

/**
 * Reads values in the answers of PostgreSQL; those of other types stay text. The driver's own parsers would take days for
 * times of the computer's zone.
 */
const typeParsers = {
  getTypeParser: (id: number): Parse => parsers.get(id) ?? String,
};
