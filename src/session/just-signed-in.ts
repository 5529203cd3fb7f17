import { safeSessionStorage } from '#lib/storage.ts';

const key = 'signed-in-at';
const maxAgeMs = 15_000;

/** Notes that a sign-in has ended in this tab; the next page that knows the user takes the note away. */
export function markJustSignedIn(): void {
  safeSessionStorage.setItem(key, String(Date.now()));
}

export function clearJustSignedIn(): void {
  safeSessionStorage.removeItem(key);
}

/** Whether a sign-in ended moments ago in this tab, and no page has known the user since. */
export function isJustSignedIn(): boolean {
  return Date.now() - Number(safeSessionStorage.getItem(key) ?? 0) < maxAgeMs;
}
