import { storageKeys } from '#config/themes.ts';
import { safeLocalStorage } from '#lib/storage.ts';

/** Notes whether the last strip of this browser had cards: the head of the next page then holds their place. */
export function noteCards(hasCards: boolean): void {
  if (hasCards) safeLocalStorage.setItem(storageKeys.basketHadCards, 'yes');
  else safeLocalStorage.removeItem(storageKeys.basketHadCards);
}
