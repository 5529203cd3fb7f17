import { fetchWithRetry } from '#lib/fetch-with-retry.ts';
import { parseStoredJson, safeSessionStorage } from '#lib/page/storage.ts';
import { $session } from '#session/session.ts';
import { recordResponse } from '#stores/last-responses.ts';

const announcementsKey = 'announcements';

/** Shows announcements to everyone, where the page has a place for them. */
export function startAnnouncements(): void {
  const region = document.querySelector<HTMLElement>('[data-announcements]');
  if (!region) return;
  let isRequested = false;
  $session.subscribe(async ({ status }) => {
    const isKnown = status === 'signed-in' || (status === 'visitor' && !document.body.dataset.guard);
    if (!isKnown || isRequested) return;
    isRequested = true;
    try {
      const loading = loadAnnouncements(region.dataset.announcements ?? '');
      // At once those that an earlier page of this tab loaded, so that this one shows them without a jump.
      await showAnnouncements(region, safeSessionStorage.getItem(announcementsKey) ?? '[]');
      const text = await loading;
      safeSessionStorage.setItem(announcementsKey, text);
      await showAnnouncements(region, text);
    } catch (error) {
      console.warn('The announcements could not be loaded.', error);
    }
  });
}

/** Loads the announcements of this time as JSON; none where the answer is an error. */
async function loadAnnouncements(address: string): Promise<string> {
  const response = await fetchWithRetry(address, { timeoutMs: 10_000 });
  const text = response.ok ? await response.text() : '[]';
  recordResponse({ method: 'GET', path: address, outcome: response.status, body: parseStoredJson(text) });
  return text;
}

/** Loads the code of announcements where there is one, or was. */
async function showAnnouncements(region: HTMLElement, text: string): Promise<void> {
  if (text === '[]' && region.hidden) return;
  (await import('./render.ts')).renderAnnouncements(region, text);
}
