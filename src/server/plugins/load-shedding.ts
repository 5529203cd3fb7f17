import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Store } from '../db/store.ts';
import { tooBusy } from '../http/problems.ts';
import { timeLimit } from '../limits/time-limit.ts';
import { isForFile } from './route-kind.ts';

/** What waits in the portal’s own queues. */
export type Load = {
  /** Requests that wait for their answer to begin, without the one to be judged. */
  readonly requests: number;
  /** Milliseconds for which a whole crowd of requests has waited: the wait of the 32nd oldest; 0 with fewer. */
  readonly crowdWait: number;
  /** Milliseconds that the first statement in the queue of the database has waited. */
  readonly databaseWait: number;
};

/**
 * Up to so many requests are the portal’s daily work: those of five browsers at once. However long they take, be it
 * because other programs keep the computer busy, one more is served.
 */
const crowd = 32;

/** Each request that waits takes memory. */
const maxRequests = 2000;
const maxWaitMs = 4000;

/** Whether one more request would only make everybody wait longer. */
export function isOverloaded({ requests, crowdWait, databaseWait }: Load): boolean {
  if (requests < crowd) return false;
  return requests >= maxRequests || crowdWait > timeLimit(maxWaitMs) || databaseWait > timeLimit(maxWaitMs);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route is answered however many wait, and does not count as one that waits. */
    isNeverShed?: boolean;
  }
}

const retryAfterSeconds = 5;

export type SheddingOptions = {
  /** A clock in milliseconds that is never set back. */
  readonly now?: () => number;
  readonly isTooMuch?: (load: Load) => boolean;
};

/**
 * Refuses requests early, with 503 and `Retry-After`, while more wait than the server can answer in time: a short answer
 * now lets those that are running end, where a long queue would make everybody wait for its timeout. Files of the pages
 * are in memory and probes must know, so neither is ever refused.
 */
export function addLoadShedding(
  app: FastifyInstance,
  store: Store,
  { now = () => performance.now(), isTooMuch = isOverloaded }: SheddingOptions = {},
): void {
  /** When each waiting request came, the oldest first. */
  const waiting = new Map<FastifyRequest, number>();

  function measureCrowdWait(): number {
    let count = 0;
    for (const since of waiting.values()) {
      count += 1;
      if (count === crowd) return now() - since;
    }
    return 0;
  }

  const measureLoad = (): Load => ({
    requests: waiting.size,
    crowdWait: measureCrowdWait(),
    databaseWait: store.stats().longestWaitMs,
  });

  const isSpared = (request: FastifyRequest) =>
    isForFile(request) || request.kind === 'operator' || request.routeOptions.config.isNeverShed === true;

  app.addHook('onRequest', async (request) => {
    if (isSpared(request) || !isTooMuch(measureLoad())) return;
    throw tooBusy(`The portal is very busy. Try again in ${retryAfterSeconds} s.`, retryAfterSeconds);
  });
  // Until its body is there, it is the server that waits, and 32 slow clients must not make it refuse others.
  app.addHook('preValidation', async (request, reply) => {
    if (isSpared(request)) return;
    waiting.set(request, now());
    const forget = () => waiting.delete(request);
    // A client may leave before its answer, and the identity provider answers without the next hook.
    reply.raw.once('close', forget).once('finish', forget);
  });
  // A body that is streamed may take minutes, in which it waits for its client.
  app.addHook('onSend', async (request) => {
    waiting.delete(request);
  });
}
