import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { HttpProblem, pathOf } from '../http/problems.ts';

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
    allowList: (request) => !isApiUrl(request.url) && !isIdentityUrl(request.url),
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

/** Whether the address belongs to the built-in identity provider. */
export function isIdentityUrl(url: string) {
  return /^\/(authorize|oauth|userinfo|v2|interaction|\.well-known)(\/|$)/.test(pathOf(url));
}

/** Whether the address belongs to the API rather than to the pages. */
export function isApiUrl(url: string) {
  return /^\/(api|internal)(\/|$)/.test(pathOf(url));
}
