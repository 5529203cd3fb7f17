import type { FastifyInstance } from 'fastify';
import { isLoopbackHost } from '#lib/loopback.ts';

/**
 * Redirects pages to the one origin at which the built-in provider signs people in, e.g. from `127.0.0.1` to
 * `localhost`. The API responds at any name of the computer.
 */
export function addCanonicalOrigin(app: FastifyInstance, origin: string) {
  const canonical = new URL(origin);
  if (!isLoopbackHost(canonical.hostname)) return;
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || request.kind === 'api' || request.kind === 'operator') return;
    if (!request.headers.accept?.includes('text/html')) return;
    const requested = URL.parse(`${canonical.protocol}//${request.headers.host}`);
    if (
      !requested ||
      requested.host === canonical.host ||
      requested.port !== canonical.port ||
      !isLoopbackHost(requested.hostname)
    )
      return;
    return reply.header('cache-control', 'no-store').redirect(canonical.origin + request.url, 307);
  });
}
