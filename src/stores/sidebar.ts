import { atom } from 'nanostores';
import { storageKeys } from '#config/themes.ts';
import { onStorageChange, writeStored } from './storage.ts';

export type SidebarState = 'open' | 'closed';

/**
 * The stored state of the permanent sidebar; anything but `closed` is open.
 * It names nothing outside itself, because its source is also written into every page's head.
 */
export function parseSidebar(stored: string | null | undefined): SidebarState {
  return stored === 'closed' ? 'closed' : 'open';
}

const inBrowser = typeof document !== 'undefined';

/** Whether the permanent sidebar of large screens is open. */
export const $sidebar = atom<SidebarState>(
  parseSidebar(inBrowser ? document.documentElement.dataset.sidebar : undefined),
);

/** Opens or closes the permanent sidebar, and keeps it so in this browser. */
export function toggleSidebar(): void {
  const next = $sidebar.get() === 'open' ? 'closed' : 'open';
  $sidebar.set(next);
  writeStored(storageKeys.sidebar, next);
}

if (inBrowser) {
  onStorageChange(storageKeys.sidebar, (value) => $sidebar.set(parseSidebar(value)));
  $sidebar.subscribe((state) => {
    document.documentElement.dataset.sidebar = state;
  });
}
