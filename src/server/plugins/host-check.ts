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
