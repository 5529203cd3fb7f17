import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopbackHost } from '#lib/loopback.ts';
import { HttpProblem } from '../http/problems.ts';
import { paths, toErrorPageUrl } from './provider.ts';

/** What a proxy tells of the computer before it, apart from `X-Forwarded-For`. */
const proxyHeaders = ['forwarded', 'via', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip'];

type Sender = Pick<FastifyRequest, 'headers'> & {
  readonly socket: { readonly remoteAddress?: string | undefined };
};

/**
 * Whether a request was made on the portal's own computer, as far as anything can tell: by its address, by each address
 * that a proxy names, trusted or not, and by the name it calls the portal.
 */
export function isFromThisComputer({ headers, socket }: Sender): boolean {
  const listed = (name: string) => [headers[name] ?? []].flat().flatMap((text) => text.split(','));
  const addresses = [socket.remoteAddress ?? '', ...listed('x-forwarded-for')];
  const names = [headers.host ?? '', ...listed('x-forwarded-host')];
  return (
    addresses.every((address) => isLoopbackHost(address.trim().replace(/^::ffff:/i, ''))) &&
    names.every((name) => isLoopbackHost(name.trim().replace(/:\d+$/, ''))) &&
    proxyHeaders.every((name) => headers[name] === undefined)
  );
}

const signInPaths = new RegExp(
  `^(${paths.authorization}|/interaction|${paths.token}|${paths.userinfo})(?=/|$)`,
);
const refusal =
  'The accounts of the demonstration work on the portal’s own computer only. Its operator has to connect an identity provider.';

/** Everybody knows the passwords of the built-in accounts, so they sign in on the portal's own computer only. */
export function refuseOtherComputers(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!signInPaths.test(request.routeOptions.url ?? '') || isFromThisComputer(request)) return;
    if (!request.headers.accept?.includes('text/html')) throw new HttpProblem(403, refusal);
    return reply.header('cache-control', 'no-store').redirect(toErrorPageUrl('other_computer', refusal), 303);
  });
}
