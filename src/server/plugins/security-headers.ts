import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

/** API responses are data: nothing in them may run or load. */
export const apiContentPolicy =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** The reference under /api/docs sets styles from script and draws its icons from data. */
export const docsContentPolicy = serializePolicy({
  'default-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'object-src': ["'none'"],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'self'"],
  'form-action': ["'self'"],
});

/** Builds the policy of a page whose inline scripts and styles have these hashes (`'sha256-…'`). */
export function pageContentPolicy(
  config: Config,
  hashes: { scripts: string[]; styles: string[] },
  { showsFiles = false }: { /** The page shows a PDF of the API. */ showsFiles?: boolean } = {},
): string {
  return serializePolicy({
    'default-src': ["'self'"],
    'script-src': ["'self'", ...hashes.scripts],
    'style-src': ["'self'", ...hashes.styles],
    // Map tiles come from any configured basemap.
    'img-src': ["'self'", 'data:', 'blob:', 'https:'],
    'connect-src': ["'self'", ...config.connectOrigins],
    'worker-src': ["'self'", 'blob:'],
    ...(showsFiles && { 'frame-src': ["'self'", ...config.apiOrigins] }),
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
  });
}

/** Writes a policy as the value of the header. */
export function serializePolicy(directives: Record<string, string[]>) {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

export function addSecurityHeaders(app: FastifyInstance) {
  app.register(helmet, {
    // Set below for the API, and by the site handler for each page.
    contentSecurityPolicy: false,
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
    // Public tile servers refuse requests without a referrer.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('content-security-policy', apiContentPolicy);
    reply.header('permissions-policy', 'camera=(), microphone=(), payment=(), geolocation=(self)');
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000');
  });
}
