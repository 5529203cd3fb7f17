type RawStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export type SafeStorage = {
  getItem(key: string): string | null;
  /** @returns false if the value could not be stored */
  setItem(key: string, value: string): boolean;
  removeItem(key: string): void;
};

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
    setItem(key, value) {
      try {
        open().setItem(key, value);
        return true;
      } catch {
        return false;
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

/** Calls back when another tab changes the value in the local storage, with null when it is removed. */
export function onStorageChange(key: string, onChange: (value: string | null) => void): void {
  addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) onChange(event.newValue);
  });
}
