import net from 'node:net';
import postgres from 'postgres';

type Address = { readonly host: readonly string[]; readonly port: readonly number[]; readonly path?: string };

/**
 * Opens a socket that sends small packets immediately. Otherwise the end of a COPY and the query after it would each wait
 * 40 ms for an acknowledgement.
 */
function openSocket({ host: [host = 'localhost'], port: [port = 5432], path }: Address): net.Socket {
  if (path) return net.connect(path);
  // The driver needs the host for TLS, and would have set it itself.
  return Object.assign(net.connect({ host, port, noDelay: true }), { host, port });
}

/** Connects to a PostgreSQL server. The driver itself handles an address with several servers. */
export function connectPostgres(
  url: string,
  overrides: postgres.Options<Record<string, never>>,
): postgres.Sql {
  const options = { connect_timeout: 5, onnotice: () => {}, ...overrides };
  const isSingleHost = !URL.parse(url)?.host.includes(',') && URL.canParse(url);
  const withSocket = { ...options, socket: openSocket };
  return postgres(url, isSingleHost ? withSocket : options);
}
