/** Makes the address of the sign-in page that returns to a page of the portal. */
export function signInPath(returnTo: string): string {
  return `/secret#${returnTo}`;
}

/** The same for someone who has logged out in another tab: the page says so, and waits. */
export function loggedOutPath(returnTo: string): string {
  return `/secret?logged-out#${returnTo}`;
}
