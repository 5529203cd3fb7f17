import type Provider from 'oidc-provider';
import { headStart } from '#lib/html.ts';
import type { Config } from '../config.ts';
import { HttpProblem } from '../http/problems.ts';
import { initiatorOf } from '../plugins/host-check.ts';
import { pageContentPolicy } from '../plugins/security-headers.ts';
import { inlineHashes } from '../plugins/site/scan-site.ts';
import type { IdentityStorage } from './identity-storage.ts';
import { paths } from './provider.ts';
import { setProblem } from './provider-errors.ts';

/**
 * A page that asks before it logs out, for whoever follows a link of another site. With the built-in provider its
 * button ends the provider's session, too; with a tenant the portal's own page does everything.
 */
export function createLogOutQuestion(config: Config): { html: string; headers: Record<string, string> } {
  const form =
    config.identity.kind === 'demo'
      ? '<form method="post" action="/v2/logout">'
      : '<form method="get" action="/auth/logout">';
  const html = `<!doctype html>
<html lang="en">
<head>${headStart}<meta name="robots" content="noindex">
<title>Log out?</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 26rem; margin: 15vh auto 0; padding: 0 1rem; }
button { font: inherit; min-height: 2.75rem; padding: 0 1.25rem; margin-right: 1rem; }
</style></head>
<body><main><h1>Log out?</h1>
<p>You came here by a link from outside this portal.</p>
${form}<button>Log out</button><a href="/">Stay logged in</a></form></main></body>
</html>
`;
  const { styles } = inlineHashes(html);
  return {
    html,
    headers: {
      'content-security-policy': pageContentPolicy(config, { scripts: [], styles }),
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    },
  };
}

type Session = Awaited<ReturnType<Provider['Session']['get']>>;

/** Ends a session and its grants, with their codes, access tokens and refresh tokens. */
export async function endSession(session: Session, storage: IdentityStorage): Promise<void> {
  for (const { grantId } of Object.values(session.authorizations ?? {})) {
    if (grantId) await storage.revokeGrant(grantId);
  }
  await session.destroy();
}

/**
 * Registers `/v2/logout` as in Auth0: ends the cookie's session, then redirects to `returnTo` within the portal. Only
 * a page of the portal logs out at once; whoever follows a link from elsewhere is asked. The answer is a POST, after
 * which the portal's own page removes what the browser has stored.
 */
export function addLogout(provider: Provider, config: Config, storage: IdentityStorage) {
  const { portalOrigin: origin } = config;
  const { clientId } = config.identity;
  const question = createLogOutQuestion(config);
  provider.use(async (ctx, next) => {
    if (ctx.path !== paths.logout) return next();
    const { client_id: client = clientId, returnTo = `${origin}/` } = ctx.query;
    if (client !== clientId || (returnTo !== origin && returnTo !== `${origin}/`)) {
      const detail = 'Signing out leads back to this portal only. Nobody was signed out.';
      setProblem(ctx, new HttpProblem(400, detail));
      return;
    }
    const isAnswer = ctx.method === 'POST';
    const isOwnPage = initiatorOf(ctx.headers, origin) === 'same-origin';
    if (isAnswer && !isOwnPage) {
      setProblem(ctx, new HttpProblem(403, 'Another site cannot sign you out. Nobody was signed out.'));
      return;
    }
    const session = await provider.Session.get(ctx);
    if (session.accountId && !isOwnPage) {
      ctx.status = 200;
      ctx.body = question.html;
      ctx.set(question.headers);
      return;
    }
    if (session.accountId) await endSession(session, storage);
    if (isOwnPage) ctx.cookies.set(provider.cookieName('session'), null, { httpOnly: true, sameSite: 'lax' });
    ctx.status = 303;
    ctx.redirect(isAnswer ? `${origin}/auth/logout` : `${origin}/`);
  });
}
