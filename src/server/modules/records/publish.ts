import { randomUUID } from 'node:crypto';
import { recordStatus } from '#domain/records/status.ts';
import type { RecordContent, RecordWithVersions, StoredRecord } from '#domain/records/versions.ts';
import { insertRow, updateRow } from './queries.ts';
import { validateContent } from './validate-content.ts';
import { updateMain, type WriteContext, type WriteOutcome } from './write-record.ts';

/**
 * Publishes the latest version of a record. A draft without versions is published in place.
 * @throws HttpProblem 400 where the content is not valid
 */
export async function publishRecord(
  context: WriteContext,
  { main, shown, total_versions }: RecordWithVersions,
): Promise<WriteOutcome | undefined> {
  if (main.status_id === recordStatus.published) return undefined;
  const content = await validateContent(context.tx, context.change.model, main.id, shown.content);
  const isFirst = main.status_id === recordStatus.draft && total_versions === 1;
  return {
    action: 'publish',
    main: isFirst
      ? await updateMain(context, main, { status_id: recordStatus.published })
      : await publishContent(context, main, content),
  };
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
 * which the copy has as its `former_parent_id`.
 */
export async function publishContent(
  { tx, change, now }: WriteContext,
  main: StoredRecord,
  content: RecordContent,
): Promise<StoredRecord> {
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
