import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { createRequester, type Requester } from '#client/request.ts';
import { type AppOptions, createApp } from '#server/app.ts';
import { type Config, parseConfig } from '#server/config.ts';
import type { Store } from '#server/db/store.ts';
import type { Caller, Verifier } from '#server/plugins/access.ts';

/** The server's settings for tests: silent, without pages, and what is given besides. */
export function testConfig(environment: Record<string, string> = {}): Config {
  return parseConfig({ LOG_LEVEL: 'silent', DIST_DIR: '/nowhere/dist', ...environment });
}

export type TestApp = {
  readonly app: FastifyInstance;
  /** The product's own client, without a network between. */
  readonly request: Requester;
  send(options: InjectOptions | string): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
};

export function openTestApp(
  store: Store,
  { environment, ...parts }: { environment?: Record<string, string> } & Partial<AppOptions> = {},
): TestApp {
  const app = createApp({ store, config: testConfig(environment), ...parts });
  return {
    app,
    request: createRequester({ origin: 'http://portal.test', fetch: createInjectFetch(app) }),
    send: (options) => app.inject(options),
    close: () => app.close(),
  };
}

/** A `fetch` that the server answers by injection. */
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

/** Tokens of the tests: the name of a role. */
export const roleVerifier: Verifier = {
  verify: async (token): Promise<Caller | undefined> =>
    token === 'Developer' || token === 'Administrator' || token === 'User'
      ? { subject: `test|${token}`, roles: new Set([token]) }
      : undefined,
};
