import { reportMissingPart } from '#lib/page/missing-part.ts';
import { $session } from '#session/session.ts';
import { basketKeys } from './storage-keys.ts';

/**
 * Loads the strip of cards in place of the link that adds the first site, for a link that shares sites, a basket of this
 * browser, and whoever is signed in. A visitor without a basket never loads its script.
 */
export function followBasket(place: HTMLElement): void {
  let isLoading = false;
  const load = () => {
    if (isLoading) return;
    isLoading = true;
    import('./BasketStrip.tsx')
      .then(({ mountStrip }) => mountStrip(place))
      .catch((error) => {
        console.warn('The basket could not be loaded.', error);
        isLoading = false;
        reportMissingPart();
      });
  };
  if (document.documentElement.dataset.basket === 'expected') load();
  $session.subscribe(({ status }) => {
    if (status === 'signed-in') load();
  });
  addEventListener('storage', ({ key }) => {
    if (key === basketKeys.sites) load();
  });
}
