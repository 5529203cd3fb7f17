import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { createRequester, type Requester } from '#contract/request.ts';
import type { Caller, Verifier } from '#server/access/access-control.ts';
import { type AppOptions, createApp } from '#server/app.ts';
import { type Config, parseConfig } from '#server/config.ts';
import type { Store } from '#server/db/store.ts';

/** Parses the server's settings for tests: silent, without pages, reachable by others, with the given overrides. */
export function testConfig(environment: Record<string, string> = {}): Config {
  return parseConfig({
    LOG_LEVEL: 'silent',
    DIST_DIR: '/nowhere/dist',
    PORTAL_ALLOW_DEMO: 'on',
    ...environment,
  });
}

/** A store that `await using` closes. */
export const disposable = (store: Store): Store & AsyncDisposable => ({
  ...store,
  [Symbol.asyncDispose]: () => store.close(),
});

/** `await using` closes it at the end of a test. */
export type TestApp = AsyncDisposable & {
  readonly app: FastifyInstance;
  /** The product's own client, without a network. */
  readonly request: Requester;
  /** Sends a request as it is; `token` says who asks. */
  send(options: InjectOptions | string, token?: string): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
};

/** Opens a portal whose tokens are names of roles, unless it has an identity provider or another verifier. */
export function openTestApp(
  store: Store,
  { environment, ...parts }: { environment?: Record<string, string> } & Partial<AppOptions> = {},
): TestApp {
  // Other test files may keep the computer busy, which must not refuse one of 300 requests that come at once.
  const shedding = { isTooMuch: () => false };
  const verifier = parts.identity ? undefined : roleVerifier;
  const app = createApp({ store, config: testConfig(environment), shedding, verifier, ...parts });
  const close = () => app.close();
  return {
    app,
    request: createRequester({ origin: 'http://portal.test', fetch: createInjectFetch(app) }),
    send: (options, token) => {
      const request = typeof options === 'string' ? { url: options } : options;
      const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
      return app.inject({ ...request, headers: { ...request.headers, ...authorization } });
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The portal's client for someone who is signed in. */
export const requesterAs =
  (portal: TestApp, token: string): Requester =>
  (endpoint, request, options) =>
    portal.request(endpoint, request, { token, ...options });

/** Creates a `fetch` that injects its requests into the server. */
export function createInjectFetch(app: FastifyInstance): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const answer = await app.inject({
      method: request.method as InjectOptions['method'] & string,
      url: pathname + search,
      headers: Object.fromEntries(request.headers),
      payload: request.body ? await request.text() : undefined,
    });
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value));
    const hasBody = ![204, 304].includes(answer.statusCode);
    return new Response(hasBody ? new Uint8Array(answer.rawPayload) : null, {
      status: answer.statusCode,
      headers,
    });
  };
}

/** Verifies the tokens of tests, each of which is the name of a role. */
export const roleVerifier: Verifier = {
  verify: async (token): Promise<Caller | undefined> =>
    token === 'Developer' || token === 'Administrator' || token === 'User'
      ? { subject: `test|${token}`, roles: new Set([token]) }
      : undefined,
};
