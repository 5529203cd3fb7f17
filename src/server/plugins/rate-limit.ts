import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { callerKey } from '../http/caller-key.ts';
import { HttpProblem } from '../http/problems.ts';
import type { RequestCounters } from '../limits/request-counters.ts';
import { isForFile } from './route-kind.ts';

const disabledHeaders = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
};

/**
 * Limits API and sign-in requests per minute: those of a person by the subject of their verified token, those of each
 * personal access token by themselves, others by client address. Files of the pages are not counted.
 */
export function addRateLimit(app: FastifyInstance, config: Config, counters: RequestCounters) {
  app.register(rateLimit, {
    max: ({ caller }) => (caller?.personalToken === undefined ? config.rateLimit : config.tokenRateLimit),
    timeWindow: '1 minute',
    store: toPluginStore(counters),
    keyGenerator: callerKey,
    allowList: isForFile,
    // A refused request gets `Retry-After`, which is enough.
    addHeaders: disabledHeaders,
    addHeadersOnExceeding: disabledHeaders,
    errorResponseBuilder: (_, { ttl }) => {
      const seconds = Math.max(1, Math.ceil(ttl / 1000));
      return new HttpProblem(429, `Too many requests. Try again in ${seconds} s.`, {
        headers: { 'retry-after': String(seconds) },
      });
    },
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
