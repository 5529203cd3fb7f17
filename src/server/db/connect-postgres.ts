import net from 'node:net';
import postgres from 'postgres';

type Address = { readonly host: readonly string[]; readonly port: readonly number[]; readonly path?: string };

/**
 * Small packets are sent at once: a COPY would otherwise wait at its end, and the query after it again, 40 ms each for
 * an acknowledgement.
 */
function openSocket({ host: [host = 'localhost'], port: [port = 5432], path }: Address): net.Socket {
  if (path) return net.connect(path);
  // The driver names the server to TLS by what it would have put there itself.
  return Object.assign(net.connect({ host, port, noDelay: true }), { host, port });
}

/** Connections to a PostgreSQL server. An address of several servers is left to the driver. */
export function connectPostgres(
  url: string,
  overrides: postgres.Options<Record<string, never>>,
): postgres.Sql {
  const options = { connect_timeout: 5, onnotice: () => {}, ...overrides };
  const isSingleHost = !URL.parse(url)?.host.includes(',') && URL.canParse(url);
  const withSocket = { ...options, socket: openSocket };
  return postgres(url, isSingleHost ? withSocket : options);
}
