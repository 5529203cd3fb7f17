import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { isLoopbackHost } from '#lib/loopback.ts';
import type { Config } from '../config.ts';
import { HttpProblem } from '../http/problems.ts';

type HostConfig = Pick<Config, 'host' | 'portalOrigin' | 'allowedHosts'>;

/**
 * Refuses requests for a name that is not the portal's, as of a site that has pointed its own name at this address to
 * reach it through a visitor's browser. Probes and importers may call by any name.
 */
export function addHostCheck(app: FastifyInstance, config: HostConfig) {
  const isOwnHost = createHostCheck(config);
  app.addHook('onRequest', async (request) => {
    if (request.kind === 'operator' || isOwnHost(request.headers.host)) return;
    throw new HttpProblem(
      421,
      `This portal is not at this address. Open it at ${config.portalOrigin}, or ask its operator to add the name to ALLOWED_HOSTS.`,
    );
  });
}

/** The port does not matter: it may be that of a container or a tunnel. */
export function createHostCheck({ host, portalOrigin, allowedHosts }: HostConfig) {
  const own = new URL(portalOrigin).hostname;
  const allowsLoopback = isLoopbackHost(host) || isLoopbackHost(own);
  const names = new Set([own, host, ...allowedHosts].map(withoutBrackets));
  return (header: string | undefined): boolean => {
    const [, name] = /^(\[[\da-f:.]+\]|[a-z\d._-]+)(?::\d{1,5})?$/i.exec(header ?? '') ?? [];
    if (name === undefined) return false;
    const hostname = withoutBrackets(name.replace(/\.$/, ''));
    return names.has(hostname) || (allowsLoopback && isLoopbackHost(hostname));
  };
}

function withoutBrackets(name: string) {
  return name.toLowerCase().replace(/^\[|\]$/g, '');
}

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

/**
 * Which page made a request, as its browser says: one of the same origin, one of another, or none (an address that was
 * typed, or a bookmark). `unknown`: an older browser, or one that does not trust the connection, says nothing.
 */
type Initiator = 'same-origin' | 'other' | 'none' | 'unknown';

export function initiatorOf(headers: IncomingHttpHeaders, ownOrigin: string): Initiator {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return site;
  if (site !== undefined) return 'other';
  const page = headers.origin ?? headers.referer;
  if (page === undefined) return 'unknown';
  return URL.parse(page)?.origin === ownOrigin ? 'same-origin' : 'other';
}
