import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { RequestCounters } from '../limits/counters.ts';
import { type Account, budgetWindowMs, createAccount, runFor, tooMany } from '../limits/request-budget.ts';
import { isForBuiltFile } from './route-kind.ts';

declare module 'fastify' {
  interface FastifyRequest {
    account: Account | undefined;
  }
}

const disabledHeaders = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
};

/**
 * Gives each person, and each client address without one, a budget per minute. An API or sign-in request spends 1 of it,
 * and handlers spend more with `spend` and `settle`. Files of the pages are not counted, unless the page asks the
 * database what it is about.
 */
export function addRateLimit(app: FastifyInstance, config: Config, counters: RequestCounters) {
  app.decorateRequest('account', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    request.account = createAccount(callerKey(request), config.rateLimit, counters);
    runFor(request.account, done);
  });
  // Events of the body's stream belong to the connection, not to the request.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.account) runFor(request.account, done);
    else done();
  });
  app.register(rateLimit, {
    max: config.rateLimit,
    timeWindow: budgetWindowMs,
    store: toPluginStore(counters),
    keyGenerator: callerKey,
    allowList: isForBuiltFile,
    // A refused request gets `Retry-After`, which is enough.
    addHeaders: disabledHeaders,
    addHeadersOnExceeding: disabledHeaders,
    errorResponseBuilder: (_, { ttl }) => tooMany('Too many requests.', ttl),
  });
  app.addHook('onClose', async () => counters.close());
}

type Answer = (error: Error | null, result: { current: number; ttl: number }) => void;

function toPluginStore(counters: RequestCounters) {
  return class Store {
    incr(key: string, answer: Answer, windowMs: number) {
      const { count, msLeft } = counters.add(key, windowMs);
      answer(null, { current: count, ttl: msLeft });
    }

    child() {
      return this;
    }
  };
}

/**
 * By whom limits count: the person of a verified token, whether of a session or a personal one, otherwise the client's
 * address. A /64 of IPv6 is one address.
 */
function callerKey({ caller, ip }: Pick<FastifyRequest, 'caller' | 'ip'>): string {
  return caller ? `person ${caller.subject}` : `address ${normalizeIP(ip)}`;
}
