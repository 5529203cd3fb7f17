import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { HttpProblem } from '../http/problems.ts';

const disabledHeaders = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
};

/** Limits API and sign-in requests per minute and client address. Files of the pages are not counted. */
export function addRateLimit(app: FastifyInstance, config: Config) {
  app.register(rateLimit, {
    max: config.rateLimit,
    timeWindow: '1 minute',
    allowList: (request) => request.kind === 'page',
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
}
