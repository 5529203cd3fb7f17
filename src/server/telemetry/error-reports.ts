import process from 'node:process';
import {
  type BaseTransportOptions,
  createTransport,
  type ErrorEvent,
  Scope,
  ServerRuntimeClient,
  type Transport,
} from '@sentry/core/server';
import { createMemoryCounters } from '../limits/counters.ts';
import { packageInfo } from '../package-info.ts';
import { describeError } from './describe-error.ts';
import type { RouteLabels } from './route-labels.ts';

/** Where an error happened. */
export type FaultPlace = RouteLabels & {
  /** The id under which the log has the details; undefined if the client chose it. */
  readonly requestId: string | undefined;
};

/** Reports errors to a collector that speaks Sentry's protocol: types, codes and calls, nothing of a person's. */
export type ErrorReports = {
  /** Returns at once. A report that cannot be sent is dropped. */
  report(error: unknown, place: FaultPlace): void;
  /** Sends what is waiting, for a few seconds at most. It never rejects. */
  close(): Promise<void>;
};

/** Reports a minute; an error that happens with every request says nothing new. */
const maxPerMinute = 20;
const maxWaiting = 20;
const sendTimeoutMs = 5000;
const closeTimeoutMs = 2000;

export function createErrorReports(dsn: string, clock: () => number = () => performance.now()): ErrorReports {
  const client = new ServerRuntimeClient({
    dsn,
    transport: createFetchTransport,
    transportOptions: { bufferSize: maxWaiting },
    // Errors are described here, from what is known to be harmless.
    integrations: [],
    stackParser: () => [],
    sendClientReports: false,
    sendDefaultPii: false,
    release: `${packageInfo.name}@${packageInfo.version}`,
    platform: 'node',
    runtime: { name: 'node', version: process.version },
  });
  client.init();
  const reported = createMemoryCounters(clock);
  return {
    report: (error, place) => {
      const { count } = reported.addOne({ key: 'errors', amount: 1, windowMs: 60_000 });
      if (count <= maxPerMinute) client.captureEvent(toEvent(error, place), {}, new Scope());
    },
    close: async () => {
      await client.close(closeTimeoutMs);
    },
  };
}

function toEvent(error: unknown, { method, route, requestId }: FaultPlace): ErrorEvent {
  return {
    type: undefined,
    level: 'error',
    transaction: `${method} ${route}`,
    tags: { method, route, ...(requestId && { request_id: requestId }) },
    exception: {
      // The innermost cause first.
      values: [...describeError(error)].reverse().map(({ type, code, frames }) => ({
        type,
        value: code,
        stacktrace: { frames: frames.map((frame) => ({ ...frame })) },
      })),
    },
  };
}

function createFetchTransport(options: BaseTransportOptions): Transport {
  return createTransport(options, async ({ body }) => {
    const response = await fetch(options.url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-sentry-envelope', ...options.headers },
      body: typeof body === 'string' ? body : new Uint8Array(body),
      signal: AbortSignal.timeout(sendTimeoutMs),
    });
    // A body that nobody reads would hold the connection.
    await response.arrayBuffer();
    return {
      statusCode: response.status,
      headers: {
        'x-sentry-rate-limits': response.headers.get('x-sentry-rate-limits'),
        'retry-after': response.headers.get('retry-after'),
      },
    };
  });
}
