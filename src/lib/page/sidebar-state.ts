export type SidebarState = 'open' | 'closed';

/** Parses the stored state of the permanent sidebar; anything but `closed` is open. */
export function parseSidebarState(stored: string | null | undefined): SidebarState {
  return stored === 'closed' ? 'closed' : 'open';
}
