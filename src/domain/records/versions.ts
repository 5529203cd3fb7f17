/** Draft: hidden from visitors. Published: visible. Updated: published, with saved but unpublished changes. */
export const recordStatus = { draft: 1, published: 2, updated: 3 } as const;

export type RecordStatus = (typeof recordStatus)[keyof typeof recordStatus];

const statusNames: Record<RecordStatus, string> = { 1: 'Draft', 2: 'Published', 3: 'Updated' };

export function statusName(status: RecordStatus): string {
  return statusNames[status];
}

/** Whether visitors see a main record: it has published content and is enabled. */
export function isVisible(record: {
  readonly status_id: RecordStatus;
  readonly is_enabled: boolean;
}): boolean {
  return record.status_id !== recordStatus.draft && record.is_enabled;
}

/** How many versions of a record there are at most; a published one that is older is added to them. */
export const maxVersions = 5;

/** The values of a record's fields, by name. */
export type RecordContent = Readonly<Record<string, unknown>>;

/**
 * A database row. A main record has no parent; its versions are drafts with its id as `parent_id`. Times are ISO 8601
 * in UTC with microseconds, so that they sort as text.
 */
export type StoredRecord = {
  readonly id: string;
  readonly status_id: RecordStatus;
  readonly parent_id: string | null;
  readonly former_parent_id: string | null;
  readonly is_enabled: boolean;
  readonly content: RecordContent;
  readonly created_at: string;
  readonly created_by: string;
  readonly updated_at: string;
  readonly updated_by: string;
};

type RecordVersion = {
  readonly version_id: string;
  readonly content: RecordContent;
  readonly created_at: string;
  readonly created_by: string;
  readonly is_latest: boolean;
  readonly is_published: boolean;
};

/** A main record as shown to editors: the content of its latest version under its own id. */
export type RecordWithVersions = {
  readonly main: StoredRecord;
  readonly shown: RecordVersion;
  /** The newest versions, newest first, followed by the published one if it is older. */
  readonly versions: readonly RecordVersion[];
  readonly total_versions: number;
  /** The last change of the record or of one of its versions. */
  readonly updated_at: string;
  readonly updated_by: string;
};

/**
 * Lists the versions of a main record: the main row and its version rows, newest first by `created_at`. The newest is
 * the latest version; the main row is the published one, unless the record is a draft. A version with the content of the
 * next newer one is no version of its own: publishing a draft as it is adds none. Only the newest `maxVersions` count, and
 * the published one is appended if it is not among them.
 */
export function toRecordWithVersions(
  main: StoredRecord,
  versionRows: readonly StoredRecord[],
): RecordWithVersions {
  const isDraft = main.status_id === recordStatus.draft;
  const [first, ...rest] = [main, ...versionRows].toSorted(compareNewestFirst);
  const latest = first ?? main;
  const toVersion = (row: StoredRecord): RecordVersion => ({
    version_id: row.id,
    content: row.content,
    created_at: row.created_at,
    created_by: row.created_by,
    is_latest: row === latest,
    is_published: row === main && !isDraft,
  });
  const newest = withoutTwins([latest, ...rest], main)
    .map(toVersion)
    .slice(0, maxVersions);
  const changed = [main, ...versionRows].reduce((last, row) =>
    row.updated_at > last.updated_at ? row : last,
  );
  const published = isDraft || newest.some((version) => version.is_published) ? [] : [toVersion(main)];
  return {
    main,
    // A published record without newer drafts is its own latest version.
    shown: main.status_id === recordStatus.published ? toVersion(main) : toVersion(latest),
    versions: [...newest, ...published],
    total_versions: newest.length + published.length,
    updated_at: changed.updated_at,
    updated_by: changed.updated_by,
  };
}

function withoutTwins(rows: readonly StoredRecord[], main: StoredRecord): readonly StoredRecord[] {
  let newer: StoredRecord | undefined;
  return rows.filter((row) => {
    const isTwin = newer !== undefined && row !== main && isSameValue(row.content, newer.content);
    if (!isTwin) newer = row;
    return !isTwin;
  });
}

function compareNewestFirst(one: StoredRecord, other: StoredRecord): number {
  if (one.created_at !== other.created_at) return one.created_at < other.created_at ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}

/** Whether two values of a field are equal. Undefined, null and empty text count as equal. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(sortKeys(one ?? null)) === JSON.stringify(sortKeys(other ?? null));
}

/** Sorts the keys of objects, because the database returns them in its own order. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value === '' ? null : value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sortKeys(inner)]);
}

/** The fields of a model that hold the first and the last minute at which its records are shown. */
export type PeriodFields = { readonly from: string; readonly until: string };

type PeriodState = 'scheduled' | 'current' | 'ended';

/**
 * Where a wall-clock time lies in a record's period. Times are `YYYY-MM-DDTHH:mm` in the basin's time zone; both ends
 * belong to the period, and a missing one leaves it open.
 */
export function periodState(
  content: RecordContent,
  { from, until }: PeriodFields,
  wallTime: string,
): PeriodState {
  const [first, last] = [content[from], content[until]];
  if (typeof last === 'string' && last < wallTime) return 'ended';
  return typeof first === 'string' && wallTime < first ? 'scheduled' : 'current';
}

/** The author of records that were created by an importer and not edited since. */
export const importAuthor = 'importer';
