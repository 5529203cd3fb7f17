import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import type { Store } from '../db/store.ts';
import { HttpProblem } from '../http/problems.ts';
import type { RouteKind } from './route-kind.ts';

/** How far behind the server is, in milliseconds. */
export type Pressure = {
  /** The mean delay of this thread's event loop within the last quarter of a second. */
  readonly eventLoopDelay: number;
  /** How long the first request in the queue of the database has waited. */
  readonly databaseWait: number;
};

const unlimited: Pressure = {
  eventLoopDelay: Number.POSITIVE_INFINITY,
  databaseWait: Number.POSITIVE_INFINITY,
};

/**
 * Limits of `Pressure`. Pages need no database and little time, so they are refused last, and probes never; neither are
 * assets: a page without one of its scripts is lost until it is loaded again, and a file in memory costs next to nothing.
 */
const limits: Record<RouteKind, Pressure> = {
  api: { eventLoopDelay: 1000, databaseWait: 4000 },
  'sign-in': { eventLoopDelay: 1500, databaseWait: 6000 },
  page: { ...unlimited, eventLoopDelay: 4000 },
  asset: unlimited,
  operator: unlimited,
};

const retryAfterSeconds = 5;

/**
 * Refuses requests early, with 503 and `Retry-After`, while the server could not answer them in time: a short answer now
 * lets those that are running end, where a long queue would make everybody wait for its timeout.
 */
export function addUnderPressure(app: FastifyInstance, store: Store, measure?: () => Pressure): void {
  app.register(underPressure, { sampleInterval: 250 });
  const measurePressure =
    measure ??
    (() => ({
      eventLoopDelay: app.memoryUsage().eventLoopDelay,
      databaseWait: store.stats().longestWaitMs,
    }));
  app.addHook('onRequest', async ({ kind }) => {
    const { eventLoopDelay, databaseWait } = measurePressure();
    const limit = limits[kind];
    if (eventLoopDelay <= limit.eventLoopDelay && databaseWait <= limit.databaseWait) return;
    throw new HttpProblem(503, `The portal is very busy. Try again in ${retryAfterSeconds} s.`, {
      headers: { 'retry-after': String(retryAfterSeconds) },
    });
  });
}
