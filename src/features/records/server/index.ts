import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { models, recordEndpoints } from '#config/models/index.ts';
import type { FieldError } from '#contract/records/field-validation.ts';
import { type Field, isInput, isReadOnly } from '#contract/records/fields.ts';
import type { Model } from '#contract/records/model.ts';
import type { ContentRecord, RecordEndpoints } from '#contract/records/records.ts';
import { type RecordStatus, recordStatus, type StoredRecord } from '#domain/records/versions.ts';
import { formatExportedAt } from '#lib/calendar-text.ts';
import type { CsvCell } from '#lib/csv.ts';
import type { Caller } from '#server/access/access-control.ts';
import type { Queryable, Store } from '#server/db/store.ts';
import type { RegisterFeature } from '#server/feature-services.ts';
import type { CachedBody } from '#server/http/cached-body.ts';
import { recordNotFound, unauthorized } from '#server/http/problems.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { createCsvFile } from '#server/http/text-files.ts';
import {
  absentMessage,
  applyRecordAction,
  createRecord,
  createVersion,
  deleteRecord,
  describeWrongParent,
  type RecordAction,
  saveRecord,
} from '#server/records/changes.ts';
import { createLocationRecords, emptyLocationFields, readDerivedLocationFields } from '#server/records/locations.ts';
import {
  isReadable,
  lockModel,
  moveVersions,
  nextTimestamp,
  readAllRows,
  readFuture,
  readReadableRows,
  readRow,
  readWithVersions,
  renameFormerParent,
  updateRow,
} from '#server/records/queries.ts';
import { groupVersions, serializeForEditors, serializePublished } from '#server/records/serialize.ts';
import { badFields } from '#server/records/validate-content.ts';
import { type Change, checkExpectedState, projectAndAudit } from '#server/records/write-record.ts';

const actions: readonly RecordAction[] = ['publish', 'unpublish', 'enable', 'disable'];

/** Registers the routes of every model. */
export const registerRoutes: RegisterFeature = (app, { store }) => {
  for (const model of models) {
    const calls = recordEndpoints.get(model.name);
    if (calls) registerModelRoutes(app, store, model, calls);
  }
};

function registerModelRoutes(app: FastifyInstance, store: Store, model: Model, calls: RecordEndpoints) {
  const readers = createReaders(store, model);

  registerEndpoint(app, calls.list, async ({ caller, query }) => {
    const isAll = isEditor(caller) && query.only !== 'published';
    const records = await (isAll ? readers.listAll() : readers.listPublished());
    return query.format === 'csv' ? createRecordCsv(model, records, isAll) : records;
  });
  registerEndpoint(app, calls.read, async ({ caller, params }, _request, reply) => {
    if (!isEditor(caller)) return readers.readPublished(params.id);
    return withEtag(reply, await readers.readOne(params.id));
  });
  registerEndpoint(app, calls.future, async ({ params }) => {
    const future = await readFuture(store, model, params.id);
    if (!future) throw recordNotFound();
    return readers.readOne(future.id);
  });
  registerEndpoint(app, calls.create, async ({ caller, body }, request, reply) => {
    const { id: wantedId, parent_id, status_id, ...content } = body;
    const publish = status_id === recordStatus.published;
    const change = toChange(model, caller, request);
    if (parent_id && publish) throw badFields([{ path: 'status_id', message: versionIsDraft }]);
    const id = parent_id
      ? await createVersion(store, change, { id: wantedId, parent_id, content })
      : await createRecord(store, change, { id: wantedId, content, publish });
    return withEtag(reply, await readers.readOne(id));
  });
  registerEndpoint(app, calls.save, async ({ caller, params, body }, request, reply) => {
    const { publish, ...content } = body;
    await saveRecord(store, toChange(model, caller, request), params.id, { content, publish });
    return withEtag(reply, await readers.readOne(params.id));
  });
  registerEndpoint(app, calls.silent, async ({ caller, params, body }, request, reply) => {
    const id = await updateSilently(store, toChange(model, caller, request), params.id, body);
    return withEtag(reply, await readers.readOne(id));
  });
  registerEndpoint(app, calls.remove, async ({ caller, params }, request) => {
    await deleteRecord(store, toChange(model, caller, request), params.id);
    return { id: params.id };
  });
  for (const action of actions) {
    for (const call of [calls[action].get, calls[action].post]) {
      registerEndpoint(app, call, async ({ caller, params }, request, reply) => {
        await applyRecordAction(store, toChange(model, caller, request), params.id, action);
        return withEtag(reply, await readers.readOne(params.id));
      });
    }
  }
}

function isEditor(caller: Caller | undefined): caller is Caller {
  return caller?.roles.has('Administrator') === true;
}

function toChange(model: Model, caller: Caller | undefined, { headers }: FastifyRequest): Change {
  if (!caller) throw unauthorized('none');
  const condition = headers['if-match'];
  const expected = condition === undefined || condition === '*' ? undefined : condition.replaceAll('"', '');
  return { model, actor: caller.subject, expectedUpdatedAt: expected };
}

/** Sets `updated_at` as the entity tag, which a client sends back in `If-Match`. */
function withEtag(reply: FastifyReply, record: ContentRecord): ContentRecord {
  reply.header('etag', `"${record.updated_at}"`);
  return record;
}

function createReaders(store: Store, model: Model) {
  const isLocations = model.name === 'locations';

  /** Returns a function that gives the READ_ONLY fields of a record by its id. */
  async function loadDerivedFields(): Promise<(id: string) => object> {
    if (!isLocations) return () => ({});
    await createLocationRecords(store);
    const derived = await readDerivedLocationFields(store);
    return (id) => derived.get(id) ?? emptyLocationFields;
  }

  async function readOne(id: string): Promise<ContentRecord> {
    const derived = await loadDerivedFields();
    const record = await readWithVersions(store, model, id);
    if (!record) throw recordNotFound();
    const future = await readFuture(store, model, id);
    return serializeForEditors(model, record, {
      derived: { ...derived(record.main.parent_id ?? id) },
      future_parent_id: future?.id ?? null,
      withVersions: true,
    });
  }

  return {
    readOne,
    async listAll(): Promise<ContentRecord[]> {
      const derived = await loadDerivedFields();
      const rows = await readAllRows(store, model);
      return groupVersions(rows).map((record) =>
        serializeForEditors(model, record, {
          derived: { ...derived(record.main.id) },
          future_parent_id: null,
          withVersions: false,
        }),
      );
    },
    async listPublished(): Promise<ContentRecord[]> {
      const derived = await loadDerivedFields();
      const rows = await readReadableRows(store, model);
      return rows.map((row) => serializePublished(model, row, { ...derived(row.id) }));
    },
    async readPublished(id: string): Promise<ContentRecord> {
      const derived = await loadDerivedFields();
      const row = await readRow(store, model, id);
      if (!row || !isReadable(model, row, new Date())) throw recordNotFound();
      return serializePublished(model, row, { ...derived(id) });
    },
  };
}

type Column = { readonly name: string; cell(record: ContentRecord): CsvCell };

/** Writes the records of a list, a column for each field. With drafts, also the status and the author. */
function createRecordCsv(model: Model, records: readonly ContentRecord[], isAll: boolean): CachedBody {
  const columns: Column[] = [
    { name: 'id', cell: ({ id }) => id },
    ...model.fields.flatMap(fieldColumns),
    ...(isAll ? editorColumns : []),
    { name: 'updated_at', cell: ({ updated_at }) => updated_at },
  ];
  return createCsvFile({
    fileName: model.name,
    notes: [
      isAll ? `${model.label}: all records, the latest version of each` : `${model.label}: what is published`,
      formatExportedAt(new Date()),
      `Rows: ${records.length}`,
    ],
    header: columns.map(({ name }) => name),
    rows: records.map((record) => columns.map(({ cell }) => cell(record))),
  });
}

const editorColumns: readonly Column[] = [
  { name: 'status', cell: ({ content_node_statuses }) => content_node_statuses.name },
  { name: 'is_enabled', cell: ({ is_enabled }) => (is_enabled ? 'yes' : 'no') },
  { name: 'updated_by', cell: ({ updated_by }) => updated_by },
];

function fieldColumns(field: Field): readonly Column[] {
  const { name } = field;
  if (!isInput(field) && !isReadOnly(field)) return [];
  if (field.kind === 'CUSTOM' && field.custom === 'file') {
    return [{ name, cell: (record) => toCell(property(record[name], 'name')) }];
  }
  if (field.kind === 'CUSTOM') {
    return ['latitude_dd', 'longitude_dd'].map((part) => ({
      name: part,
      cell: (record) => toCell(property(record[name], part)),
    }));
  }
  return [{ name, cell: (record) => toCell(record[name]) }];
}

function toCell(value: unknown): CsvCell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return value;
  if (!Array.isArray(value)) return String(value);
  return value.map((item: unknown) => String(property(item, 'href') ?? item)).join('; ');
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

type SilentChange = {
  id?: string | undefined;
  parent_id?: string | null | undefined;
  former_parent_id?: string | null | undefined;
  status_id?: RecordStatus | undefined;
};

/**
 * Changes the generic columns of any row, without a new version. Versions follow their record: to its new id, or to the
 * record that it becomes a version of.
 * @returns its id
 * @throws HttpProblem 400 for a change after which a row would be in no list, or in two; 404, 409
 */
async function updateSilently(
  store: Store,
  change: Change,
  id: string,
  { id: newId = id, ...columns }: SilentChange,
): Promise<string> {
  const { model } = change;
  await store.transaction(async (tx) => {
    await lockModel(tx, model);
    const record = await readWithVersions(tx, model, id);
    if (!record) throw recordNotFound();
    const { main: before } = record;
    checkExpectedState(record, change);
    const now = await nextTimestamp(tx, record.updated_at);
    const definedColumns = Object.fromEntries(
      Object.entries(columns).filter(([, value]) => value !== undefined),
    );
    const after: StoredRecord = {
      ...before,
      ...definedColumns,
      id: newId,
      updated_at: now,
      updated_by: change.actor,
    };
    const errors = await findMisplacements(tx, model, before, after);
    if (errors.length > 0) throw badFields(errors);
    await updateRow(tx, model, id, after);
    await moveVersions(tx, model, id, after.parent_id ?? newId);
    if (newId !== id) await renameFormerParent(tx, model, id, newId);
    await projectAndAudit({ tx, change, now }, 'update-silently', before, after);
  });
  return newId;
}

const versionIsDraft = 'A version of a record is a draft. Expected 1.';

async function findMisplacements(
  from: Queryable,
  model: Model,
  before: StoredRecord,
  after: StoredRecord,
): Promise<readonly FieldError[]> {
  const errors: FieldError[] = [];
  const refuse = (path: string, message: string | undefined) => message && errors.push({ path, message });
  if (after.id !== before.id && (await readRow(from, model, after.id))) {
    refuse('id', 'There is already a record with this id. Choose another.');
  }
  if (after.parent_id !== before.parent_id) {
    refuse('parent_id', await describeMisplacedParent(from, model, before, after));
  }
  if (after.former_parent_id !== before.former_parent_id) {
    refuse('former_parent_id', await describeWrongFormerParent(from, model, before, after));
  }
  if (after.parent_id !== null && after.status_id !== recordStatus.draft) {
    refuse('status_id', versionIsDraft);
  }
  return errors;
}

async function describeMisplacedParent(
  from: Queryable,
  model: Model,
  before: StoredRecord,
  { id, parent_id }: StoredRecord,
): Promise<string | undefined> {
  if (parent_id === null) return undefined;
  if (parent_id === id || parent_id === before.id) return 'A record cannot be its own version.';
  return describeWrongParent(from, model, parent_id);
}

async function describeWrongFormerParent(
  from: Queryable,
  model: Model,
  before: StoredRecord,
  { id, former_parent_id }: StoredRecord,
): Promise<string | undefined> {
  for (let next = former_parent_id; next !== null; ) {
    if (next === id || next === before.id) return 'A record cannot replace itself.';
    const former = await readRow(from, model, next);
    if (!former) return next === former_parent_id ? absentMessage : undefined;
    next = former.former_parent_id;
  }
  return undefined;
}
