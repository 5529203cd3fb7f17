import { $session } from '#session/session.ts';

/**
 * Starts what only signed-in people have: announcements and lookup tables, and ends the sign-in that was under way. Its
 * code loads for nobody else, and not on the page that signs in: only the next page shows whether the session was stored.
 */
export function startSignedInParts(): void {
  if (document.body.dataset.layout === 'auth') return;
  let isRequested = false;
  $session.subscribe(async ({ status }) => {
    if (status !== 'signed-in' || isRequested) return;
    isRequested = true;
    try {
      const [{ clearJustSignedIn }, { startAnnouncements }, { startLookups }] = await Promise.all([
        import('#session/just-signed-in.ts'),
        import('./announcements.ts'),
        import('./lookups.ts'),
      ]);
      clearJustSignedIn();
      startLookups();
      await startAnnouncements();
    } catch (error) {
      console.warn('A part of the page for signed-in people could not be loaded.', error);
    }
  });
}
