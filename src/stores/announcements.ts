import { type Announcement, dismissalKey } from '#domain/announcements.ts';
import { fetchWithRetry } from '#lib/fetch-with-retry.ts';
import { safeLocalStorage, safeSessionStorage } from '#lib/storage.ts';
import { parseStoredJson, property } from '#lib/stored-json.ts';
import { recordResponse } from './last-responses.ts';

export { type Announcement, severityName } from '#domain/announcements.ts';

const dismissedKey = 'dismissed-announcements';
const loadedKey = 'announcements';
const maxStored = 50;
const timeoutMs = 10_000;

/**
 * Loads the announcements of this time that were not dismissed in this browser. Every page of a signed-in person calls
 * it, so it does without the requester and its schemas.
 */
export async function loadAnnouncements(address: string): Promise<readonly Announcement[]> {
  const response = await fetchWithRetry(address, { timeoutMs });
  const text = response.ok ? await response.text() : '[]';
  safeSessionStorage.setItem(loadedKey, text);
  recordResponse({ method: 'GET', path: address, outcome: response.status, body: parseList(text) });
  return parseAnnouncements(text);
}

/** The announcements that an earlier page of this tab loaded, so that the next one shows them without a jump. */
export function readLoadedAnnouncements(): readonly Announcement[] {
  return parseAnnouncements(safeSessionStorage.getItem(loadedKey));
}

/** Hides an announcement in this browser until it changes. */
export function dismissAnnouncement(announcement: Announcement): void {
  safeLocalStorage.setItem(
    dismissedKey,
    JSON.stringify([...readDismissed(), dismissalKey(announcement)].slice(-maxStored)),
    'the next page shows the announcement again',
  );
}

function parseAnnouncements(text: string | null): readonly Announcement[] {
  const dismissed = readDismissed();
  return parseList(text)
    .map(toAnnouncement)
    .filter((each) => !dismissed.includes(dismissalKey(each)));
}

function readDismissed(): readonly string[] {
  return parseList(safeLocalStorage.getItem(dismissedKey)).map(String);
}

function parseList(text: string | null): readonly unknown[] {
  const list = parseStoredJson(text);
  return Array.isArray(list) ? list : [];
}

function toAnnouncement(record: unknown): Announcement {
  const text = (name: string) => {
    const value = property(record, name);
    return typeof value === 'string' ? value : '';
  };
  return {
    id: text('id'),
    updated_at: text('updated_at'),
    title: text('title'),
    message: text('message'),
    severity: property(record, 'severity') === 'warning' ? 'warning' : 'info',
  };
}
