/** Signing in, with the way back to a page of the portal. */
export function signInPath(returnTo: string): string {
  return `/secret#${returnTo}`;
}
