import { storageKeys } from '#config/themes.ts';
import { type Basket, emptyBasket, isSameBasket, parseBasket, toBasket } from '#domain/basket.ts';
import type { SafeStorage } from '#lib/storage.ts';
import { parseStoredJson, property } from '#lib/stored-json.ts';

/** What a full account had no room for at a sign-in; it stays in the browser, and is not offered to the account again. */
const leftKey = 'basket-left';

const untilLeaving = 'the basket lasts until you leave this page';

/** The basket of this browser, for visitors. Where nothing can be stored, it lasts as long as the page. */
export type BrowserBasket = ReturnType<typeof createBrowserBasket>;

export function createBrowserBasket(storage: SafeStorage) {
  /** The basket of a page that could not store it. */
  let ofPage: Basket | undefined;

  function read(): Basket {
    return ofPage ?? parseBasket(storage.getItem(storageKeys.basket));
  }

  /** Says once that nothing can be stored. */
  function write(basket: Basket): Basket {
    const fault = storage.setItem(
      storageKeys.basket,
      JSON.stringify(basket),
      ofPage ? undefined : untilLeaving,
    );
    ofPage = fault ? basket : undefined;
    return basket;
  }

  return {
    key: storageKeys.basket,
    read,
    /** Changes what is stored now, which another tab may have changed. */
    change(edit: (basket: Basket) => Basket): Basket {
      const before = read();
      const after = edit(before);
      if (isSameBasket(before, after)) return before;
      const left = parseBasket(storage.getItem(leftKey)).filter((site) => before.includes(site));
      if (left.length > 0) writeLeft(left.filter((site) => after.includes(site)));
      return write(after);
    },
    /** The sites that a sign-in adds to the account. */
    readForAccount(): Basket {
      const left = parseBasket(storage.getItem(leftKey));
      return read().filter((site) => !left.includes(site));
    },
    /** Empties the basket after its sites were added to the account, except for those that did not fit. */
    leave(left: Basket): void {
      const before = parseBasket(storage.getItem(leftKey)).filter((site) => read().includes(site));
      const all = [...before, ...left.filter((site) => !before.includes(site))];
      writeLeft(all);
      if (!isSameBasket(read(), all)) write(all);
    },
  };

  function writeLeft(left: Basket): void {
    if (left.length > 0) storage.setItem(leftKey, JSON.stringify(left));
    else storage.removeItem(leftKey);
  }
}

const unsavedKey = 'basket-unsaved';

/** Changes of an account's basket that could not be saved: from `base` to `sites`. */
export type UnsavedBasket = { readonly base: Basket; readonly sites: Basket };

/** Stores unsaved changes until the same person's next page. */
export function storeUnsaved(storage: SafeStorage, sub: string, unsaved: UnsavedBasket | undefined): void {
  if (unsaved) storage.setItem(unsavedKey, JSON.stringify({ sub, ...unsaved }));
  else if (readStored(storage, sub)) storage.removeItem(unsavedKey);
}

export function readUnsaved(storage: SafeStorage, sub: string): UnsavedBasket {
  const stored = readStored(storage, sub);
  const part = (name: string) => {
    const sites = property(stored, name);
    return Array.isArray(sites) ? toBasket(sites) : emptyBasket;
  };
  return { base: part('base'), sites: part('sites') };
}

/** What is stored for this person; undefined if it is another person's. */
function readStored(storage: SafeStorage, sub: string): unknown {
  const stored = parseStoredJson(storage.getItem(unsavedKey));
  return property(stored, 'sub') === sub ? stored : undefined;
}
