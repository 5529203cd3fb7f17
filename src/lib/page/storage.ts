type RawStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Why a value could not be stored: the browser allows this site no storage, or the site has used all of it. */
export type StorageFault = 'blocked' | 'full';

export type SafeStorage = {
  getItem(key: string): string | null;
  /**
   * `consequence` ends the sentence that the visitor is shown if the value cannot be stored: `the theme lasts until
   * you leave this page`. Without one, nothing is shown.
   * @returns why the value could not be stored; undefined if it was stored
   */
  setItem(key: string, value: string, consequence?: string): StorageFault | undefined;
  removeItem(key: string): void;
};

const faultEvent = 'portal:storage-fault';

/** Describes why something could not be stored, and what follows: `This browser blocks storage for this site, so …`. */
export function describeStorageFault(fault: StorageFault, consequence: string): string {
  const cause =
    fault === 'full' ? 'The browser’s storage is full' : 'This browser blocks storage for this site';
  return `${cause}, so ${consequence}.`;
}

/** Shows the visitor that something could not be stored, as a message of the page. */
export function reportStorageFault(fault: StorageFault, consequence: string): void {
  dispatchEvent(new CustomEvent(faultEvent, { detail: describeStorageFault(fault, consequence) }));
}

/** Calls back with the sentence of each reported fault. */
export function onStorageFault(onFault: (message: string) => void): void {
  addEventListener(faultEvent, (event) => {
    if (event instanceof CustomEvent) onFault(String(event.detail));
  });
}

/** Tells a full storage from a blocked one by what it has thrown. */
export function toStorageFault(error: unknown): StorageFault {
  const name: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'name') : undefined;
  // Firefox has a name of its own.
  return name === 'QuotaExceededError' || name === 'NS_ERROR_DOM_QUOTA_REACHED' ? 'full' : 'blocked';
}

/** Wraps a storage that the browser may block, or that may be full: reading then returns null and nothing throws. */
export function guardStorage(open: () => RawStorage): SafeStorage {
  return {
    getItem(key) {
      try {
        return open().getItem(key);
      } catch {
        return null;
      }
    },
    setItem(key, value, consequence) {
      try {
        open().setItem(key, value);
        return undefined;
      } catch (error) {
        const fault = toStorageFault(error);
        if (consequence !== undefined) reportStorageFault(fault, consequence);
        return fault;
      }
    },
    removeItem(key) {
      try {
        open().removeItem(key);
      } catch {
        // A blocked storage holds nothing to remove.
      }
    },
  };
}

export const safeLocalStorage = guardStorage(() => localStorage);
export const safeSessionStorage = guardStorage(() => sessionStorage);

const probeKey = 'storage-probe';

/** Tries to store a text of so many characters, and removes it again. @returns why that failed, if it did */
export function probeStorage(storage: SafeStorage, characters: number): StorageFault | undefined {
  const fault = storage.setItem(probeKey, 'x'.repeat(characters));
  storage.removeItem(probeKey);
  return fault;
}

/** Calls back when another tab changes the value in the local storage, with null when it is removed. */
export function onStorageChange(key: string, onChange: (value: string | null) => void): void {
  addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) onChange(event.newValue);
  });
}

/** Parses what a browser has stored; undefined for nothing, and for text that is not JSON. */
export function parseStoredJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** A property of what may be anything; undefined if it is no object. */
export function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
