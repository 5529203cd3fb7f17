import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { JWTPayload } from 'jose';
import { bearerToken, type Verifier } from '../access/access-control.ts';
import type { Config } from '../config.ts';
import type { Store } from '../db/store.ts';
import { type HttpProblem, unauthorized } from '../http/problems.ts';
import { logFault } from '../plugins/errors.ts';
import { signInRoute } from '../plugins/route-kind.ts';
import { findBySubject } from './accounts.ts';
import { createIdentityStorage, type SessionRecords } from './identity-storage.ts';
import { loadOrCreateKeys, publicKeys } from './keys.ts';
import { createKnownBrowserCookie } from './known-browser.ts';
import type { LiveGrants } from './live-grants.ts';
import { addLogout } from './logout.ts';
import { claimsOf, createProvider, grantClaim, paths } from './provider.ts';
import { registerLoginRoutes } from './sign-in-form.ts';
import type { SignInLimiter } from './sign-in-limiter.ts';
import { refuseOtherComputers } from './this-computer.ts';
import { clockTolerance, createLocalKeySet, createRemoteKeySet, createVerifier } from './verifier.ts';

/** Verifies tokens and, for the built-in provider, signs people in. */
export type Identity = {
  readonly verifier: Verifier;
  /** Those of the built-in provider. */
  readonly sessions?: SessionRecords;
  registerRoutes(app: FastifyInstance, limiter: SignInLimiter): void;
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
  const storage = createIdentityStorage(store);
  const verifier = createVerifier({
    ...identity,
    keys: createLocalKeySet(publicKeys(keys)),
    type: 'at+jwt',
    isAccepted: (payload) => isAccepted(payload, storage.grants),
  });
  return {
    verifier,
    sessions: storage.sessions,
    registerRoutes: (app, limiter) => {
      refuseOtherComputers(app);
      const origin = config.portalOrigin;
      const onError = (error: unknown, problem: HttpProblem) =>
        logFault(error, problem, { log: app.log, server: app });
      const provider = createProvider({ origin, identity, keys, storage, onError });
      addLogout(provider, config, storage);
      const knownBrowser = createKnownBrowserCookie(origin, keys);
      app.register(async (scope) =>
        registerLoginRoutes(scope, { config, provider, storage, limiter, knownBrowser }),
      );
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

/** Whether the built-in provider issued the token in the past, to a known account, and has not revoked it. */
async function isAccepted(
  { iat, sub, [grantClaim]: grant }: JWTPayload,
  grants: LiveGrants,
): Promise<boolean> {
  if (typeof iat !== 'number' || iat > Date.now() / 1000 + clockTolerance) return false;
  if (sub === undefined || !findBySubject(sub)) return false;
  return typeof grant === 'string' && (await grants.isLive(grant));
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
  const { authorization, token, jwks, discovery, revocation, logout } = paths;
  for (const url of [authorization, `${authorization}/:uid`, jwks, discovery, logout]) {
    app.get(url, { ...signInRoute, handler });
  }
  app.post(logout, { ...signInRoute, handler });
  for (const url of [token, revocation]) {
    app.route({ ...signInRoute, method: ['POST', 'OPTIONS'], url, handler });
  }
}
