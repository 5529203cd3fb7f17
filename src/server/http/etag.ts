import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { packageInfo } from '../package-info.ts';

/** Smaller bodies are sent as they are. */
export const minCompressedBytes = 1024;

/** Computes the weak entity tag of a body, the same for all of its encodings. */
export function entityTag(body: string | Buffer): string {
  return `W/"${hash('sha1', body, 'base64url')}"`;
}

/** The weak entity tag of an answer that depends on its name and the published data only, and on the portal's code. */
export function versionTag(dataVersion: string, name: string): string {
  return `W/"${dataVersion}-${hash('sha1', `${packageInfo.version} ${name}`, 'base64url')}"`;
}

/**
 * For an answer whose tag is known before it is read. `*` matches only what there is, which only reading tells.
 */
export function isKnownTag(request: FastifyRequest, tag: string): boolean {
  return request.headers['if-none-match']?.trim() !== '*' && isNotModified(request, tag);
}

/** Whether `If-None-Match` (a list or `*`) matches the tag by weak comparison (RFC 9110, 13.1.2). */
export function isNotModified(request: FastifyRequest, tag: string): boolean {
  const condition = request.headers['if-none-match'];
  if (condition === undefined || !isReadMethod(request)) return false;
  if (condition.trim() === '*') return true;
  const opaque = tag.replace(/^W\//, '');
  return (condition.match(/(?:W\/)?"[^"]*"/g) ?? []).some((item) => item.replace(/^W\//, '') === opaque);
}

/** Adds a name to the `Vary` header. */
export function addVary(reply: FastifyReply, name: string) {
  const names = String(reply.getHeader('vary') ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '' && item.toLowerCase() !== name.toLowerCase());
  reply.header('vary', [...names, name].join(', '));
}

/** Spelled as the compressor does, which adds its own only to answers that it compresses, to no HEAD and no 304. */
export const varyByEncoding = (reply: FastifyReply) => addVary(reply, 'accept-encoding');

export function sendNotModified(reply: FastifyReply) {
  return reply.code(304).removeHeader('content-type').send();
}

/**
 * Adds an entity tag to successful reads without one, and sends 304 if the client already has the body. The tag of a
 * record for its editors is its `updated_at`, for `If-Match`; what it shows otherwise may change without it, so it is always
 * sent.
 */
export function addEntityTags(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    if (reply.statusCode !== 200 || !isReadMethod(request)) return payload;
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    if (Buffer.byteLength(payload) >= minCompressedBytes) varyByEncoding(reply);
    if (reply.hasHeader('etag')) return payload;
    const tag = entityTag(payload);
    reply.header('etag', tag);
    if (!isNotModified(request, tag)) return payload;
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    // A HEAD has no body in any case, and Fastify's own hook for it fails without one.
    return request.method === 'HEAD' ? '' : null;
  });
}

function isReadMethod(request: FastifyRequest) {
  return request.method === 'GET' || request.method === 'HEAD';
}
