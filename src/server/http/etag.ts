import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A weak entity tag of a body: the same for each of its encodings. */
export function entityTag(body: string | Buffer): string {
  return `W/"${hash('sha1', body, 'base64url')}"`;
}

/** Whether `If-None-Match` names the tag: a list or `*`, compared weakly (RFC 9110, 13.1.2). */
export function isNotModified(request: FastifyRequest, tag: string): boolean {
  const condition = request.headers['if-none-match'];
  if (condition === undefined || !isReadMethod(request)) return false;
  if (condition.trim() === '*') return true;
  const opaque = tag.replace(/^W\//, '');
  return (condition.match(/(?:W\/)?"[^"]*"/g) ?? []).some((item) => item.replace(/^W\//, '') === opaque);
}

/** Adds a name to `Vary`, keeping those that are there. */
export function addVary(reply: FastifyReply, name: string) {
  const names = String(reply.getHeader('vary') ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '' && item.toLowerCase() !== name.toLowerCase());
  reply.header('vary', [...names, name].join(', '));
}

export function sendNotModified(reply: FastifyReply) {
  return reply.code(304).removeHeader('content-type').send();
}

/** Gives every successful read that has none a tag, and answers 304 where the client has that body. */
export function addEntityTags(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    if (reply.statusCode !== 200 || !isReadMethod(request) || reply.hasHeader('etag')) return payload;
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    const tag = entityTag(payload);
    reply.header('etag', tag);
    if (!isNotModified(request, tag)) return payload;
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    return null;
  });
}

function isReadMethod(request: FastifyRequest) {
  return request.method === 'GET' || request.method === 'HEAD';
}
