import { type Field, isInput } from '#contract/records/fields.ts';
import type { Model } from '#contract/records/model.ts';
import type { ContentRecord } from '#contract/records/records.ts';
import {
  type RecordContent,
  type RecordWithVersions,
  recordStatus,
  type StoredRecord,
  statusName,
  toRecordWithVersions,
} from '#domain/records/versions.ts';

/** Values of READ_ONLY fields by name. */
export type DerivedFields = RecordContent;

function toMetadata(row: StoredRecord) {
  return {
    id: row.id,
    status_id: row.status_id,
    content_node_statuses: { id: row.status_id, name: statusName(row.status_id) },
    is_enabled: row.is_enabled,
    parent_id: row.parent_id,
    former_parent_id: row.former_parent_id,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/** Selects the model's current fields: removed ones are left out, new ones are null. */
function pickFields(fields: readonly Field[], content: RecordContent): RecordContent {
  return Object.fromEntries(fields.filter(isInput).map(({ name }) => [name, content[name] ?? null]));
}

/** Serializes a record for visitors: what is published, without authors, history and a sign of unpublished changes. */
export function serializePublished(model: Model, row: StoredRecord, derived: DerivedFields): ContentRecord {
  return {
    ...pickFields(model.fields, row.content),
    ...derived,
    ...toMetadata({ ...row, status_id: recordStatus.published }),
    former_parent_id: null,
    future_parent_id: null,
    created_by: null,
    updated_by: null,
    version_id: row.id,
    total_versions: 1,
    is_latest: true,
    is_published: true,
    versions: [],
    parentRecord: null,
  };
}

/** Serializes a record for editors, with the content of its latest version. */
export function serializeForEditors(
  model: Model,
  record: RecordWithVersions,
  {
    derived,
    future_parent_id,
    withVersions,
  }: { derived: DerivedFields; future_parent_id: string | null; withVersions: boolean },
): ContentRecord {
  const { main, shown, versions, total_versions } = record;
  return {
    ...pickFields(model.fields, shown.content),
    ...derived,
    ...toMetadata(main),
    future_parent_id,
    created_by: main.created_by,
    updated_at: record.updated_at,
    updated_by: record.updated_by,
    version_id: shown.version_id,
    total_versions,
    is_latest: shown.is_latest,
    is_published: shown.is_published,
    versions: withVersions
      ? versions.map((version) => ({ ...version, content: pickFields(model.fields, version.content) }))
      : [],
    parentRecord: shown.version_id === main.id ? null : pickFields(model.fields, main.content),
  };
}

/** Groups all rows of a table into main records with their versions. */
export function groupVersions(rows: readonly StoredRecord[]): RecordWithVersions[] {
  const byParent = Map.groupBy(rows, ({ parent_id }) => parent_id);
  return (byParent.get(null) ?? []).map((main) => toRecordWithVersions(main, byParent.get(main.id) ?? []));
}
