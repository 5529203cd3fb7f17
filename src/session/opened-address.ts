import { safeSessionStorage } from '#lib/page/storage.ts';

const key = 'opened-before-sign-in';

/** Stores what someone opened who is sent to sign in, so that the page of the sign-in can say what it is. */
export function storeOpenedAddress(address: string): void {
  safeSessionStorage.setItem(key, address);
}

/** Reads it in the same tab. */
export function readOpenedAddress(): string | undefined {
  return safeSessionStorage.getItem(key) ?? undefined;
}
