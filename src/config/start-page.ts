/** The page that can follow View Dashboard instead of the map, by what the browser stores. */
export type StartPage = 'map' | 'today';

/** The storage key of the choice. Not among `storageKeys`, which would be a file of its own for every page. */
export const startPageKey = 'start-page';

/** Reads the stored choice; whatever is unknown is the map. */
export function parseStartPage(stored: string | null): StartPage {
  return stored === 'today' ? 'today' : 'map';
}
