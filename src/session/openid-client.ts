import { Auth0Client } from '@auth0/auth0-spa-js';
import { publicEnvironment } from '#config/environment.ts';
import { callbackPath, scopes } from '#config/identity.ts';
import type { IdentityClient } from './session-core.ts';

/** Auth0's library, for an Auth0 tenant or the portal's own provider. Loaded only by session/session.ts. */
export function createAuth0Client(): IdentityClient {
  const { origin } = location;
  const auth0 = new Auth0Client({
    domain: publicEnvironment.PUBLIC_AUTH0_DOMAIN || origin,
    clientId: publicEnvironment.PUBLIC_AUTH0_CLIENT_ID,
    useRefreshTokens: true,
    useRefreshTokensFallback: false,
    cacheLocation: 'localstorage',
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
        // Back from the login page leads to where one came from, not to a page that only sends on.
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
