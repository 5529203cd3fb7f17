import { safeLocalStorage } from '#lib/page/storage.ts';
import { basketKeys } from '../screen/storage-keys.ts';

/** The place of the cards is held from the first paint on. */
export default function noteBasket(): void {
  const hasBasket =
    /\d/.test(safeLocalStorage.getItem(basketKeys.sites) ?? '') ||
    safeLocalStorage.getItem(basketKeys.hadCards) !== null ||
    /[?&]sites=/.test(document.URL);
  if (hasBasket) document.documentElement.dataset.basket = 'expected';
}
