/** Makes the address of the sign-in page that returns to a page of the portal. */
export function signInPath(returnTo: string): string {
  return `/secret#${returnTo}`;
}
