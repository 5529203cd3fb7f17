const key = 'signed-in-at';
const moments = 15_000;

function storage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

/** Notes that a sign-in has ended in this tab; the next page that knows the user takes the note away. */
export function noteSignIn(): void {
  storage()?.setItem(key, String(Date.now()));
}

export function forgetSignIn(): void {
  storage()?.removeItem(key);
}

/** Whether a sign-in ended moments ago in this tab, and no page has known the user since. */
export function isJustSignedIn(): boolean {
  return Date.now() - Number(storage()?.getItem(key) ?? 0) < moments;
}
