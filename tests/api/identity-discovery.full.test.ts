import { describe, expect, test } from 'vitest';
import { openEmbeddedStore } from '../support/engines.ts';
import { closeAfter, temporaryFolder } from '../support/set-up.ts';
import {
  decodeToken,
  locationOf,
  openAppWithIdentity,
  origin,
  TestBrowser,
} from '../support/test-browser.ts';

const rolesClaim = 'https://monitoring-dashboard/roles';

const folder = temporaryFolder('discovery');
const store = closeAfter(await openEmbeddedStore());
const portal = closeAfter(await openAppWithIdentity(store, folder));
const document = (await portal.send('/.well-known/openid-configuration')).json();

/** How each endpoint answers a request that lacks everything. */
const endpoints: Record<string, { method: 'GET' | 'POST'; status: number }> = {
  authorization_endpoint: { method: 'GET', status: 303 },
  token_endpoint: { method: 'POST', status: 400 },
  userinfo_endpoint: { method: 'GET', status: 401 },
  revocation_endpoint: { method: 'POST', status: 400 },
  jwks_uri: { method: 'GET', status: 200 },
};

const addressesIn = (found: Record<string, unknown>) =>
  Object.keys(found).filter((name) => /_(endpoint|uri)$/.test(name));

describe('the discovery document', () => {
  test('lists exactly the endpoints that there are', () => {
    expect(addressesIn(document).sort()).toEqual(Object.keys(endpoints).sort());
  });

  test('lists endpoints that answer', async () => {
    for (const name of addressesIn(document)) {
      const { method, status } = endpoints[name] ?? { method: 'GET', status: 200 };
      const { origin: at, pathname } = new URL(String(document[name]));
      expect(at).toBe(origin);
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await portal.send({
        method,
        url: pathname,
        ...(method === 'POST' && { headers, payload: '' }),
      });
      expect([name, answer.statusCode]).toEqual([name, status]);
    }
  });

  test('lists what the portal’s one client may do', () => {
    expect(document).toMatchObject({
      issuer: `${origin}/`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      subject_types_supported: ['public'],
      token_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'offline_access', 'profile', 'email'],
    });
    expect([document.grant_types_supported].flat().sort()).toEqual(['authorization_code', 'refresh_token']);
  });

  test('has nothing of features that are off', () => {
    for (const name of Object.keys(document)) {
      expect(name).not.toMatch(
        /^(dpop|pushed|end_session|device|introspection|registration|backchannel|tls_)/,
      );
      expect(name).not.toMatch(/auth_signing_alg/);
    }
  });

  test('lists the claims of an identity token, and only those', async () => {
    const browser = new TestBrowser(portal.app);
    await browser.signIn();
    const { verifier, answer } = await browser.authorize({ max_age: '3600' });
    const code = new URL(locationOf(answer)).searchParams.get('code') ?? '';
    const [, claims] = decodeToken((await browser.exchange(code, verifier)).json().id_token);
    const listed = [document.claims_supported].flat().map(String);
    for (const claim of listed) expect(claims).toHaveProperty([claim]);
    expect(listed).toEqual(expect.arrayContaining(['sub', 'name', 'email', 'picture', rolesClaim]));
  });

  test.each([
    ['response type', { response_type: 'code id_token' }],
    ['response type', { response_type: 'id_token' }],
    ['response type', { response_type: 'none' }],
    ['response mode', { response_mode: 'form_post' }],
    ['response mode', { response_mode: 'fragment' }],
  ])('leaves out a %s that is refused: %j', async (_, changes) => {
    const browser = new TestBrowser(portal.app);
    await browser.signIn();
    const { answer } = await browser.authorize(changes);
    // A refused form_post is a form that posts the error.
    const result = answer.statusCode === 303 ? locationOf(answer) : answer.payload;
    expect(result).toMatch(/unsupported_response_type|unsupported_response_mode|invalid_request/);
    expect(result).not.toMatch(/[?&]code=|name="code"/);
  });

  test.each(['implicit', 'client_credentials', 'urn:ietf:params:oauth:grant-type:device_code', 'password'])(
    'leaves out the grant type %s, which is refused',
    async (grant_type) => {
      const answer = await new TestBrowser(portal.app).token({ grant_type });
      expect([answer.statusCode, answer.json().error]).toEqual([400, 'unsupported_grant_type']);
    },
  );
});
