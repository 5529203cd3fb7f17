import { firstScreen } from './first-screen.ts';
import { storageKeys } from './themes.ts';

/** The pages that can follow View Dashboard, by what the browser stores. The map is the default. */
export const startPages = { map: firstScreen, today: '/watershed-overview/today' } as const;
export type StartPage = keyof typeof startPages;

export const startPageKey = storageKeys.startPage;

/** Reads the stored choice; whatever is unknown is the map. */
export function parseStartPage(stored: string | null): StartPage {
  return stored === 'today' ? 'today' : 'map';
}
