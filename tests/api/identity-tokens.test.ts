import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createKeys, publicKeys } from '#server/identity/keys.ts';
import { createLocalKeySet, createVerifier } from '#server/identity/verifier.ts';
import { openEmbeddedStore } from '../support/engines.ts';
import { closeAfter, temporaryFolder } from '../support/set-up.ts';
import { decodeToken, openAppWithIdentity, origin, TestBrowser } from '../support/test-browser.ts';

/** The portal's own key pair, and the public half as others may write it. */
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

const folder = temporaryFolder('tokens');
const store = closeAfter(await openEmbeddedStore());
const portal = closeAfter(await openAppWithIdentity(store, folder));
const tokens = await new TestBrowser(portal.app).signIn();
const [jwk] = JSON.parse(readFileSync(path.join(folder, 'identity.json'), 'utf8')).signing;
const key = createPrivateKey({ key: jwk, format: 'jwk' });
const pem = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
const { keys } = (await portal.send('/.well-known/jwks.json')).json();
const own = { key, pem, jwk: JSON.stringify(keys[0]) };

type Changes = { header?: Record<string, unknown>; payload?: Record<string, unknown> };
const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** The good access token with changes, before it is signed. */
function unsigned({ header = {}, payload = {} }: Changes) {
  const [goodHeader, goodPayload] = decodeToken(tokens.access_token);
  return `${encode({ ...goodHeader, ...header })}.${encode({ ...goodPayload, ...payload })}`;
}

function signed(changes: Changes, key: KeyObject = own.key) {
  const input = unsigned(changes);
  return `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`;
}

function hmac(changes: Changes, secret: string) {
  const input = unsigned({ ...changes, header: { alg: 'HS256', ...changes.header } });
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
}

const now = () => Math.floor(Date.now() / 1000);
const getWithAuthorization = (authorization: string, url = '/api/account/user') =>
  portal.send({ url, headers: { authorization } });

describe('a token', () => {
  test.each<[string, () => string]>([
    ['as it was issued', () => tokens.access_token],
    ['signed the same way by this test', () => signed({})],
    ['expired within the tolerance of clocks', () => signed({ payload: { exp: now() - 2 } })],
    ['issued ahead of our clock, within its tolerance', () => signed({ payload: { iat: now() + 3 } })],
    ['for several audiences', () => signed({ payload: { aud: ['other', 'urn:monitoring-dashboard:api'] } })],
  ])('%s is good', async (_, make) => {
    expect((await getWithAuthorization(`Bearer ${make()}`)).statusCode).toBe(200);
  });

  test.each<[string, () => string]>([
    ['expired', () => signed({ payload: { exp: now() - 60 } })],
    ['without an expiry', () => signed({ payload: { exp: undefined } })],
    ['with an expiry that is text', () => signed({ payload: { exp: '9999999999' } })],
    ['not valid yet', () => signed({ payload: { nbf: now() + 60 } })],
    ['for another audience', () => signed({ payload: { aud: 'urn:other' } })],
    ['for no audience', () => signed({ payload: { aud: undefined } })],
    ['of another issuer', () => signed({ payload: { iss: 'https://evil.example/' } })],
    ['of the issuer without its slash', () => signed({ payload: { iss: origin } })],
    ['of no issuer', () => signed({ payload: { iss: undefined } })],
    ['issued in the future', () => signed({ payload: { iat: now() + 60 } })],
    ['issued at no time', () => signed({ payload: { iat: undefined } })],
    ['issued at a time that is text', () => signed({ payload: { iat: '1' } })],
    ['of an unknown subject', () => signed({ payload: { sub: 'demo|nobody' } })],
    ['of a subject that is the name of an object', () => signed({ payload: { sub: '__proto__' } })],
    ['without a grant', () => signed({ payload: { grant: undefined } })],
    ['of an unknown grant', () => signed({ payload: { grant: 'x'.repeat(43) } })],
    [
      'of a grant that is a list',
      () => signed({ payload: { grant: [decodeToken(tokens.access_token)[1].grant] } }),
    ],
    ['of nobody', () => signed({ payload: { sub: undefined } })],
    ['of a nameless one', () => signed({ payload: { sub: '' } })],
    ['signed with another key under the same kid', () => signed({}, stranger)],
    ['signed with another key under another kid', () => signed({ header: { kid: 'other' } }, stranger)],
    [
      'that brings its own key',
      () => signed({ header: { jwk: stranger.export({ format: 'jwk' }) } }, stranger),
    ],
    ['with alg none', () => `${unsigned({ header: { alg: 'none' } })}.`],
    [
      'with alg None and the old signature',
      () => {
        const [, , signature] = tokens.access_token.split('.');
        return `${unsigned({ header: { alg: 'None' } })}.${signature}`;
      },
    ],
    ['with HS256 and the public key as PEM', () => hmac({}, own.pem)],
    ['with HS256 and the public key as JWK', () => hmac({}, own.jwk)],
    ['with HS256, an empty secret and no kid', () => hmac({ header: { kid: undefined } }, '')],
    ['with PS256 in its header', () => signed({ header: { alg: 'PS256' } })],
    ['with a critical extension', () => signed({ header: { crit: ['exp'] } })],
    ['that is an id token', () => tokens.id_token],
    [
      'that is an id token with the audience of the API',
      () => {
        return signed({ header: { typ: 'JWT' } });
      },
    ],
    ['that is a refresh token', () => tokens.refresh_token],
    [
      'with a changed payload',
      () => {
        const [header, , signature] = tokens.access_token.split('.');
        const [, payload] = decodeToken(tokens.access_token);
        return `${header}.${encode({ ...payload, sub: 'demo|administrator' })}.${signature}`;
      },
    ],
    ['truncated', () => tokens.access_token.slice(0, -20)],
    ['without its signature', () => tokens.access_token.replace(/[^.]*$/, '')],
    ['with a fourth part', () => `${tokens.access_token}.x`],
    ['that is garbage', () => 'garbage'],
    ['that is dots', () => '..'],
    ['that is JSON', () => encode({ sub: 'demo|demo' })],
  ])('%s is refused', async (_, make) => {
    const answer = await getWithAuthorization(`Bearer ${make()}`);
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.json()).toMatchObject({ status: 401, instance: '/api/account/user' });
  });

  test.each(['Bearer', 'Bearer ', 'Bearer  ', '', 'Basic Og==', 'Bearer a b'])(
    'that is not there is missed: "%s"',
    async (authorization) => {
      const answer = await getWithAuthorization(authorization);
      expect(answer.statusCode).toBe(401);
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
    },
  );

  test('is no more than a token at /userinfo', async () => {
    for (const token of [tokens.id_token, signed({}, stranger), 'garbage']) {
      const answer = await getWithAuthorization(`Bearer ${token}`, '/userinfo');
      expect(answer.statusCode).toBe(401);
      expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    }
    expect((await portal.send('/userinfo')).statusCode).toBe(401);
  });

  test.each([
    [['Developer', 'Owner', 7, null], ['Developer']],
    ['User', ['User']],
    [undefined, []],
    [{ Administrator: true }, []],
    [['administrator'], []],
  ])('with the roles %j has %j', async (claim, roles) => {
    const payload = { 'https://monitoring-dashboard/roles': claim };
    expect((await getWithAuthorization(`Bearer ${signed({ payload })}`)).json()).toMatchObject({ roles });
  });
});

describe('the provider’s keys', () => {
  test('are published without their private parts', async () => {
    const { keys } = (await portal.send('/.well-known/jwks.json')).json();
    expect(keys).toHaveLength(1);
    for (const name of ['d', 'p', 'q', 'dp', 'dq', 'qi']) expect(keys[0]).not.toHaveProperty(name);
  });

  test('that were used before are still good for what they signed', async () => {
    const [older, newer] = await Promise.all([createKeys(), createKeys()]);
    const both = { ...newer, signing: [...newer.signing, ...older.signing] };
    const verifier = createVerifier({
      issuer: `${origin}/`,
      audience: 'urn:monitoring-dashboard:api',
      rolesClaim: 'roles',
      keys: createLocalKeySet(publicKeys(both)),
    });
    for (const jwk of both.signing) {
      const key = createPrivateKey({ key: jwk, format: 'jwk' });
      const token = signed({ header: { kid: jwk.kid } }, key);
      expect(await verifier.verify(token)).toMatchObject({ subject: 'demo|demo' });
    }
    expect(await verifier.verify(tokens.access_token)).toBeUndefined();
  });
});
