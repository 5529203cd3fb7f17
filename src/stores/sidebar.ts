import { atom } from 'nanostores';
import { storageKeys } from '#config/themes.ts';
import { parseSidebarState, type SidebarState } from '#lib/sidebar-state.ts';
import { onStorageChange, safeLocalStorage } from '#lib/storage.ts';

const inBrowser = typeof document !== 'undefined';

/** Whether the permanent sidebar of large screens is open. */
export const $sidebar = atom<SidebarState>(
  parseSidebarState(inBrowser ? document.documentElement.dataset.sidebar : undefined),
);

/** Opens or closes the permanent sidebar and stores its state in this browser. */
export function toggleSidebar(): void {
  const next = $sidebar.get() === 'open' ? 'closed' : 'open';
  $sidebar.set(next);
  safeLocalStorage.setItem(storageKeys.sidebar, next, 'the next page shows the menu as before');
}

if (inBrowser) {
  onStorageChange(storageKeys.sidebar, (value) => $sidebar.set(parseSidebarState(value)));
  $sidebar.subscribe((state) => {
    document.documentElement.dataset.sidebar = state;
  });
}
