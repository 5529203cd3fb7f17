import Provider, { errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import * as z from 'zod/mini';
import { callbackPath, type DemoAccount, scopes } from '#config/identity.ts';
import type { IdentityConfig } from '../config.ts';
import type { HttpProblem } from '../http/problems.ts';
import { findBySubject } from './accounts.ts';
import { hashOf, type IdentityStorage } from './identity-storage.ts';
import type { IdentityKeys } from './keys.ts';
import { handleProviderErrors } from './provider-errors.ts';

export type ProviderOptions = {
  readonly origin: string;
  readonly identity: IdentityConfig;
  readonly keys: IdentityKeys;
  readonly storage: IdentityStorage;
  readonly onError: (error: unknown, problem: HttpProblem) => void;
};

export const paths = {
  authorization: '/authorize',
  token: '/oauth/token',
  userinfo: '/userinfo',
  jwks: '/.well-known/jwks.json',
  discovery: '/.well-known/openid-configuration',
  revocation: '/oauth/revoke',
  logout: '/v2/logout',
} as const;

/** The claim of access tokens that names their grant, so that they end with it. */
export const grantClaim = 'grant';

const minuteSeconds = 60;
const hourSeconds = 60 * minuteSeconds;
const monthSeconds = 30 * 24 * hourSeconds;
const accessTokenSeconds = 10 * minuteSeconds;
/** As at Auth0. Only the pages read it, with the clock of their computer, which may differ by hours. */
const idTokenSeconds = 10 * hourSeconds;

/** The only one that the portal's pages use, and that their Content-Security-Policy lets work. */
const responseModes = ['query'];

/** The API's audience inside the provider, which requires an absolute URI. */
const apiResource = 'urn:portal:api';

/** Creates the OpenID provider for a portal without a tenant. Its one client is the portal itself. */
export function createProvider({ origin, identity, keys, storage, onError }: ProviderOptions): Provider {
  const { clientId, audience, rolesClaim } = identity;
  const policy = interactionPolicy.base();
  // The portal's own accounts are not asked for consent.
  policy.get('consent')?.checks.clear();
  const { port } = new URL(origin);

  const provider = new Provider(identity.issuer, {
    adapter: storage.adapter,
    jwks: { keys: keys.signing },
    cookies: {
      keys: keys.cookies,
      // Cookies ignore the port, and several portals may run on one computer.
      names: {
        session: `portal-session-${port}`,
        interaction: `portal-sign-in-${port}`,
        resume: `portal-resume-${port}`,
      },
      long: { httpOnly: true, sameSite: 'lax' },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        application_type: 'web',
        redirect_uris: [`${origin}${callbackPath}`],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        response_modes: responseModes,
      },
    ],
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    clientBasedCORS: (_, from) => from === origin,
    pkce: { required: () => true },
    scopes: ['openid', 'offline_access', 'profile', 'email'],
    claims: {
      openid: ['sub', rolesClaim],
      profile: ['name', 'nickname', 'picture'],
      email: ['email', 'email_verified'],
    },
    conformIdTokenClaims: false,
    findAccount: (_, subject) => {
      const account = findBySubject(subject);
      return account && { accountId: subject, claims: () => claimsOf(account, origin, rolesClaim) };
    },
    extraTokenClaims: (_, token) => {
      if (!('grantId' in token)) return undefined;
      const account = findBySubject(token.accountId);
      return (
        account && { ...claimsOf(account, origin, rolesClaim), [grantClaim]: hashOf(token.grantId ?? '') }
      );
    },
    interactions: { policy, url: (_, { uid }) => `/interaction/${uid}` },
    loadExistingGrant: (ctx) => loadOrCreateGrant(ctx),
    // Signing out, or signing in with another account, ends the session's refresh tokens.
    expiresWithSession: () => true,
    rotateRefreshToken: true,
    ttl: {
      AccessToken: accessTokenSeconds,
      AuthorizationCode: minuteSeconds,
      IdToken: idTokenSeconds,
      Interaction: hourSeconds,
      Session: monthSeconds,
      Grant: monthSeconds,
      RefreshToken: refreshTokenTtl,
    },
    routes: {
      authorization: paths.authorization,
      token: paths.token,
      userinfo: paths.userinfo,
      jwks: paths.jwks,
      revocation: paths.revocation,
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_, client, token) => token.clientId === client.clientId,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => apiResource,
        useGrantedResource: () => true,
        getResourceServerInfo: (_, resource) => {
          if (resource !== apiResource) throw new errors.InvalidTarget();
          return {
            audience,
            scope: scopes.join(' '),
            accessTokenFormat: 'jwt',
            accessTokenTTL: accessTokenSeconds,
            jwt: { sign: { alg: 'RS256' } },
          };
        },
      },
    },
    renderError: (ctx, { error, error_description }) => {
      if (ctx.path !== paths.authorization && !ctx.path.startsWith(`${paths.authorization}/`)) {
        ctx.type = 'json';
        ctx.body = JSON.stringify({ error, error_description });
        return;
      }
      ctx.status = 303;
      ctx.redirect(toErrorPageUrl(error, describeError(error, origin) ?? error_description));
    },
  });

  provider.proxy = true;
  handleProviderErrors(provider, onError);
  provider.use(async (ctx, next) => {
    if (ctx.path === paths.authorization) adaptAuth0Request(ctx, audience);
    await next();
    if (ctx.path === paths.discovery) correctDiscovery(ctx);
  });
  return provider;
}

/** Removes what the library always lists, but this provider does not have. */
function correctDiscovery(ctx: { body: unknown }) {
  const document = DiscoveryDocument.parse(ctx.body);
  ctx.body = {
    ...document,
    response_modes_supported: responseModes,
    claims_supported: document.claims_supported.filter((claim) => claim !== 'sid'),
  };
}

const DiscoveryDocument = z.looseObject({ claims_supported: z.array(z.string()) });

/** Rotation does not extend the lifetime. */
function refreshTokenTtl({ oidc }: KoaContextWithOIDC) {
  const rotated = oidc.entities.RotatedRefreshToken;
  return rotated ? Math.max(1, rotated.remainingTTL) : monthSeconds;
}

/** The claims of an account in tokens and /userinfo. */
export function claimsOf({ subject, name, email, roles }: DemoAccount, origin: string, rolesClaim: string) {
  const nickname = email.replace(/@.*/, '');
  return {
    sub: subject,
    name,
    nickname,
    email,
    email_verified: true,
    picture: `${origin}/avatars/${nickname}.svg`,
    [rolesClaim]: [...roles],
  };
}

/** Address of the page that explains the error and offers to try again. */
export function toErrorPageUrl(error: string, description: string | undefined) {
  const query = new URLSearchParams({ error, ...(description && { error_description: description }) });
  return `${callbackPath}?${query}`;
}

function describeError(error: string, origin: string) {
  return error === 'invalid_redirect_uri'
    ? `Signing in works at ${origin} only. Open the portal there and try again.`
    : undefined;
}

type Query = { query: Record<string, string | string[] | undefined> };

/**
 * Translates Auth0's parameters: `audience` becomes `resource`, and `offline_access` gets the consent prompt that the
 * provider requires for a refresh token, which is granted without asking.
 */
function adaptAuth0Request(ctx: Query, ownAudience: string) {
  const { audience, scope, prompt, ...query } = ctx.query;
  const prompts = String(prompt ?? '')
    .split(' ')
    .filter(Boolean);
  const needsConsent =
    String(scope ?? '')
      .split(' ')
      .includes('offline_access') && !prompts.includes('none');
  if (needsConsent && !prompts.includes('consent')) prompts.push('consent');
  ctx.query = {
    ...query,
    ...(scope !== undefined && { scope }),
    ...(prompts.length > 0 && { prompt: prompts.join(' ') }),
    ...(audience !== undefined && { resource: audience === ownAudience ? apiResource : audience }),
  };
}

/** Loads the grant of a session and client, or creates it, with everything requested. It lasts as long as the session. */
async function loadOrCreateGrant(ctx: KoaContextWithOIDC) {
  const { oidc } = ctx;
  const { client, account, session } = oidc;
  if (!client || !account || !session) return undefined;
  const known = session.grantIdFor(client.clientId);
  const found = known ? await oidc.provider.Grant.find(known) : undefined;
  const grant =
    found?.accountId === account.accountId
      ? found
      : new oidc.provider.Grant({ clientId: client.clientId, accountId: account.accountId });
  grant.addOIDCScope([...oidc.requestParamOIDCScopes].join(' '));
  grant.addResourceScope(apiResource, scopes.join(' '));
  delete grant.exp;
  await grant.save();
  return grant;
}
