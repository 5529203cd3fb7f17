import { type Announcement, dismissalKey, isShownAt } from '#domain/announcements.ts';
import { wallTimeInBasin } from '#lib/calendar.ts';
import { safeLocalStorage } from '#lib/storage.ts';

const key = 'dismissed-announcements';
const maxStored = 50;
const timeoutMs = 10_000;

/**
 * Loads the announcements that are current at an instant and were not dismissed in this browser. Every guarded page
 * calls it, so it does without the requester and its schemas.
 */
export async function loadAnnouncements(address: string, now: Date): Promise<readonly Announcement[]> {
  const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
  const records: unknown = response.ok ? await response.json() : [];
  const dismissed = readDismissed();
  const wallTime = wallTimeInBasin(now);
  return (Array.isArray(records) ? records : [])
    .map(toAnnouncement)
    .filter((each) => isShownAt(each, wallTime) && !dismissed.includes(dismissalKey(each)));
}

/** Hides an announcement in this browser until it changes. */
export function dismissAnnouncement(announcement: Announcement): void {
  safeLocalStorage.setItem(
    key,
    JSON.stringify([...readDismissed(), dismissalKey(announcement)].slice(-maxStored)),
    'the next page shows the announcement again',
  );
}

function readDismissed(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(safeLocalStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.map(String) : [];
  } catch {
    return [];
  }
}

function toAnnouncement(record: unknown): Announcement {
  const all = new Map<string, unknown>(Object.entries(record ?? {}));
  const text = (name: string) => {
    const value = all.get(name);
    return typeof value === 'string' ? value : null;
  };
  return {
    id: text('id') ?? '',
    updated_at: text('updated_at') ?? '',
    title: text('title') ?? '',
    message: text('message') ?? '',
    severity: all.get('severity') === 'warning' ? 'warning' : 'info',
    starts_at: text('starts_at'),
    ends_at: text('ends_at'),
  };
}
