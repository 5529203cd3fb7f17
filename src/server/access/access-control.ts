import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Role } from '#contract/account/account.ts';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import { HttpProblem, unauthorized } from '../http/problems.ts';

/** The person a valid token was issued to. `personalToken` is the id of the personal access token, if it was one. */
export type Caller = {
  readonly subject: string;
  readonly roles: ReadonlySet<Role>;
  readonly personalToken?: string;
};

/** Finds the caller of a bearer token; undefined if the token is not valid. */
export type Verifier = { verify(token: string): Promise<Caller | undefined> };

/** Verifier of a portal without an identity provider. */
export const anonymousVerifier: Verifier = { verify: async () => undefined };

declare module 'fastify' {
  interface FastifyRequest {
    /** Set if the request has a valid token. */
    caller: Caller | undefined;
    /** Why the request's token was not accepted. */
    tokenError: unknown;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
  interface FastifyInstance {
    /** Verifies the request's token now, and enforces the access rule of its endpoint. @throws HttpProblem 401, 403 */
    requireAccess(request: FastifyRequest): Promise<void>;
  }
}

const requiredRoles: Partial<Record<Access, Role>> = {
  administrator: 'Administrator',
  developer: 'Developer',
};

export type AccessRules = {
  readonly verifier: Verifier;
  /** Whether the handlers of endpoints with the access `open-values` answer callers without a token. */
  readonly hasOpenValues: boolean;
};

/** Enforces the access rule of every endpoint. An invalid token is refused on open endpoints, too. */
export function addAccessControl(app: FastifyInstance, { verifier, hasOpenValues }: AccessRules) {
  app.decorateRequest('caller', undefined);
  app.decorateRequest('tokenError', undefined);
  const verify = async (request: FastifyRequest) => {
    const token = bearerToken(request);
    const { endpoint } = request.routeOptions.config;
    if (token === undefined || !endpoint || endpoint.hasOwnTokens) return;
    try {
      request.caller = await verifier.verify(token);
      if (!request.caller) request.tokenError = unauthorized('invalid');
    } catch (error) {
      request.tokenError = error;
    }
  };
  const enforce = (request: FastifyRequest) => {
    const { endpoint } = request.routeOptions.config;
    if (!endpoint) return;
    if (request.tokenError) throw request.tokenError;
    if (request.caller?.personalToken !== undefined) requireReading(request.method, endpoint);
    if (endpoint.access === 'open' || (endpoint.access === 'open-values' && hasOpenValues)) return;
    if (!request.caller) throw unauthorized('none');
    const role = requiredRoles[endpoint.access];
    if (role && !request.caller.roles.has(role)) throw new HttpProblem(403, `This needs the role ${role}.`);
  };
  app.decorate('requireAccess', async (request: FastifyRequest) => {
    await verify(request);
    enforce(request);
  });
  // Runs before the rate limit, which counts by caller.
  app.addHook('onRequest', verify);
  // Runs after the rate limit, which counts refused callers, too, but before the body is read.
  app.addHook('preParsing', async (request) => enforce(request));
}

/** @throws HttpProblem 403 for what a personal access token may not do */
function requireReading(method: string, { access, changesState }: Endpoint) {
  if ((method !== 'GET' && method !== 'HEAD') || changesState) {
    throw new HttpProblem(403, 'An access token may only read. Sign in to the portal to change something.');
  }
  const role = requiredRoles[access];
  if (role) {
    throw new HttpProblem(
      403,
      `An access token has no roles, and this needs the role ${role}. Sign in to the portal.`,
    );
  }
}

/** Extracts the bearer token of an Authorization header. */
export function bearerToken(request: FastifyRequest) {
  return /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
}
