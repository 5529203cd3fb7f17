import { safeSessionStorage } from '#lib/page/storage.ts';

const key = 'signed-in-at';
const maxAgeMs = 15_000;

/** Notes that a sign-in was completed in this tab, until a page finds the user signed in. */
export function markJustSignedIn(): void {
  safeSessionStorage.setItem(key, String(Date.now()));
}

export function clearJustSignedIn(): void {
  safeSessionStorage.removeItem(key);
}

/** Whether a sign-in was completed moments ago in this tab, and no page has found the user signed in since. */
export function isJustSignedIn(): boolean {
  return Date.now() - Number(safeSessionStorage.getItem(key) ?? 0) < maxAgeMs;
}
