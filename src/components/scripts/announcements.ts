import { showAnnouncements } from './announcements-list.ts';

/** Shows announcements where the page has a place for them. */
export async function startAnnouncements(): Promise<void> {
  const region = document.querySelector<HTMLElement>('[data-announcements]');
  if (!region) return;
  try {
    await showAnnouncements(region);
  } catch (error) {
    console.warn('The announcements could not be loaded.', error);
  }
}
