const key = 'signed-in-at';
const maxAgeMs = 15_000;

function browserSessionStorage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

/** Notes that a sign-in has ended in this tab; the next page that knows the user takes the note away. */
export function markJustSignedIn(): void {
  browserSessionStorage()?.setItem(key, String(Date.now()));
}

export function clearJustSignedIn(): void {
  browserSessionStorage()?.removeItem(key);
}

/** Whether a sign-in ended moments ago in this tab, and no page has known the user since. */
export function isJustSignedIn(): boolean {
  return Date.now() - Number(browserSessionStorage()?.getItem(key) ?? 0) < maxAgeMs;
}
