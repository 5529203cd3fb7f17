import { $session, type Session } from '#stores/auth.ts';

function mayBeSeen(audience: string | undefined, session: Session): boolean {
  if (audience === undefined || audience === 'everyone') return true;
  if (session.status !== 'signed-in') return false;
  if (audience === 'administrator') return session.user.isAdmin;
  return audience === 'signed-in' || session.user.isDeveloper;
}

/** Menu items follow who is signed in; logging in leads back to the address as it stands then. */
export function startSession(): void {
  $session.subscribe((session) => {
    document.documentElement.dataset.session = session.status;
    for (const item of document.querySelectorAll<HTMLElement>('[data-visible-to]')) {
      item.hidden = !mayBeSeen(item.dataset.visibleTo, session);
    }
  });
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-log-in]')) {
    link.addEventListener('click', () => {
      link.hash = location.pathname + location.search + location.hash;
    });
  }
}
