import { parseBasket, readSharedSites } from '#domain/basket.ts';
import { reportMissingPart } from '#lib/missing-part.ts';
import { safeLocalStorage } from '#lib/storage.ts';
import { $session } from '#session/session.ts';
import { basketKey } from '#stores/browser-basket.ts';

/** Whether the last strip of this browser had cards; their place is then held while they load. */
const hadCardsKey = 'basket-had-cards';

export function noteCards(hasCards: boolean): void {
  if (hasCards) safeLocalStorage.setItem(hadCardsKey, 'yes');
  else safeLocalStorage.removeItem(hadCardsKey);
}

/**
 * Loads the strip of cards in place of the sentence about an empty basket, for a link that shares sites, a basket of this
 * browser, and whoever is signed in. A visitor without a basket never loads its script.
 */
export function followBasket(place: HTMLElement): void {
  let isLoading = false;
  const load = () => {
    if (isLoading) return;
    isLoading = true;
    import('./mount-strip.tsx')
      .then(({ mountStrip }) => mountStrip(place))
      .catch((error) => {
        console.warn('The basket could not be loaded.', error);
        isLoading = false;
        reportMissingPart();
      });
  };
  const isShared = readSharedSites(location.search) !== undefined;
  const isStored = parseBasket(safeLocalStorage.getItem(basketKey)).length > 0;
  if (isShared || isStored || safeLocalStorage.getItem(hadCardsKey) !== null) {
    place.dataset.state = 'expected';
    load();
  }
  $session.subscribe(({ status }) => {
    if (status === 'signed-in') load();
  });
  addEventListener('storage', ({ key }) => {
    if (key === basketKey) load();
  });
}
