import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';

/** By whom limits count: the person of a verified token, otherwise the client's address. A /64 of IPv6 is one address. */
export function callerKey({ caller, ip }: Pick<FastifyRequest, 'caller' | 'ip'>): string {
  return caller ? `person ${caller.subject}` : `address ${normalizeIP(ip)}`;
}
