import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import { atPort, type Config } from './config.ts';
import { ensureFolder } from './data-folder.ts';
import type { Store } from './db/open.ts';
import { withDeadline } from './deadline.ts';
import { BadKeys } from './identity/keys.ts';
import { type Identity, openIdentity } from './identity/open.ts';
import type { Ingest } from './modules/internal/routes.ts';
import type { Verifier } from './plugins/access.ts';

/** The portal could not be started; `message` says why in words for whoever starts it. */
export class StartFailed extends Error {
  override name = 'StartFailed';
}

export type ServerHooks = {
  /** Runs an import that another process hands over; without it there is no such call. */
  ingest?: Ingest | undefined;
  verifier?: Verifier | undefined;
};

export type RunningServer = {
  readonly app: FastifyInstance;
  readonly port: number;
  /** Where people find it. */
  readonly address: string;
  /** Ends it: nothing new is accepted, what is under way has 10 s to end, then the store is closed. */
  close(): Promise<void>;
};

const graceForRequests = 10_000;
const graceForStore = 5000;
const late = () => new Error('It took too long.');

/**
 * Listens, and leaves port and secret in the data folder for importers on the same computer.
 * @throws StartFailed
 */
export async function startServer(
  wanted: Config,
  store: Store,
  { ingest, verifier }: ServerHooks = {},
): Promise<RunningServer> {
  const secret = randomBytes(32).toString('base64url');
  const config = await withPort(wanted);
  const identity = await identityOf(config, store);
  const app = createApp({ store, config, identity, verifier, handOver: ingest && { secret, ingest } });
  try {
    await app.listen({
      host: config.host,
      port: config.port,
      listenTextResolver: (address) => `Listening at ${address}`,
    });
  } catch (error) {
    throw startFailed(error, config);
  }
  const bound = app.server.address();
  const port = typeof bound === 'object' && bound ? bound.port : config.port;
  const note = path.join(config.dataDir, 'portal.json');
  ensureFolder(config.dataDir);
  // A file that is left keeps its mode.
  rmSync(note, { force: true });
  const content = JSON.stringify({ port, secret });
  writeFileSync(note, content, { mode: 0o600 });
  return {
    app,
    port,
    address: `http://${config.host === '127.0.0.1' ? 'localhost' : hostInUrl(config.host)}:${port}`,
    close: async () => {
      if (readNote(note) === content) rmSync(note, { force: true });
      await withDeadline(app.close(), graceForRequests, late).catch(() => app.server.closeAllConnections());
      await withDeadline(store.close(), graceForStore, late).catch((error: unknown) =>
        app.log.warn({ err: error }, 'The database could not be closed in time'),
      );
    },
  };
}

/**
 * Finds out before any lengthy work whether the server will be able to listen.
 * @throws StartFailed
 */
export async function checkAddress(config: Config): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const probe = createServer()
    .once('error', reject)
    .listen({ host: config.host, port: config.port }, () => probe.close(() => resolve()));
  await promise.catch((error: unknown) => {
    throw startFailed(error, config);
  });
}

/** With the port that port 0 stands for: tokens name the address of the portal. */
async function withPort(config: Config): Promise<Config> {
  if (config.port !== 0) return config;
  const probe = createServer().listen({ host: config.host, port: 0 });
  await once(probe, 'listening').catch((error: unknown) => {
    throw startFailed(error, config);
  });
  const bound = probe.address();
  const port = typeof bound === 'object' && bound ? bound.port : 0;
  await new Promise((resolve) => probe.close(resolve));
  return atPort(config, port);
}

async function identityOf(config: Config, store: Store): Promise<Identity> {
  try {
    return await openIdentity(config, store);
  } catch (error) {
    throw error instanceof BadKeys ? new StartFailed(error.message, { cause: error }) : error;
  }
}

/** Another portal on the same PostgreSQL may have left its own since. */
function readNote(file: string) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function startFailed(error: unknown, { host, port }: Config): Error {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return new StartFailed(
        `Port ${port} is in use by another program. Stop that one, or set PORT to another port.`,
        { cause: error },
      );
    case 'EACCES':
      return new StartFailed(`Port ${port} may not be used by this account. Set PORT to one above 1023.`, {
        cause: error,
      });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartFailed(`HOST is "${host}", which is no address of this computer. Set HOST to one.`, {
        cause: error,
      });
    default:
      return error instanceof Error ? error : new Error(String(error));
  }
}

function hostInUrl(host: string) {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
