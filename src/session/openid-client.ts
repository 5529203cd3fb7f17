import { Auth0Client } from '@auth0/auth0-spa-js';
import { publicEnvironment } from '#config/environment.ts';
import { callbackPath, scopes } from '#config/identity.ts';
import { probeStorage, reportStorageFault, safeLocalStorage, safeSessionStorage } from '#lib/page/storage.ts';
import { createOpenIdCache } from './openid-cache.ts';
import { type IdentityClient, SessionNotStored } from './session-core.ts';

/** More characters than a started sign-in takes. */
const transactionLength = 4000;
/** The browser drops a longer cookie without a word. */
const maxCookieAddress = 1500;
const returnToKey = 'return-to';

/** Creates the OpenID client for an Auth0 tenant or the built-in provider. Loaded only by session.ts. */
export function createOpenIdClient(): IdentityClient {
  const { origin } = location;
  const clientId = publicEnvironment.PUBLIC_AUTH0_CLIENT_ID;
  const cache = createOpenIdCache(clientId, () => localStorage);
  const useCookies = usesCookies();
  const auth0 = new Auth0Client({
    domain: publicEnvironment.PUBLIC_AUTH0_DOMAIN || origin,
    clientId,
    useRefreshTokens: true,
    useRefreshTokensFallback: false,
    useCookiesForTransactions: useCookies,
    cache,
    authorizationParams: {
      redirect_uri: origin + callbackPath,
      audience: publicEnvironment.PUBLIC_AUTH0_AUDIENCE,
      scope: scopes.join(' '),
    },
  });
  return {
    async getToken(forced) {
      const token = await auth0.getTokenSilently({ cacheMode: forced ? 'off' : 'on' });
      const fault = cache.fault();
      if (fault) reportStorageFault(fault, 'you may have to sign in again on the next page');
      return token;
    },
    signIn(returnTo) {
      const isLong = useCookies && encodeURIComponent(returnTo).length > maxCookieAddress;
      if (isLong) safeLocalStorage.setItem(returnToKey, returnTo);
      else safeLocalStorage.removeItem(returnToKey);
      return auth0.loginWithRedirect({
        appState: isLong ? {} : { returnTo },
        // The Back button of the login page then leads to the previous page, not to /secret, which redirects.
        openUrl: (url) => location.replace(url),
      });
    },
    async finishSignIn(address) {
      const { appState } = await auth0.handleRedirectCallback<{ returnTo?: unknown }>(address);
      const returnTo = appState?.returnTo ?? safeLocalStorage.getItem(returnToKey);
      const fault = cache.fault();
      if (fault) throw new SessionNotStored(fault, { returnTo });
      return returnTo;
    },
    signOut: () =>
      auth0.logout({
        logoutParams: { returnTo: `${origin}/` },
        openUrl: (url) => location.replace(url),
      }),
  };
}

/** Whether a sign-in that is under way is remembered in a cookie, because the tab's storage is blocked or full. */
function usesCookies(): boolean {
  return (
    document.cookie.includes('a0.spajs.txs.') ||
    probeStorage(safeSessionStorage, transactionLength) !== undefined
  );
}
