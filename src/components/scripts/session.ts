import { $admitted, $session, startSession } from '#session/session.ts';
import { audiencesOf } from '#session/user.ts';
import { renderUser } from './user-menu.ts';

/** Updates the page with the session: visible items, the user's menu, the content of guarded pages. */
export function showSession(): void {
  const root = document.documentElement;
  $session.subscribe((session) => {
    const user = 'user' in session ? session.user : undefined;
    root.dataset.session = session.status;
    // While a stored session is being renewed, the page stays as head.ts left it.
    if (session.status === 'unknown') return;
    root.dataset.sees = user ? audiencesOf(user) : '';
    if (user) renderUser(user);
  });
  $admitted.subscribe((admitted) => {
    if (admitted) root.dataset.admitted = '';
    else delete root.dataset.admitted;
  });
  // Returns to the address that the page has when the link is used.
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-log-in]')) {
    link.addEventListener('click', () => {
      link.hash = location.pathname + location.search + location.hash;
    });
  }
  startSession();
}
