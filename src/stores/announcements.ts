import { recordEndpoints } from '#config/models/index.ts';
import type { ContentRecord } from '#contract/records.ts';
import { type Announcement, dismissalKey, isShownAt } from '#domain/announcements.ts';
import { wallTimeInDenver } from '#domain/calendar.ts';
import { request } from './api.ts';
import { recall, remember } from './storage.ts';

const key = 'dismissed-announcements';
const mostKept = 50;

/** The published announcements that are shown at an instant, and were not dismissed in this browser. */
export async function readAnnouncements(now: Date): Promise<readonly Announcement[]> {
  const calls = recordEndpoints.get('announcements');
  if (!calls) return [];
  const records = await request(calls.list, {});
  const dismissed = readDismissed();
  const wallTime = wallTimeInDenver(now);
  return records
    .map(toAnnouncement)
    .filter((each) => isShownAt(each, wallTime) && !dismissed.includes(dismissalKey(each)));
}

/** Does not show it again in this browser, unless it changes. */
export function dismissAnnouncement(announcement: Announcement): void {
  remember(key, JSON.stringify([...readDismissed(), dismissalKey(announcement)].slice(-mostKept)));
}

function readDismissed(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(recall(key) ?? '[]');
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    return [];
  }
}

function toAnnouncement(record: ContentRecord): Announcement {
  const text = (name: string) => (typeof record[name] === 'string' ? record[name] : null);
  return {
    id: record.id,
    updated_at: record.updated_at,
    title: text('title') ?? '',
    message: text('message') ?? '',
    severity: record.severity === 'warning' ? 'warning' : 'info',
    starts_at: text('starts_at'),
    ends_at: text('ends_at'),
  };
}
