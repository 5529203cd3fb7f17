import { atom } from 'nanostores';
import type { Requester } from '#client/request.ts';
import { readAccountUser } from '#contract/account.ts';
import type { SessionUser } from '#session/session.ts';
import { createScreen } from '#stores/create-screen.ts';
import { createQuery } from '#stores/queries.ts';

export type ProfileSettings = {
  request: Requester;
  /** Renews the tokens and the user's claims; undefined when the session is over. */
  refreshUser: () => Promise<SessionUser | undefined>;
  notify: (message: string, severity: 'success' | 'error') => void;
};

/** The state of the profile: the user as the server identifies them, and the renewal of the claims. */
export function createProfile({ request, refreshUser, notify }: ProfileSettings) {
  const server = createQuery({ fetch: (signal) => request(readAccountUser, {}, { signal }) });
  const $refreshing = atom(false);

  async function refresh(): Promise<void> {
    if ($refreshing.get()) return;
    $refreshing.set(true);
    try {
      const user = await refreshUser();
      if (!user) return;
      await server.retry();
      notify('Your profile is up to date.', 'success');
    } catch {
      notify('Your profile could not be refreshed. Check the connection, then try again.', 'error');
    } finally {
      $refreshing.set(false);
    }
  }

  const { start } = createScreen({ queries: [server] });
  return { server, $refreshing, refresh, start };
}
