import { $sidebar, toggleSidebar } from '#stores/sidebar.ts';

/** Connects the menu button to the sidebar on large screens, and to the drawer otherwise. */
export function startSidebar(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-menu-button]');
  const home = document.querySelector<HTMLElement>('[data-sidebar-mode]');
  const drawer = document.querySelector<HTMLDialogElement>('#drawer');
  const navigation = document.querySelector<HTMLElement>('#navigation');
  if (!button || !home || !drawer || !navigation) return;

  const large = matchMedia('(min-width: 1024px)');
  const isBeside = () => large.matches && home.dataset.sidebarMode === 'permanent';

  function showState(): void {
    const isOpen = isBeside() ? $sidebar.get() === 'open' : drawer?.open === true;
    button?.setAttribute('aria-expanded', String(isOpen));
  }

  button.addEventListener('click', () => {
    if (isBeside()) {
      toggleSidebar();
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
  $sidebar.subscribe(showState);
}
