import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Store } from '../db/store.ts';
import { unauthorized } from '../http/problems.ts';
import { bearerToken, type Verifier } from '../plugins/access.ts';
import { signInRoute } from '../plugins/route-kind.ts';
import { findBySubject } from './accounts.ts';
import { createIdentityStorage } from './identity-storage.ts';
import { loadOrCreateKeys, publicKeys } from './keys.ts';
import { registerLoginRoutes } from './login.ts';
import { addLogout } from './logout.ts';
import { claimsOf, createProvider, paths } from './provider.ts';
import { SignInLimiter } from './sign-in-attempts.ts';
import { createLocalKeySet, createRemoteKeySet, createVerifier } from './verifier.ts';

/** Verifies tokens and, for the built-in provider, signs people in. */
export type Identity = {
  readonly verifier: Verifier;
  registerRoutes(app: FastifyInstance): void;
};

/**
 * Opens the configured identity provider: the tenant, or the built-in one with its keys in the data folder.
 * @throws BadKeys
 */
export async function openIdentity(config: Config, store: Store): Promise<Identity> {
  const { identity } = config;
  if (identity.kind === 'tenant') {
    const keys = createRemoteKeySet(`${identity.issuer}.well-known/jwks.json`);
    return { verifier: createVerifier({ ...identity, keys }), registerRoutes: () => {} };
  }
  const keys = await loadOrCreateKeys(config.dataDir);
  const verifier = createVerifier({ ...identity, keys: createLocalKeySet(publicKeys(keys)), type: 'at+jwt' });
  return {
    verifier,
    registerRoutes: (app) => {
      const origin = config.portalOrigin;
      const storage = createIdentityStorage(store);
      const onError = (error: unknown) => app.log.error({ err: error }, 'The identity provider failed');
      const provider = createProvider({ origin, identity, keys, storage, onError });
      addLogout(provider, origin, identity.clientId, storage);
      const attempts = new SignInLimiter();
      app.register(async (scope) => registerLoginRoutes(scope, { config, provider, storage, attempts }));
      app.register(async (scope) => registerProviderRoutes(scope, provider.callback(), origin));
      app.get(paths.userinfo, signInRoute, async (request, reply) => {
        const token = bearerToken(request);
        if (token === undefined) throw unauthorized('none');
        const account = findBySubject((await verifier.verify(token))?.subject ?? '');
        if (!account) throw unauthorized('invalid');
        reply.header('cache-control', 'no-store');
        return claimsOf(account, origin, identity.rolesClaim);
      });
    },
  };
}

type Listener = (request: FastifyRequest['raw'], reply: FastifyReply['raw']) => Promise<void>;

/** Passes requests for the provider's addresses to it, with unread bodies. */
function registerProviderRoutes(app: FastifyInstance, listener: Listener, origin: string) {
  const { host, protocol } = new URL(origin);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_, __, done) => done(null));
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store').hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    // The provider builds addresses from the portal's origin, not from the request's Host header.
    request.raw.headers['x-forwarded-host'] = host;
    request.raw.headers['x-forwarded-proto'] = protocol.replace(':', '');
    await listener(request.raw, reply.raw);
  };
  const { authorization, token, jwks, revocation, logout } = paths;
  for (const url of [
    authorization,
    `${authorization}/:uid`,
    jwks,
    '/.well-known/openid-configuration',
    logout,
  ]) {
    app.get(url, { ...signInRoute, handler });
  }
  for (const url of [token, revocation]) {
    app.route({ ...signInRoute, method: ['POST', 'OPTIONS'], url, handler });
  }
}
