import type Provider from 'oidc-provider';
import { HttpProblem } from '../http/problems.ts';
import type { IdentityStorage } from './identity-storage.ts';
import { paths } from './provider.ts';
import { setProblem } from './provider-errors.ts';

type Session = Awaited<ReturnType<Provider['Session']['get']>>;

/** Ends a session and its grants, with their codes and refresh tokens. */
export async function endSession(session: Session, storage: IdentityStorage): Promise<void> {
  for (const { grantId } of Object.values(session.authorizations ?? {})) {
    if (grantId) await storage.revokeGrant(grantId);
  }
  await session.destroy();
}

/** Registers `/v2/logout` as in Auth0: ends the cookie's session, then redirects to `returnTo` within the portal. */
export function addLogout(provider: Provider, origin: string, clientId: string, storage: IdentityStorage) {
  provider.use(async (ctx, next) => {
    if (ctx.path !== paths.logout) return next();
    const { client_id: client = clientId, returnTo = `${origin}/` } = ctx.query;
    if (client !== clientId || (returnTo !== origin && returnTo !== `${origin}/`)) {
      const detail = 'Signing out leads back to this portal only. Nobody was signed out.';
      setProblem(ctx, new HttpProblem(400, detail));
      return;
    }
    const session = await provider.Session.get(ctx);
    if (session.accountId) await endSession(session, storage);
    ctx.cookies.set(provider.cookieName('session'), null, { httpOnly: true, sameSite: 'lax' });
    ctx.status = 303;
    ctx.redirect(`${origin}/`);
  });
}
