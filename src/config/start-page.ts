import { firstScreen } from './first-screen.ts';

/** The pages that can follow View Dashboard, by what the browser stores. The map is the default. */
export const startPages = { map: firstScreen, today: '/watershed-overview/today' } as const;
export type StartPage = keyof typeof startPages;

/** The storage key of the choice. Not among `storageKeys`, which would be a file of its own for every page. */
export const startPageKey = 'start-page';

/** Reads the stored choice; whatever is unknown is the map. */
export function parseStartPage(stored: string | null): StartPage {
  return stored === 'today' ? 'today' : 'map';
}
