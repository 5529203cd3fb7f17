import { loggedOutPath, signInPath } from '#config/sign-in-path.ts';
import { $session } from '#session/session.ts';

/** Sends a visitor of a guarded page to sign in, and from there back to the same address. */
export function startGuard(): void {
  if (document.body.dataset.guard !== 'signed-in') return;
  let wasSignedIn = false;
  $session.subscribe((session) => {
    const { status } = session;
    if (status === 'signed-in') wasSignedIn = true;
    // Someone who was signed in stays on the page, below the banner.
    const mustSignIn = status === 'visitor' || (status === 'ended' && !wasSignedIn);
    if (!mustSignIn) return;
    const address = location.pathname + location.search + location.hash;
    const hasLoggedOut = status === 'visitor' && session.hasLoggedOut === true;
    location.replace(hasLoggedOut ? loggedOutPath(address) : signInPath(address));
  });
}
