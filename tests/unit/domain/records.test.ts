import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isSameValue,
  isVisible,
  maxVersions,
  periodState,
  type StoredRecord,
  statusName,
  toRecordWithVersions,
} from '#domain/records/versions.ts';
import { wallTimeInBasin } from '#lib/basin-clock.ts';
import { forAll } from '../../support/for-all.ts';

function row(id: string, at: number, changes: Partial<StoredRecord> = {}): StoredRecord {
  const moment = `2026-05-01T00:00:${String(at).padStart(2, '0')}.000000Z`;
  return {
    id,
    status_id: 1,
    parent_id: null,
    former_parent_id: null,
    is_enabled: true,
    content: { title: id },
    created_at: moment,
    created_by: 'ann',
    updated_at: moment,
    updated_by: 'ann',
    ...changes,
  };
}

const versionRows = (count: number, from = 1) =>
  Array.from({ length: count }, (_, n) => row(`v${from + n}`, from + n, { parent_id: 'main' }));
const ids = (record: ReturnType<typeof toRecordWithVersions>) =>
  record.versions.map(({ version_id }) => version_id);

describe('versions of a record', () => {
  test('a draft shows its latest version, and none is published', () => {
    const record = toRecordWithVersions(row('main', 0), versionRows(2));
    expect(record.shown).toMatchObject({ version_id: 'v2', is_latest: true, is_published: false });
    expect(ids(record)).toEqual(['v2', 'v1', 'main']);
    expect(record.versions.some(({ is_published }) => is_published)).toBe(false);
  });

  test('an updated record shows its latest version, and its main row is the published one', () => {
    const record = toRecordWithVersions(row('main', 0, { status_id: 3 }), versionRows(1));
    expect(record.shown.version_id).toBe('v1');
    expect(record.versions.at(-1)).toMatchObject({ version_id: 'main', is_published: true });
  });

  test('a published record shows its main row', () => {
    const record = toRecordWithVersions(row('main', 9, { status_id: 2 }), versionRows(3));
    expect(record.shown).toMatchObject({ version_id: 'main', is_latest: true, is_published: true });
  });

  test('lists five versions; an older published one is appended, an older draft is not', () => {
    const published = toRecordWithVersions(row('main', 0, { status_id: 3 }), versionRows(7));
    expect(ids(published)).toEqual(['v7', 'v6', 'v5', 'v4', 'v3', 'main']);
    const draft = toRecordWithVersions(row('main', 0), versionRows(7));
    expect(ids(draft)).toEqual(['v7', 'v6', 'v5', 'v4', 'v3']);
    expect(draft.total_versions).toBe(5);
  });

  test('are none of their own with the content of the next newer one; the published row always is', () => {
    const same = { content: { title: 'same' } };
    const twin = (id: string, at: number) => row(id, at, { parent_id: 'main', ...same });
    const first = toRecordWithVersions(row('main', 9, { status_id: 2, ...same }), [
      twin('v1', 1),
      twin('v2', 2),
    ]);
    expect([ids(first), first.total_versions]).toEqual([['main'], 1]);
    const edited = toRecordWithVersions(row('main', 0, { status_id: 3, ...same }), [twin('v1', 1)]);
    expect(ids(edited)).toEqual(['v1', 'main']);
    const between = [twin('v1', 1), ...versionRows(1, 2), twin('v3', 3)];
    expect(ids(toRecordWithVersions(row('main', 0, same), between))).toEqual(['v3', 'v2', 'v1', 'main']);
  });

  test('do not depend on the order of the rows', () => {
    const rows = versionRows(7);
    forAll(
      [fc.shuffledSubarray(rows, { minLength: 7 }), fc.constantFrom(1, 2, 3)],
      100,
      (shuffled, status_id) => {
        const main = row('main', 0, { status_id });
        const record = toRecordWithVersions(main, shuffled);
        expect(record).toEqual(toRecordWithVersions(main, rows));
        expect(record.versions.length).toBeLessThanOrEqual(maxVersions + 1);
        expect(record.versions.filter(({ is_latest }) => is_latest)).toHaveLength(1);
      },
    );
  });

  test('visibility and name of each status', () => {
    expect(isVisible({ status_id: 1, is_enabled: true })).toBe(false);
    expect(isVisible({ status_id: 3, is_enabled: true })).toBe(true);
    expect(isVisible({ status_id: 2, is_enabled: false })).toBe(false);
    expect([statusName(1), statusName(2), statusName(3)]).toEqual(['Draft', 'Published', 'Updated']);
  });
});

describe('isSameValue', () => {
  test('treats undefined, null and empty text as equal, and ignores the order of keys', () => {
    expect(isSameValue(undefined, null)).toBe(true);
    expect(isSameValue('', null)).toBe(true);
    expect(isSameValue({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true);
    expect(isSameValue([1, 2], [2, 1])).toBe(false);
    expect(isSameValue(0, null)).toBe(false);
  });
});

describe('the period of a record', () => {
  const fields = { from: 'starts_at', until: 'ends_at' };
  const stateAt = (content: object, utc: string) =>
    periodState({ ...content }, fields, wallTimeInBasin(new Date(utc)));

  test.each([
    ['2026-03-08T08:29:59Z', 'scheduled'],
    ['2026-03-08T08:30:00Z', 'current'],
    // Clocks go forward at 2:00, so 3:30 comes an hour early.
    ['2026-03-08T09:30:59Z', 'current'],
    ['2026-03-08T09:31:00Z', 'ended'],
  ])('in America/Denver time, %s is %s', (utc, state) => {
    expect(stateAt({ starts_at: '2026-03-08T01:30', ends_at: '2026-03-08T03:30' }, utc)).toBe(state);
  });

  test('has no end where none is given', () => {
    expect(stateAt({ starts_at: null, ends_at: null }, '1999-01-01T00:00:00Z')).toBe('current');
    expect(stateAt({}, '2099-01-01T00:00:00Z')).toBe('current');
  });

  test('midnight is 00:00 of the new day', () => {
    expect(wallTimeInBasin(new Date('2026-01-02T07:00:00Z'))).toBe('2026-01-02T00:00');
  });
});
