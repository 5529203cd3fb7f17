import { Auth0Client } from '@auth0/auth0-spa-js';
import { publicEnvironment } from '#config/environment.ts';
import { callbackPath, scopes } from '#config/identity.ts';
import { createOpenIdCache } from './openid-cache.ts';
import type { IdentityClient } from './session-core.ts';

/** Creates the OpenID client for an Auth0 tenant or the built-in provider. Loaded only by session.ts. */
export function createOpenIdClient(): IdentityClient {
  const { origin } = location;
  const clientId = publicEnvironment.PUBLIC_AUTH0_CLIENT_ID;
  const auth0 = new Auth0Client({
    domain: publicEnvironment.PUBLIC_AUTH0_DOMAIN || origin,
    clientId,
    useRefreshTokens: true,
    useRefreshTokensFallback: false,
    cache: createOpenIdCache(clientId, () => localStorage),
    authorizationParams: {
      redirect_uri: origin + callbackPath,
      audience: publicEnvironment.PUBLIC_AUTH0_AUDIENCE,
      scope: scopes.join(' '),
    },
  });
  return {
    getToken: (forced) => auth0.getTokenSilently({ cacheMode: forced ? 'off' : 'on' }),
    signIn: (returnTo) =>
      auth0.loginWithRedirect({
        appState: { returnTo },
        // The Back button of the login page then leads to the previous page, not to /secret, which redirects.
        openUrl: (url) => location.replace(url),
      }),
    async finishSignIn(address) {
      const { appState } = await auth0.handleRedirectCallback<{ returnTo?: unknown }>(address);
      return appState?.returnTo;
    },
    signOut: () =>
      auth0.logout({
        logoutParams: { returnTo: `${origin}/` },
        openUrl: (url) => location.replace(url),
      }),
  };
}
