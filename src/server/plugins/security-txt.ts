import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

const dayMs = 86_400_000;
const validDays = 180;

/** Serves whom to tell of a vulnerability (RFC 9116): the configured contact, or the portal's support page. */
export function registerSecurityTxt(
  app: FastifyInstance,
  { portalOrigin, securityContact }: Pick<Config, 'portalOrigin' | 'securityContact'>,
) {
  app.get(
    '/.well-known/security.txt',
    { config: { kind: 'page' }, schema: { hide: true } },
    async (_, reply) => {
      // The same text all day, so that caches can use it.
      const expires = new Date((Math.floor(Date.now() / dayMs) + validDays) * dayMs).toISOString();
      return reply
        .header('cache-control', 'public, max-age=86400')
        .type('text/plain; charset=utf-8')
        .send(
          [
            `Contact: ${securityContact ?? `${portalOrigin}/support`}`,
            `Expires: ${expires}`,
            'Preferred-Languages: en',
            `Canonical: ${portalOrigin}/.well-known/security.txt`,
            '',
          ].join('\n'),
        );
    },
  );
}
