import type { FastifyRequest } from 'fastify';
import { isSameSecret } from '../is-same-secret.ts';
import { HttpProblem } from './problems.ts';

/** Creates a hook for calls of commands on this computer, which have read the secret in the data folder. */
export function requirePortalSecret(secret: string) {
  return async (request: FastifyRequest): Promise<void> => {
    const given = request.headers['x-portal-secret'];
    if (
      !isLoopbackAddress(request.socket.remoteAddress) ||
      typeof given !== 'string' ||
      !isSameSecret(given, secret)
    ) {
      throw new HttpProblem(403, 'This call is for the importers on the same computer.');
    }
  };
}

function isLoopbackAddress(address: string | undefined) {
  return address !== undefined && /^(::ffff:)?127\.|^::1$/.test(address);
}
