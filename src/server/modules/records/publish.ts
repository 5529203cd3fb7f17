import { randomUUID } from 'node:crypto';
import { isSameValue } from '#domain/records/same-value.ts';
import { recordStatus } from '#domain/records/status.ts';
import type { RecordContent, RecordWithVersions, StoredRecord } from '#domain/records/versions.ts';
import { insertRow, updateRow } from './queries.ts';
import { validateContent } from './validate-content.ts';
import { updateMain, type WriteContext, type WriteOutcome } from './write-record.ts';

/**
 * Publishes the latest version of a record.
 * @throws HttpProblem 400 where the content is not valid
 */
export async function publishRecord(
  context: WriteContext,
  record: RecordWithVersions,
): Promise<WriteOutcome | undefined> {
  const { main, shown } = record;
  if (main.status_id === recordStatus.published) return undefined;
  const content = await validateContent(context.tx, context.change.model, main.id, shown.content);
  return { action: 'publish', main: await publishContent(context, record, content) };
}

/** Makes a record a draft again, which visitors do not see. */
export async function unpublishRecord(
  context: WriteContext,
  { main }: RecordWithVersions,
): Promise<WriteOutcome | undefined> {
  if (main.status_id === recordStatus.draft) return undefined;
  return { action: 'unpublish', main: await updateMain(context, main, { status_id: recordStatus.draft }) };
}

/**
 * Inserts a published copy with the main record's id. The former main record becomes a draft below it, under a new id,
 * which the copy has as its `former_parent_id`. A draft that is published as it is needs no copy.
 */
export async function publishContent(
  context: WriteContext,
  { main, shown }: RecordWithVersions,
  content: RecordContent,
): Promise<StoredRecord> {
  const isDraftAsItIs =
    main.status_id === recordStatus.draft &&
    shown.version_id === main.id &&
    isSameValue(main.content, content);
  if (isDraftAsItIs) return updateMain(context, main, { status_id: recordStatus.published });
  const { tx, change, now } = context;
  const { model, actor } = change;
  const former: StoredRecord = {
    ...main,
    id: randomUUID(),
    status_id: recordStatus.draft,
    parent_id: main.id,
  };
  const copy: StoredRecord = {
    ...main,
    status_id: recordStatus.published,
    former_parent_id: former.id,
    content,
    created_at: now,
    created_by: actor,
    updated_at: now,
    updated_by: actor,
  };
  await updateRow(tx, model, main.id, former);
  await insertRow(tx, model, copy);
  return copy;
}
