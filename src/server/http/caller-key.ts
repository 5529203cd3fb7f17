import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';

/**
 * By whom limits count: a personal access token, the person of another verified token, otherwise the client's address. A
 * /64 of IPv6 is one address.
 */
export function callerKey({ caller, ip }: Pick<FastifyRequest, 'caller' | 'ip'>): string {
  if (caller?.personalToken !== undefined) return `token ${caller.personalToken}`;
  return caller ? `person ${caller.subject}` : `address ${normalizeIP(ip)}`;
}
