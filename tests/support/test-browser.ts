import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { scopes } from '#config/identity.ts';
import type { AppOptions } from '#server/app.ts';
import type { Store } from '#server/db/store.ts';
import { openIdentity } from '#server/identity/open-identity.ts';
import { openTestApp, type TestApp, testConfig } from './test-app.ts';

export const origin = 'http://localhost:4321';
export const callback = `${origin}/secret`;
export const password = 'water-year';

/** A portal with the identity provider of the settings; its keys are in `dataDir`. */
export async function openAppWithIdentity(
  store: Store,
  dataDir: string,
  { environment = {}, ...parts }: { environment?: Record<string, string> } & Partial<AppOptions> = {},
): Promise<TestApp> {
  const settings = { DATA_DIR: dataDir, ...environment };
  const identity = await openIdentity(testConfig(settings), store);
  return openTestApp(store, { environment: settings, identity, ...parts });
}

type Cookie = { value: string; path: string };
type SendOptions = {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  form?: Record<string, string>;
};

export type Tokens = { access_token: string; id_token: string; refresh_token: string; scope: string };

/** What a browser does in a sign-in: it keeps cookies, and follows no redirect by itself. */
export class TestBrowser {
  readonly app: FastifyInstance;
  readonly cookies = new Map<string, Cookie>();
  /** Every address it was sent to. */
  readonly visited: string[] = [];

  constructor(app: FastifyInstance) {
    this.app = app;
  }

  async send(
    address: string,
    { method = 'GET', headers = {}, form }: SendOptions = {},
  ): Promise<LightMyRequestResponse> {
    const url = new URL(address, origin);
    const cookie = [...this.cookies]
      .filter(([, { path }]) => url.pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
    const answer = await this.app.inject({
      method,
      url: url.pathname + url.search,
      headers: {
        host: url.host,
        ...(cookie && { cookie }),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      payload: form && new URLSearchParams(form).toString(),
    });
    this.#storeCookies(answer.headers['set-cookie'] ?? []);
    if (answer.headers.location) this.visited.push(String(answer.headers.location));
    return answer;
  }

  #storeCookies(lines: string | string[]) {
    for (const line of [lines].flat()) {
      const [pair = '', ...attributes] = line.split('; ');
      const [name = '', value = ''] = pair.split(/=(.*)/);
      const path = attributes.find((each) => each.startsWith('path='))?.slice(5) ?? '/';
      if (value) this.cookies.set(name, { value, path });
      else this.cookies.delete(name);
    }
  }

  /** Goes to the provider as the portal's pages do; gives the verifier for the code that comes of it. */
  async authorize(changes: Record<string, string> = {}) {
    const verifier = randomBytes(32).toString('base64url');
    const query = new URLSearchParams({
      client_id: 'portal',
      redirect_uri: callback,
      response_type: 'code',
      response_mode: 'query',
      scope: scopes.join(' '),
      audience: 'urn:monitoring-dashboard:api',
      state: 'a-state',
      nonce: 'a-nonce',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...changes,
    });
    return { verifier, answer: await this.send(`/authorize?${query}`) };
  }

  /** Fills in the sign-in page at an address. */
  async submitLogin(page: string, email: string, typed = password, headers: Record<string, string> = {}) {
    return this.send(page, { method: 'POST', form: { email, password: typed }, headers });
  }

  async exchange(code: string, verifier: string, changes: Record<string, string> = {}) {
    return this.token({
      grant_type: 'authorization_code',
      redirect_uri: callback,
      code,
      code_verifier: verifier,
      ...changes,
    });
  }

  async refresh(refresh_token: string) {
    return this.token({
      grant_type: 'refresh_token',
      redirect_uri: callback,
      scope: scopes.join(' '),
      refresh_token,
    });
  }

  async token(form: Record<string, string>) {
    return this.send('/oauth/token', {
      method: 'POST',
      form: { client_id: 'portal', ...form },
      headers: { origin },
    });
  }

  /** Goes to the provider's logout as the portal's pages do. */
  async signOut(query: Record<string, string> = {}) {
    const search = new URLSearchParams(query);
    return this.send(`/v2/logout?${search}`, { headers: { 'sec-fetch-site': 'same-origin' } });
  }

  /** The whole way from the button to the tokens. */
  async signIn(email = 'demo@example.org'): Promise<Tokens> {
    const { verifier, answer } = await this.authorize();
    let next = locationOf(answer);
    if (next.startsWith('/interaction/')) {
      next = locationOf(await this.submitLogin(next, email));
      next = locationOf(await this.send(next));
    }
    const code = new URL(next).searchParams.get('code') ?? '';
    return (await this.exchange(code, verifier)).json();
  }
}

export function locationOf(answer: LightMyRequestResponse): string {
  return String(answer.headers.location);
}

/** The header and the payload of a token. */
export function decodeToken(token: string): [Record<string, unknown>, Record<string, unknown>] {
  const [header = '', payload = ''] = token.split('.');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  return [read(header), read(payload)];
}
