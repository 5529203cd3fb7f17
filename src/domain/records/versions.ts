import { isSameValue } from './same-value.ts';
import { type RecordStatus, recordStatus } from './status.ts';

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

export type RecordVersion = {
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
