import { clearJustSignedIn } from '#session/just-signed-in.ts';
import { $admitted, $session, startSession } from '#session/session.ts';
import { audiencesOf } from '#session/user.ts';
import { renderUser } from './user-menu.ts';

/** The page follows who is signed in: which items are seen, the user's menu, the content of guarded pages. */
export function showSession(): void {
  const root = document.documentElement;
  $session.subscribe((session) => {
    const user = 'user' in session ? session.user : undefined;
    root.dataset.session = session.status;
    // While a stored session is looked at, what the head's script found in it stands.
    if (session.status === 'unknown') return;
    root.dataset.sees = user ? audiencesOf(user) : '';
    if (!user) return;
    renderUser(user);
    clearJustSignedIn();
  });
  $admitted.subscribe((admitted) => {
    if (admitted) root.dataset.admitted = '';
    else delete root.dataset.admitted;
  });
  // Logging in leads back to the address as it stands then.
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-log-in]')) {
    link.addEventListener('click', () => {
      link.hash = location.pathname + location.search + location.hash;
    });
  }
  startSession();
}
