import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { BasinRequests } from '#contract/basin/basin-requests.ts';
import type { Verifier } from './access/access-control.ts';
import { createApp } from './app.ts';
import { type Config, withPort } from './config.ts';
import { writePortalFile } from './db/portal-file.ts';
import type { Store } from './db/store.ts';
import { runSweeps } from './files/sweep.ts';
import { BadKeys } from './identity/keys.ts';
import { type Identity, openIdentity } from './identity/open-identity.ts';
import type { ImportRunner } from './imports/import-runner.ts';
import { runScheduler } from './imports/schedule.ts';
import { openStorage } from './storage/open-storage.ts';
import { snapshotsFolder } from './system/internal-snapshot.ts';
import { createMetricsServer } from './telemetry/metrics-listener.ts';
import { closeTelemetry, type Telemetry } from './telemetry/open-telemetry.ts';
import { withTimeout } from './with-timeout.ts';

/** The portal could not be started; `message` explains to its operator why and what to do. */
export class StartFailed extends Error {
  override name = 'StartFailed';
}

export type ServerOptions = BasinRequests & {
  /** Runs imports by request, by schedule, and for other processes. */
  importRunner?: ImportRunner | undefined;
  verifier?: Verifier | undefined;
  /** Closed with the server. */
  telemetry?: Telemetry | undefined;
};

export type RunningServer = {
  readonly app: FastifyInstance;
  readonly port: number;
  /** Where `/metrics` is, if it has a port of its own. */
  readonly metricsPort: number | undefined;
  /** Address to open in a browser. */
  readonly address: string;
  /** From now on, `/api/ready` says that the server is stopping. */
  announceStop(): void;
  /** Ends a running import, stops accepting requests, waits up to 10 s for running ones and for what features run, then closes the store. */
  close(): Promise<void>;
};

const backgroundGraceMs = 10_000;
const requestGraceMs = 10_000;
const storeGraceMs = 5000;
const createTimeoutError = () => new Error('It took too long.');

/**
 * Starts listening, and writes port and secret to the data folder for importers on the same computer.
 * @throws StartFailed
 */
export async function startServer(
  requestedConfig: Config,
  store: Store,
  { importRunner, verifier, telemetry = {}, ...basinRequests }: ServerOptions = {},
): Promise<RunningServer> {
  const secret = randomBytes(32).toString('base64url');
  const config = await resolvePort(requestedConfig);
  const identity = await openIdentityOrFail(config, store);
  const internalIngest = importRunner && { secret, runner: importRunner };
  let isStopping = false;
  const announceStop = () => {
    isStopping = true;
  };
  const internalSnapshot = store.snapshot && {
    secret,
    takeSnapshot: store.snapshot,
    folder: snapshotsFolder(config.dataDir),
  };
  const storage = openStorage(config);
  const app = createApp({
    store,
    config,
    storage,
    identity,
    verifier,
    ...basinRequests,
    internalIngest,
    internalSecret: secret,
    internalSnapshot,
    isStopping: () => isStopping,
    telemetry,
  });
  try {
    await app.listen({
      host: config.host,
      port: config.port,
      listenTextResolver: (address) => `Listening at ${address}`,
    });
  } catch (error) {
    throw toStartError(error, config);
  }
  const metricsServer = await listenForMetrics(telemetry, config).catch(async (error: unknown) => {
    await app.close();
    throw error;
  });
  const port = boundPort(app.server) ?? config.port;
  const removePortalFile = writePortalFile(config.dataDir, { port, secret });
  const stopScheduler = importRunner
    ? runScheduler(
        { store, runner: importRunner, onError: (message) => app.log.error(message) },
        config.readingsEveryMs,
      )
    : () => {};
  const stopSweeps = runSweeps(store, storage, (message) => app.log.error(message));
  return {
    app,
    port,
    metricsPort: metricsServer && boundPort(metricsServer),
    address: `http://${config.host === '127.0.0.1' ? 'localhost' : hostInUrl(config.host)}:${port}`,
    announceStop,
    close: async () => {
      announceStop();
      await sleep(config.shutdownDelayMs);
      removePortalFile();
      stopScheduler();
      stopSweeps();
      await withTimeout(
        importRunner?.stop() ?? Promise.resolve(),
        backgroundGraceMs,
        createTimeoutError,
      ).catch((error: unknown) => app.log.warn({ err: error }, 'An import could not be stopped in time'));
      await withTimeout(app.close(), requestGraceMs, createTimeoutError).catch(() =>
        app.server.closeAllConnections(),
      );
      metricsServer?.close().closeAllConnections();
      await closeTelemetry(telemetry);
      await withTimeout(store.close(), storeGraceMs, createTimeoutError).catch((error: unknown) =>
        app.log.warn({ err: error }, 'The database could not be closed in time'),
      );
    },
  };
}

/**
 * Checks before any lengthy work that the server will be able to listen.
 * @throws StartFailed
 */
export async function checkListenAddress(config: Config): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const probe = createServer()
    .once('error', reject)
    .listen({ host: config.host, port: config.port }, () => probe.close(() => resolve()));
  await promise.catch((error: unknown) => {
    throw toStartError(error, config);
  });
}

/** Replaces port 0 by a free port, because tokens contain the address of the portal. */
async function resolvePort(config: Config): Promise<Config> {
  if (config.port !== 0) return config;
  const probe = createServer().listen({ host: config.host, port: 0 });
  await once(probe, 'listening').catch((error: unknown) => {
    throw toStartError(error, config);
  });
  const port = boundPort(probe) ?? 0;
  await new Promise((resolve) => probe.close(resolve));
  return withPort(config, port);
}

/** @throws StartFailed */
async function listenForMetrics({ metrics }: Telemetry, config: Config): Promise<HttpServer | undefined> {
  const { host, port } = config.metrics;
  if (!metrics || port === undefined) return undefined;
  const server = createMetricsServer(metrics, config.metrics).listen({ host, port });
  await once(server, 'listening').catch((error: unknown) => {
    throw toStartError(error, { host, port, settings: 'METRICS_' });
  });
  return server;
}

function boundPort(server: Server): number | undefined {
  const bound = server.address();
  return typeof bound === 'object' && bound ? bound.port : undefined;
}

async function openIdentityOrFail(config: Config, store: Store): Promise<Identity> {
  try {
    return await openIdentity(config, store);
  } catch (error) {
    throw error instanceof BadKeys ? new StartFailed(error.message, { cause: error }) : error;
  }
}

/** @param address Where to listen, and what the names of its settings begin with. */
function toStartError(
  error: unknown,
  { host, port, settings = '' }: Pick<Config, 'host' | 'port'> & { settings?: string },
): Error {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const failed = (message: string) => new StartFailed(message, { cause: error });
  switch (code) {
    case 'EADDRINUSE':
      return failed(
        `Port ${port} is in use by another program. Stop that one, or set ${settings}PORT to another port.`,
      );
    case 'EACCES':
      return failed(`Port ${port} may not be used by this account. Set ${settings}PORT to one above 1023.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return failed(
        `${settings}HOST is "${host}", which is not an address of this computer. Set ${settings}HOST to one.`,
      );
    default:
      return error instanceof Error ? error : new Error(String(error));
  }
}

function hostInUrl(host: string) {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
