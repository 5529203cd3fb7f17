import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';
import { callbackPath } from '#config/identity.ts';
import { escapeHtml, headStart } from '#lib/html.ts';
import type { Config } from '../config.ts';
import { HttpProblem } from '../http/problems.ts';
import { logFault, toDatabaseProblem } from '../plugins/errors.ts';
import { signInRoute } from '../plugins/route-kind.ts';
import { pageContentPolicy } from '../plugins/security-headers.ts';
import { inlineHashes } from '../plugins/site/scan-site.ts';
import { findByCredentials, wrongCredentials } from './accounts.ts';
import type { IdentityStorage } from './identity-storage.ts';
import type { KnownBrowserCookie } from './known-browser.ts';
import { endSession } from './logout.ts';
import { toErrorPageUrl } from './provider.ts';
import { describeWait, type SignInLimiter } from './sign-in-limiter.ts';

type LoginOptions = {
  readonly config: Config;
  readonly provider: Provider;
  readonly storage: IdentityStorage;
  readonly limiter: SignInLimiter;
  readonly knownBrowser: KnownBrowserCookie;
};

/**
 * Registers the sign-in page of the built-in provider. A signed cookie ties its form to the browser that started the
 * sign-in, so no other site can submit it.
 */
export function registerLoginRoutes(
  app: FastifyInstance,
  { config, provider, storage, limiter, knownBrowser }: LoginOptions,
) {
  const renderLoginPage = createLoginPage(config);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );

  const sendLoginPage = async (reply: FastifyReply, status: number, message = '', email = '') => {
    const { html, policy } = await renderLoginPage({ message, email });
    return reply
      .code(status)
      .headers({ 'content-security-policy': policy, 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(html);
  };

  // People see why they cannot sign in, e.g. that the disk is full, where they can try again.
  const { errorHandler } = app;
  app.setErrorHandler((error, request, reply) => {
    const isRefused = error instanceof HttpProblem && error.statusCode === 503;
    const problem = isRefused ? error : toDatabaseProblem(error);
    if (!problem) return errorHandler(error as FastifyError, request, reply);
    if (!isRefused) logFault(error, problem, request);
    return sendLoginPage(reply.headers(problem.headers), 503, problem.message);
  });

  const findInteraction = async ({ raw, params }: FastifyRequest, reply: FastifyReply) => {
    try {
      const found = await provider.interactionDetails(raw, reply.raw);
      const { uid } = params as { uid?: string };
      return found.uid === uid && found.prompt.name === 'login' ? found : undefined;
    } catch (error) {
      if (error instanceof errors.SessionNotFound) return undefined;
      throw error;
    }
  };

  // A redirect to a new sign-in would loop forever in a browser without cookies.
  const redirectExpired = (reply: FastifyReply) =>
    reply
      .header('cache-control', 'no-store')
      .redirect(
        toErrorPageUrl('sign_in_expired', 'This sign-in page is no longer valid. Sign in again.'),
        303,
      );

  app.get('/interaction', signInRoute, async (_, reply) => reply.redirect(callbackPath, 303));

  app.get('/interaction/:uid', signInRoute, async (request, reply) => {
    const interaction = await findInteraction(request, reply);
    if (!interaction) return redirectExpired(reply);
    const { login_hint: hint } = interaction.params;
    return sendLoginPage(reply, 200, '', typeof hint === 'string' ? hint.slice(0, 200) : '');
  });

  app.post('/interaction/:uid', { ...signInRoute, bodyLimit: 8192 }, async (request, reply) => {
    const { origin } = request.headers;
    if (origin !== undefined && origin !== config.portalOrigin) {
      throw new HttpProblem(403, 'The sign-in page of another site cannot be used here.');
    }
    const interaction = await findInteraction(request, reply);
    if (!interaction) return redirectExpired(reply);
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const email = (form.get('email') ?? '').slice(0, 200);
    const password = (form.get('password') ?? '').slice(0, 200);
    const outcome = await limiter.attempt(
      { address: request.ip, email, knownBrowser: knownBrowser.read(request.headers.cookie, email) },
      () => findByCredentials(email, password),
    );
    if (outcome.kind === 'refused') {
      request.log.info({ from: request.ip }, 'too many failed sign-ins');
      reply.header('retry-after', String(outcome.waitSeconds));
      return sendLoginPage(reply, 429, describeWait(outcome.waitSeconds), email);
    }
    const { account } = outcome;
    if (!account) {
      request.log.info({ from: request.ip }, 'sign-in refused');
      reply.header('www-authenticate', 'Form');
      return sendLoginPage(reply, 401, wrongCredentials, email);
    }
    const { session } = interaction;
    if (session && session.accountId !== account.subject) {
      // Another account signs in with this browser.
      const previous = session.uid ? await provider.Session.findByUid(session.uid) : undefined;
      if (previous) await endSession(previous, storage);
      delete interaction.session;
    }
    interaction.result = { login: { accountId: account.subject, remember: true } };
    await interaction.persist();
    request.log.info({ subject: account.subject }, 'signed in');
    reply.header('set-cookie', knownBrowser.create(account.email));
    return reply.header('cache-control', 'no-store').redirect(new URL(interaction.returnTo).pathname, 303);
  });
}

type LoginPage = { readonly html: string; readonly policy: string };

/** Used before the pages are built, as in development. */
const fallbackHtml = `<!doctype html>
<html lang="en">
<head>${headStart}<title>Sign in</title></head>
<body><main><h1>Sign in</h1><form method="post"><p role="alert">{{message}}</p>
<p><label>Email <input name="email" type="email" autocomplete="username" required value="{{email}}"></label></p>
<p><label>Password <input name="password" type="password" autocomplete="current-password" required></label></p>
<p><button>Sign in</button></p></form></main></body>
</html>
`;

/** Fills the sign-in page with a message and the address that was entered. */
function createLoginPage(config: Config): (values: { message: string; email: string }) => Promise<LoginPage> {
  const file = path.resolve(config.distDir, 'interaction/index.html');
  let cachedPage: LoginPage | undefined;

  const loadPage = async (): Promise<LoginPage> => {
    const html = config.signInPageUrl
      ? await fetchPage(config.signInPageUrl)
      : existsSync(file) && readFileSync(file, 'utf8');
    if (!html) return { html: fallbackHtml, policy: pageContentPolicy(config, { scripts: [], styles: [] }) };
    const page = { html, policy: pageContentPolicy(config, inlineHashes(html)) };
    if (!config.signInPageUrl) cachedPage = page;
    return page;
  };

  return async ({ message, email }) => {
    const page = cachedPage ?? (await loadPage());
    const values: Record<string, string> = { message, email, invalid: String(message !== '') };
    const html = page.html.replace(/\{\{(message|email|invalid)\}\}/g, (_, name: string) =>
      escapeHtml(values[name] ?? ''),
    );
    return { html, policy: page.policy };
  };
}

async function fetchPage(address: string) {
  const answer = await fetch(address, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
  return answer?.ok ? answer.text() : undefined;
}
