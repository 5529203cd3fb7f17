import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { models, recordEndpoints } from '#config/models/index.ts';
import type { ContentRecord, Model, RecordEndpoints } from '#contract/records.ts';
import { isVisible } from '#domain/records/status.ts';
import { readRecord } from '#domain/records/versions.ts';
import type { Store } from '../../db/open.ts';
import { mount } from '../../mount.ts';
import type { Caller } from '../../plugins/access.ts';
import { recordNotFound, unauthorized } from '../../problems.ts';
import { editorsAnswer, publishedAnswer, readAll } from './answers.ts';
import {
  actOnRecord,
  type Change,
  createRecord,
  deleteRecord,
  type RecordAction,
  saveRecord,
  updateSilently,
} from './changes.ts';
import { adoptLocations, deriveLocations, noLocation } from './locations.ts';
import { readAllRows, readFamily, readFuture, readRow, readVisibleRows } from './rows.ts';

const actions: readonly RecordAction[] = ['publish', 'unpublish', 'enable', 'disable'];

/** The routes of every model. */
export function mountRecords(app: FastifyInstance, store: Store) {
  for (const model of models) {
    const calls = recordEndpoints.get(model.name);
    if (calls) mountModel(app, store, model, calls);
  }
}

function mountModel(app: FastifyInstance, store: Store, model: Model, calls: RecordEndpoints) {
  const readers = createReaders(store, model);
  const never = { maxAge: 'never' } as const;

  mount(app, calls.list, async ({ caller }) => (isEditor(caller) ? readers.all() : readers.published()), {
    variesByCaller: true,
  });
  mount(
    app,
    calls.read,
    async ({ caller, params }, _request, reply) => {
      if (!isEditor(caller)) return readers.publishedOne(params.id);
      return tagged(reply, await readers.one(params.id));
    },
    { variesByCaller: true },
  );
  mount(app, calls.future, async ({ params }) => {
    const future = await readFuture(store, model, params.id);
    if (!future) throw recordNotFound();
    return readers.one(future.id);
  });
  mount(
    app,
    calls.create,
    async ({ caller, body }, request, reply) => {
      const { id: wanted, status_id, ...content } = body;
      const change = changeBy(model, caller, request);
      const id = await createRecord(store, change, { id: wanted, content, publish: status_id === 2 });
      return tagged(reply, await readers.one(id));
    },
    { success: 201 },
  );
  mount(app, calls.save, async ({ caller, params, body }, request, reply) => {
    const { publish, ...content } = body;
    await saveRecord(store, changeBy(model, caller, request), params.id, { content, publish });
    return tagged(reply, await readers.one(params.id));
  });
  mount(app, calls.silent, async ({ caller, params, body }, request, reply) => {
    const id = await updateSilently(store, changeBy(model, caller, request), params.id, body);
    return tagged(reply, await readers.one(id));
  });
  mount(app, calls.remove, async ({ caller, params }, request) => {
    await deleteRecord(store, changeBy(model, caller, request), params.id);
    return { id: params.id };
  });
  for (const action of actions) {
    for (const call of [calls[action].get, calls[action].post]) {
      mount(
        app,
        call,
        async ({ caller, params }, request, reply) => {
          await actOnRecord(store, changeBy(model, caller, request), params.id, action);
          return tagged(reply, await readers.one(params.id));
        },
        never,
      );
    }
  }
}

function isEditor(caller: Caller | undefined): caller is Caller {
  return caller?.roles.has('Administrator') === true;
}

function changeBy(model: Model, caller: Caller | undefined, { headers }: FastifyRequest): Change {
  if (!caller) throw unauthorized('none');
  const condition = headers['if-match'];
  const expected = condition === undefined || condition === '*' ? undefined : condition.replaceAll('"', '');
  return { model, actor: caller.subject, expected };
}

/** `updated_at` is the tag that `If-Match` wants back. */
function tagged(reply: FastifyReply, record: ContentRecord): ContentRecord {
  reply.header('etag', `"${record.updated_at}"`);
  return record;
}

function createReaders(store: Store, model: Model) {
  const isLocations = model.name === 'locations';

  /** What the READ_ONLY fields of a record hold, by its id. */
  async function derive(): Promise<(id: string) => object> {
    if (!isLocations) return () => ({});
    await adoptLocations(store);
    const derived = await deriveLocations(store);
    return (id) => derived.get(id) ?? noLocation;
  }

  async function one(id: string): Promise<ContentRecord> {
    const derived = await derive();
    const family = await readFamily(store, model, id);
    if (!family) throw recordNotFound();
    const { main, below } = family;
    const future = await readFuture(store, model, id);
    return editorsAnswer(model, readRecord(main, below), {
      derived: { ...derived(main.parent_id ?? id) },
      future_parent_id: future?.id ?? null,
      withVersions: true,
    });
  }

  return {
    one,
    async all(): Promise<ContentRecord[]> {
      const derived = await derive();
      const rows = await readAllRows(store, model);
      return readAll(rows).map((record) =>
        editorsAnswer(model, record, {
          derived: { ...derived(record.main.id) },
          future_parent_id: null,
          withVersions: false,
        }),
      );
    },
    async published(): Promise<ContentRecord[]> {
      const derived = await derive();
      const rows = await readVisibleRows(store, model);
      return rows.map((row) => publishedAnswer(model, row, { ...derived(row.id) }));
    },
    async publishedOne(id: string): Promise<ContentRecord> {
      const derived = await derive();
      const row = await readRow(store, model, id);
      if (!row || row.parent_id !== null || !isVisible(row)) throw recordNotFound();
      return publishedAnswer(model, row, { ...derived(id) });
    },
  };
}
