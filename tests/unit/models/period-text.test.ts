import { describe, expect, test } from 'vitest';
import { findModel } from '#config/models/index.ts';
import type { Model } from '#contract/model.ts';
import type { ContentRecord } from '#contract/records.ts';
import { describePeriod } from '#features/models/format.ts';

const now = new Date('2026-11-22T18:00:00Z');

function describeAnnouncement(changes: object) {
  const record = { status_id: 2, is_enabled: true, parentRecord: null, starts_at: null, ends_at: null };
  return describePeriod(
    findModel('announcements') as Model,
    { ...record, ...changes } as unknown as ContentRecord,
    now,
  );
}

describe('describePeriod', () => {
  test.each([
    ['Shown now', {}],
    ['Shown now, until 11/30/2026 05:00 PM', { ends_at: '2026-11-30T17:00' }],
    ['Scheduled: shown from 11/22/2026 11:01 AM', { starts_at: '2026-11-22T11:01' }],
    ['Ended 11/22/2026 10:59 AM', { ends_at: '2026-11-22T10:59' }],
    ['Not shown: draft', { status_id: 1 }],
    ['Not shown: disabled', { is_enabled: false }],
    // A newer draft is open; the published content counts.
    ['Shown now', { status_id: 3, ends_at: '2026-01-01T00:00', parentRecord: { ends_at: null } }],
  ])('says “%s”', (text, changes) => {
    expect(describeAnnouncement(changes)).toBe(text);
  });

  test('says nothing for a model without periods', () => {
    const record = { status_id: 2, is_enabled: true } as unknown as ContentRecord;
    expect(describePeriod(findModel('datasets') as Model, record, now)).toBeUndefined();
  });
});
