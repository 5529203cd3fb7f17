import type { FastifyInstance } from 'fastify';
import { isApi } from './rate-limit.ts';

/**
 * The built-in provider signs people in at one origin. Who opens the portal at another name of the same
 * computer (`127.0.0.1` for `localhost`) is sent there; calls of the API are answered under any name.
 */
export function addOneOrigin(app: FastifyInstance, origin: string) {
  const own = new URL(origin);
  if (!isThisComputer(own.hostname)) return;
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || isApi(request.url)) return;
    if (!request.headers.accept?.includes('text/html')) return;
    const asked = URL.parse(`${own.protocol}//${request.headers.host}`);
    if (!asked || asked.host === own.host || asked.port !== own.port || !isThisComputer(asked.hostname))
      return;
    return reply.header('cache-control', 'no-store').redirect(own.origin + request.url, 307);
  });
}

function isThisComputer(hostname: string) {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
