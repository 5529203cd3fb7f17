/** What this browser keeps under a name, or null where nothing is kept or keeping is blocked. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a value in this browser; where that is blocked or full, the page's memory has to do. */
export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Nothing to tell: the choice holds until the page is left.
  }
}

/** Calls back when another tab changed the value. `null` means it was removed. */
export function onStorageChange(key: string, onChange: (value: string | null) => void): void {
  addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) onChange(event.newValue);
  });
}
