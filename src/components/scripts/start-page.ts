import { signInPath } from '#config/sign-in-path.ts';
import { parseStartPage, startPageKey, startPages } from '#config/start-page.ts';
import { safeLocalStorage } from '#lib/storage.ts';

/** Links the ways to sign in to the start page that was chosen in this browser. */
export function linkStartPage(): void {
  const path = startPages[parseStartPage(safeLocalStorage.getItem(startPageKey))];
  for (const link of document.querySelectorAll('[data-start-page]'))
    link.setAttribute('href', signInPath(path));
}
