import { generateKeyPairSync, sign } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openIdentity } from '#server/identity/open-identity.ts';
import { createRemoteKeySet, createVerifier } from '#server/identity/verifier.ts';
import { openEmbeddedStore } from '../support/engines.ts';
import { startLocalServer } from '../support/local-server.ts';
import { closeAfter } from '../support/set-up.ts';
import { openTestApp, type TestApp, testConfig } from '../support/test-app.ts';

const audience = 'https://api.water.example.org/';
const rolesClaim = 'https://water.example.org/roles';

type Key = ReturnType<typeof createKey>;

function createKey(kid: string) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { kid, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' } };
}

/** A tenant as Auth0 runs them: an issuer elsewhere with its keys at a known address. */
class Tenant {
  keys: Key[];
  /** How its key set is answered. */
  state: 'up' | 'failing' | 'nonsense' = 'up';
  requests = 0;
  origin = '';
  close = async () => {};

  constructor(keys: Key[]) {
    this.keys = keys;
  }

  async open() {
    ({ origin: this.origin, close: this.close } = await startLocalServer((request, answer) => {
      this.requests += 1;
      const found = request.url === '/.well-known/jwks.json' && this.state !== 'failing';
      answer.writeHead(found ? 200 : 503, { 'content-type': 'application/json', connection: 'close' });
      answer.end(
        this.state === 'nonsense' ? '<html>' : JSON.stringify({ keys: this.keys.map(({ jwk }) => jwk) }),
      );
    }));
  }

  token(key: Key, changes: Record<string, unknown> = {}) {
    const now = Math.floor(Date.now() / 1000);
    const payload = {
      iss: `${this.origin}/`,
      sub: 'auth0|63f1c2',
      aud: [audience, `${this.origin}/userinfo`],
      iat: now,
      exp: now + 86_400,
      azp: 'abc123',
      scope: 'openid profile email offline_access',
      [rolesClaim]: ['Administrator', 'Hydrologist'],
      ...changes,
    };
    const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const input = `${encode({ alg: 'RS256', typ: 'JWT', kid: key.kid })}.${encode(payload)}`;
    return `${input}.${sign('sha256', Buffer.from(input), key.privateKey).toString('base64url')}`;
  }
}

let tenant: Tenant;

const first = createKey('first');
const second = createKey('second');
const store = closeAfter(await openEmbeddedStore());

beforeEach(async () => {
  tenant = new Tenant([first]);
  await tenant.open();
});

afterEach(() => tenant.close());

async function openPortal(): Promise<TestApp> {
  const environment = {
    PUBLIC_AUTH0_DOMAIN: tenant.origin,
    PUBLIC_AUTH0_AUDIENCE: audience,
    PUBLIC_AUTH0_ROLES_CLAIM: rolesClaim,
    DATA_DIR: '/nowhere/data',
  };
  const identity = await openIdentity(testConfig(environment), store);
  return openTestApp(store, { environment, identity });
}

function who(portal: TestApp, token: string) {
  return portal.send('/api/account/user', token);
}

describe('with a tenant', () => {
  test('its tokens are good, and its roles are taken from the configured claim', async () => {
    await using portal = await openPortal();
    const answer = await who(portal, tenant.token(first));
    expect(answer.json()).toEqual({
      sub: 'auth0|63f1c2',
      roles: ['Administrator'],
      isDeveloper: false,
      isAdmin: true,
      isUser: false,
    });
    for (let n = 0; n < 5; n += 1) await who(portal, tenant.token(first));
    expect(tenant.requests).toBe(1);
  });

  test.each<[string, Record<string, unknown>]>([
    ['an id token', { aud: 'abc123' }],
    ['of another tenant', { iss: 'https://other.eu.auth0.com/' }],
    ['expired', { exp: 1 }],
  ])('a token is refused that is %s', async (_, changes) => {
    await using portal = await openPortal();
    expect((await who(portal, tenant.token(first, changes))).statusCode).toBe(401);
  });

  test('there is no built-in provider, and no demonstration account', async () => {
    await using portal = await openPortal();
    for (const url of ['/authorize', '/interaction/x', '/userinfo', '/v2/logout', '/.well-known/jwks.json']) {
      expect((await portal.send(url)).statusCode).not.toBe(303);
      expect((await portal.send(url)).payload).not.toContain('keys');
    }
    const email = 'demo@example.org';
    const password = 'water-year';
    for (const [name, payload] of [
      ['sign-in', { email, password }],
      ['sign-up', { email, password }],
      ['reset-password', { email }],
    ] as const) {
      const answer = await portal.send({ method: 'POST', url: `/api/auth/${name}`, payload });
      expect(answer.statusCode).toBe(404);
    }
    expect((await portal.send('/api/version')).json()).toMatchObject({ demo_identity: false });
  });

  test('a token with a key nobody knows is 401, and is no reason to ask each time', async () => {
    await using portal = await openPortal();
    await who(portal, tenant.token(first));
    for (let n = 0; n < 5; n += 1) expect((await who(portal, tenant.token(second))).statusCode).toBe(401);
    expect(tenant.requests).toBe(1);
  });

  test('that cannot be reached the answer is 503, and visitors are served', async () => {
    await using portal = await openPortal();
    const token = tenant.token(first);
    await tenant.close();
    const answer = await who(portal, token);
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.json().detail).toMatch(/^The identity provider cannot be reached/);
    expect((await portal.send('/api/version')).statusCode).toBe(200);
  });
});

describe('the keys of a tenant', () => {
  const verifierOf = (options: Parameters<typeof createRemoteKeySet>[1]) =>
    createVerifier({
      issuer: `${tenant.origin}/`,
      audience,
      rolesClaim,
      keys: createRemoteKeySet(`${tenant.origin}/.well-known/jwks.json`, options),
    });

  test('are fetched again when a token names a new one', async () => {
    const verifier = verifierOf({ cooldown: 0 });
    expect(await verifier.verify(tenant.token(first))).toBeDefined();
    tenant.keys = [second, first];
    expect(await verifier.verify(tenant.token(second))).toMatchObject({ subject: 'auth0|63f1c2' });
    expect(await verifier.verify(tenant.token(first))).toBeDefined();
    expect(tenant.requests).toBe(2);
    tenant.keys = [second];
    const later = verifierOf({ cooldown: 0 });
    expect(await later.verify(tenant.token(first))).toBeUndefined();
  });

  test.each(['failing', 'nonsense'] as const)('stay good while it is %s', async (state) => {
    const verifier = verifierOf({ cooldown: 0, maxAge: 0, retryAfter: 60_000 });
    expect(await verifier.verify(tenant.token(first))).toBeDefined();
    tenant.state = state;
    expect(await verifier.verify(tenant.token(first))).toBeDefined();
    expect(await verifier.verify(tenant.token(first))).toBeDefined();
    await expect(verifier.verify(tenant.token(second))).rejects.toMatchObject({ statusCode: 503 });
    // After a failure, the next request waits for a while.
    expect(tenant.requests).toBe(2);
  });

  test('are had as soon as it is back', async () => {
    const verifier = verifierOf({ retryAfter: 0 });
    tenant.state = 'failing';
    await expect(verifier.verify(tenant.token(first))).rejects.toMatchObject({ statusCode: 503 });
    tenant.state = 'up';
    expect(await verifier.verify(tenant.token(first))).toBeDefined();
  });

  test('are not needed to refuse what is no token', async () => {
    const verifier = verifierOf({});
    tenant.state = 'failing';
    expect(await verifier.verify('garbage')).toBeUndefined();
    expect(tenant.requests).toBe(0);
  });
});
