import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo, Server } from 'node:net';

export type LocalServer = AsyncDisposable & {
  readonly port: number;
  readonly origin: string;
  close(): Promise<void>;
};

/** Lets a server listen at a port of this computer that is free. */
export async function listen(server: Server): Promise<LocalServer> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    if (server instanceof http.Server) server.closeAllConnections();
    if (server.listening) await server[Symbol.asyncDispose]();
  };
  return { port, origin: `http://127.0.0.1:${port}`, close, [Symbol.asyncDispose]: close };
}

/** Starts a server of HTTP. */
export const startLocalServer = (answer: http.RequestListener) => listen(http.createServer(answer));

/** Finds a port where nothing listens. */
export async function findFreePort(): Promise<number> {
  const { port, close } = await listen(http.createServer());
  await close();
  return port;
}
