import { loggedOutPath, signInPath } from '#config/sign-in-path.ts';
import { storageKeys } from '#config/themes.ts';
import { copyPageLink } from '#lib/page/copy-page-link.ts';
import { parseSidebarState, type SidebarState } from '#lib/page/sidebar-state.ts';
import { onStorageChange, safeLocalStorage } from '#lib/page/storage.ts';
import { $session } from '#session/session.ts';
import './shell.ts';
import { renderUser, startUserMenu } from './user-menu.ts';

// What pages load beside the shell; the landing page, which is open, has neither a sidebar nor a user's menu.
startGuard();
startSidebar();
startUserMenu();
document.querySelector('[data-copy-link]')?.addEventListener('click', () => void copyPageLink());
$session.subscribe((session) => {
  if ('user' in session) renderUser(session.user);
});

/** Connects the menu button to the sidebar on large screens, and to the drawer otherwise. */
function startSidebar(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-menu-button]');
  const home = document.querySelector<HTMLElement>('[data-sidebar-mode]');
  const drawer = document.querySelector<HTMLDialogElement>('#drawer');
  const navigation = document.querySelector<HTMLElement>('#navigation');
  if (!button || !home || !drawer || !navigation) return;

  const root = document.documentElement;
  const large = matchMedia('(min-width: 1024px)');
  const isBeside = () => large.matches && home.dataset.sidebarMode === 'permanent';

  function showState(): void {
    const isOpen = isBeside() ? root.dataset.sidebar === 'open' : drawer?.open === true;
    button?.setAttribute('aria-expanded', String(isOpen));
  }

  /** Opens or closes the permanent sidebar of large screens. */
  function setSidebar(state: SidebarState): void {
    root.dataset.sidebar = state;
    showState();
  }

  button.addEventListener('click', () => {
    if (isBeside()) {
      const next = root.dataset.sidebar === 'open' ? 'closed' : 'open';
      setSidebar(next);
      safeLocalStorage.setItem(storageKeys.sidebar, next, 'the next page shows the menu as before');
      return;
    }
    drawer.append(navigation);
    drawer.showModal();
    showState();
  });
  drawer.addEventListener('close', () => {
    home.append(navigation);
    showState();
  });
  drawer.addEventListener('click', (event) => {
    const isClose = event.target instanceof Element && event.target.closest('[data-drawer-close]');
    if (event.target === drawer || isClose) drawer.close();
  });
  large.addEventListener('change', () => {
    if (isBeside()) drawer.close();
    showState();
  });
  // The back-forward cache then restores the page with the drawer closed.
  addEventListener('pagehide', () => drawer.close());
  onStorageChange(storageKeys.sidebar, (value) => setSidebar(parseSidebarState(value)));
  showState();
}

/** Sends a visitor of a guarded page to sign in, and from there back to the same address. */
function startGuard(): void {
  if (document.body.dataset.guard !== 'signed-in') return;
  let wasSignedIn = false;
  $session.subscribe((session) => {
    const { status } = session;
    if (status === 'signed-in') wasSignedIn = true;
    // Someone who was signed in stays on the page, below the banner.
    const mustSignIn = status === 'visitor' || (status === 'ended' && !wasSignedIn);
    if (!mustSignIn) return;
    const address = location.pathname + location.search + location.hash;
    const hasLoggedOut = status === 'visitor' && session.hasLoggedOut === true;
    location.replace(hasLoggedOut ? loggedOutPath(address) : signInPath(address));
  });
}
