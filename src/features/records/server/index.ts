import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { models, recordEndpoints } from '#config/models/index.ts';
import type { Model } from '#contract/records/model.ts';
import type { ContentRecord, RecordEndpoints } from '#contract/records/records.ts';
import { recordStatus } from '#domain/records/versions.ts';
import type { Caller } from '#server/access/access-control.ts';
import type { Store } from '#server/db/store.ts';
import type { RegisterFeature } from '#server/feature-services.ts';
import { recordNotFound, unauthorized } from '#server/http/problems.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import {
  applyRecordAction,
  createRecord,
  createVersion,
  deleteRecord,
  type RecordAction,
  saveRecord,
} from '#server/records/changes.ts';
import {
  createLocationRecords,
  emptyLocationFields,
  readDerivedLocationFields,
} from '#server/records/locations.ts';
import {
  isReadable,
  readAllRows,
  readFuture,
  readReadableRows,
  readRow,
  readWithVersions,
} from '#server/records/queries.ts';
import { groupVersions, serializeForEditors, serializePublished } from '#server/records/serialize.ts';
import { badFields } from '#server/records/validate-content.ts';
import type { Change } from '#server/records/write-record.ts';
import { createRecordCsv } from './record-csv.ts';
import { updateSilently, versionIsDraft } from './silent-change.ts';

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
