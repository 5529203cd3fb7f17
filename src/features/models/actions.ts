import { atom } from 'nanostores';
import { type Requester, type RequestFailed, type RequestOptions, toRequestFailed } from '#client/request.ts';
import { recordEndpoints } from '#config/models/index.ts';
import type { Model } from '#contract/model.ts';
import { type ContentRecord, createRecordEndpoints, type RecordEndpoints } from '#contract/records.ts';
import { type RecordContent, recordStatus } from '#domain/records/versions.ts';
import { clearStoredLookups } from '#stores/lookups.ts';
import { showToast, type ToastSeverity } from '#stores/toasts.ts';
import { type ActionName, describeFailure, describeSuccess } from './format.ts';

export type ActionSettings = {
  request: Requester;
  model: Model;
  calls: RecordEndpoints;
  notify: (message: string, severity: ToastSeverity) => void;
  /** Called after each write, which may have changed the lookup tables. */
  onWritten?: () => void;
};

export type Outcome<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly error: RequestFailed };

export type RecordActions = ReturnType<typeof createActions>;

/** Creates the calls for a model's records. Writes and failures show a toast. */
export function createActions({ request, model, calls, notify, onWritten }: ActionSettings) {
  async function attempt<T>(action: ActionName, work: () => Promise<T>): Promise<Outcome<T>> {
    try {
      const data = await work();
      const message = describeSuccess(action, model);
      if (message) {
        notify(message, 'success');
        onWritten?.();
      }
      return { ok: true, data };
    } catch (cause) {
      const error = toRequestFailed(cause);
      if (error.reason !== 'cancelled') notify(describeFailure(action, model, error.message), 'error');
      return { ok: false, error };
    }
  }

  async function attemptRecord(
    action: ActionName,
    work: () => Promise<ContentRecord>,
  ): Promise<Outcome<ContentRecord>> {
    const outcome = await attempt(action, work);
    if (outcome.ok) $lastRecord.set(outcome.data);
    return outcome;
  }

  const change = (action: 'publish' | 'unpublish' | 'enable' | 'disable') => (record: ContentRecord) =>
    attemptRecord(action, () =>
      request(calls[action].post, { params: { id: record.id } }, { ifMatch: record.updated_at }),
    );

  return {
    async find({
      only,
      ...options
    }: RequestOptions & { only?: 'published' } = {}): Promise<Outcome<ContentRecord[]>> {
      const input = only ? { query: { only } } : {};
      const outcome = await attempt('find', () =>
        request(calls.list, input, { identify: only === undefined, ...options }),
      );
      if (outcome.ok) $lastFound.set(outcome.data);
      return outcome;
    },
    fetch: (id: string, options?: RequestOptions) =>
      attemptRecord('fetch', () => request(calls.read, { params: { id } }, { identify: true, ...options })),
    create: (id: string, content: RecordContent, publish: boolean) =>
      attemptRecord(publish ? 'create-and-publish' : 'create', () =>
        request(calls.create, {
          body: { ...content, id, status_id: publish ? recordStatus.published : recordStatus.draft },
        }),
      ),
    update: (id: string, content: RecordContent, publish: boolean, ifMatch: string) =>
      attemptRecord(publish ? 'update-and-publish' : 'update', () =>
        request(calls.save, { params: { id }, body: { ...content, publish } }, { ifMatch }),
      ),
    remove: (record: ContentRecord) =>
      attempt('delete', () =>
        request(calls.remove, { params: { id: record.id } }, { ifMatch: record.updated_at }),
      ),
    publish: change('publish'),
    unpublish: change('unpublish'),
    enable: change('enable'),
    disable: change('disable'),
  };
}

/** The name of the model that the page shows. */
const $crudModel = atom<string | undefined>(undefined);

/** The records of the last loaded list. */
const $lastFound = atom<readonly ContentRecord[]>([]);

/** The last record that was read or written. */
const $lastRecord = atom<ContentRecord | undefined>(undefined);

/** Creates the calls for a model's records on this page; `subject` is undefined for a visitor. */
export function actionsFor(model: Model, request: Requester, subject: string | undefined): RecordActions {
  $crudModel.set(model.name);
  return createActions({
    request,
    model,
    calls: recordEndpoints.get(model.name) ?? createRecordEndpoints(model),
    notify: showToast,
    onWritten: () => {
      if (subject !== undefined) clearStoredLookups(subject);
    },
  });
}
