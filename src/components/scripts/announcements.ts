import { $session } from '#session/session.ts';

/** Shows announcements on guarded pages. Their code loads once someone is signed in. */
export function startAnnouncements(): void {
  const region = document.querySelector<HTMLElement>('[data-announcements]');
  if (!region || document.body.dataset.guard !== 'signed-in') return;
  let isRequested = false;
  $session.subscribe(async ({ status }) => {
    if (status !== 'signed-in' || isRequested) return;
    isRequested = true;
    try {
      const { showAnnouncements } = await import('./announcements-list.ts');
      await showAnnouncements(region);
    } catch (error) {
      console.warn('The announcements could not be loaded.', error);
    }
  });
}
