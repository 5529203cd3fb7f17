import net from 'node:net';
import { Duplex } from 'node:stream';
import postgres from 'postgres';
import * as z from 'zod/mini';
import { arrayTypes } from './array-types.ts';
import { type PostgresUrl, parsePostgresUrl } from './postgres-url.ts';

type Host = PostgresUrl['hosts'][number];

/** Makes connections to the server, or to that one of several servers that has the wanted role. */
export type Connector = {
  connect(overrides?: postgres.Options<Record<string, never>>): postgres.Sql;
  /**
   * Whether a connection of this connector has failed or closed. It must not be used again: the driver keeps what it was
   * about to send, and ends the process where a transaction writes to a connection that is not there
   * (github.com/porsager/postgres/issues/1154).
   */
  isBroken(client: postgres.Sql): boolean;
  /** Asks the server to stop the statement that a connection runs. Ends when the server has been asked. */
  cancel(statement: postgres.PendingQuery<postgres.Row[]>): Promise<void>;
};

const connectSeconds = 5;
const probeSeconds = 2;

/** @throws Error for an address that `parsePostgresUrl` does not know */
export function createConnector(url: string): Connector {
  const parsed = parsePostgresUrl(url);
  if (!parsed) throw new Error('The address is not one of a PostgreSQL server');
  const findHost = createHostFinder(parsed);
  const openSocket = async () => {
    const { host, port } = await findHost();
    // Sends small packets at once: otherwise the end of a COPY and the query after it would each wait 40 ms for an
    // acknowledgement. The driver needs the host for TLS, and would have set it itself.
    return Object.assign(net.connect({ host, port, noDelay: true }), { host, port });
  };
  const broken = new WeakSet<postgres.Sql>();
  return {
    connect(overrides) {
      const markBroken = () => void broken.add(client);
      // The driver listens to the socket after this, and so finds out later.
      const socket = async () => {
        try {
          return (await openSocket()).once('error', markBroken).once('close', markBroken);
        } catch (error) {
          markBroken();
          return createFailedSocket(error);
        }
      };
      // The driver's types lack the option.
      const options = { ...base, socket, ...overrides };
      // The driver would try several servers without an end and without a pause.
      const client = postgres(parsed.urlOf(parsed.hosts[0]), options);
      return client;
    },
    isBroken: (client) => broken.has(client),
    cancel: async (statement) => {
      const state = ConnectionState.safeParse(Reflect.get(statement, 'state'));
      // Without one, the statement has not been sent.
      if (state.success) await sendCancelRequest(await openSocket(), state.data);
    },
  };
}

/** Connects to a server, for work that needs sessions of its own. */
export function connectPostgres(
  url: string,
  overrides: postgres.Options<Record<string, never>>,
): postgres.Sql {
  return createConnector(url).connect(overrides);
}

/** What a server lists the connections of portals as. */
export const portalApplication = 'water-data-portal';

const base = {
  connection: { application_name: portalApplication },
  connect_timeout: connectSeconds,
  onnotice: () => {},
  // A pooler such as pgbouncer gives each transaction another session, which does not know the statement.
  prepare: false,
  // `arrayTypes` says why.
  fetch_types: false,
  types: arrayTypes,
  // After an outage the next try is at most a second away.
  backoff: (attempt: number) => Math.min(attempt / 10, 1),
};

/** The driver does not use a connection again for which it got no socket, so it gets one that fails. */
function createFailedSocket(cause: unknown): Duplex {
  const error = cause instanceof Error ? cause : new Error(String(cause));
  return new Duplex({ read: () => {}, write: (_chunk, _encoding, callback) => callback(error) });
}

/** What the driver notes about the session of a statement that it has sent. */
const ConnectionState = z.object({ pid: z.int(), secret: z.int() });

/** The driver's own `cancel` rejects a promise that nobody holds where the server is away, which ends the process. */
function sendCancelRequest(
  socket: net.Socket,
  { pid, secret }: z.output<typeof ConnectionState>,
): Promise<void> {
  const message = Buffer.alloc(16);
  for (const [at, number] of [16, 80_877_102, pid, secret].entries()) message.writeUInt32BE(number, at * 4);
  const { promise, resolve } = Promise.withResolvers<void>();
  // The server closes the connection when it has passed the request on.
  socket.setTimeout(connectSeconds * 1000, () => socket.destroy());
  socket.on('error', () => {}).on('close', () => resolve());
  socket.write(message);
  return promise;
}

/** Simultaneous calls share one search. It begins with the server that was found last. */
function createHostFinder({ hosts, wanted, urlOf }: PostgresUrl): () => Promise<Host> {
  let last = hosts[0];
  let searching: Promise<Host> | undefined;

  async function search(): Promise<Host> {
    const failures: unknown[] = [];
    for (const host of [last, ...hosts.filter((each) => each !== last)]) {
      try {
        const isStandby = await probeRole(urlOf(host));
        if (wanted === 'any' || isStandby === (wanted === 'standby')) return host;
        failures.push(unreachable(`${host.host}:${host.port} is a ${isStandby ? 'standby' : 'primary'}`));
      } catch (error) {
        failures.push(error);
      }
    }
    throw new AggregateError(failures);
  }

  return async () => {
    if (hosts.length === 1 && wanted === 'any') return hosts[0];
    searching ??= search().finally(() => {
      searching = undefined;
    });
    last = await searching;
    return last;
  };
}

async function probeRole(url: string): Promise<boolean> {
  const client = postgres(url, { ...base, max: 1, connect_timeout: probeSeconds });
  try {
    const [row] = await client<{ is_standby: boolean }[]>`select pg_is_in_recovery() as is_standby`;
    return row?.is_standby ?? false;
  } finally {
    await client.end({ timeout: 1 });
  }
}

function unreachable(message: string): Error {
  return Object.assign(new Error(message), { code: 'ECONNREFUSED' });
}
