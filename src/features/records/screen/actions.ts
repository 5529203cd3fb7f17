import { recordEndpoints } from '#config/models/index.ts';
import { normalizeContent } from '#contract/records/field-validation.ts';
import { type Model, readersOf } from '#contract/records/model.ts';
import {
  type ContentRecord,
  createRecordEndpoints,
  type RecordEndpoints,
} from '#contract/records/records.ts';
import { type RequestFailed, type RequestOptions, toRequestFailed } from '#contract/request.ts';
import { periodState, type RecordContent, recordStatus } from '#domain/records/versions.ts';
import { wallTimeInBasin } from '#lib/basin-clock.ts';
import { dateFormats, formatWallTime } from '#lib/calendar-text.ts';
import { showToast } from '#lib/page/toasts.ts';
import { request } from '#stores/api.ts';
import { clearStoredLookups } from '#stores/lookups.ts';
import { askToPublish } from './confirm.tsx';
import { type ActionName, describeFailure, describeSuccess } from './format.ts';

type ActionSettings = {
  model: Model;
  calls: RecordEndpoints;
  /** Called after each write, which may have changed the lookup tables. */
  onWritten?: () => void;
};

export type Outcome<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly error: RequestFailed };

export type RecordActions = ReturnType<typeof createActions>;

/** Creates the calls for a model's records. Writes and failures show a toast. */
export function createActions({ model, calls, onWritten }: ActionSettings) {
  async function attempt<T>(action: ActionName, work: () => Promise<T>): Promise<Outcome<T>> {
    try {
      const data = await work();
      const message = describeSuccess(action, model);
      if (message) {
        showToast(message, 'success');
        onWritten?.();
      }
      return { ok: true, data };
    } catch (cause) {
      const error = toRequestFailed(cause);
      if (error.reason !== 'cancelled') showToast(describeFailure(action, model, error.message), 'error');
      return { ok: false, error };
    }
  }

  const change = (action: 'publish' | 'unpublish' | 'enable' | 'disable') => (record: ContentRecord) =>
    attempt(action, () =>
      request(calls[action].post, { params: { id: record.id } }, { ifMatch: record.updated_at }),
    );

  return {
    find: ({ only, ...options }: RequestOptions & { only?: 'published' } = {}) =>
      attempt('find', () =>
        request(calls.list, only ? { query: { only } } : {}, { identify: only === undefined, ...options }),
      ),
    fetch: (id: string, options?: RequestOptions) =>
      attempt('fetch', () => request(calls.read, { params: { id } }, { identify: true, ...options })),
    create: (id: string, content: RecordContent, publish: boolean) =>
      attempt(publish ? 'create-and-publish' : 'create', () =>
        request(calls.create, {
          body: { ...content, id, status_id: publish ? recordStatus.published : recordStatus.draft },
        }),
      ),
    update: (id: string, content: RecordContent, publish: boolean, ifMatch: string) =>
      attempt(publish ? 'update-and-publish' : 'update', () =>
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

/** Creates the calls for a model's records on this page; `subject` is undefined for a visitor. */
export function actionsFor(model: Model, subject: string | undefined): RecordActions {
  return createActions({
    model,
    calls: recordEndpoints.get(model.name) ?? createRecordEndpoints(model),
    onWritten: () => {
      if (subject !== undefined) clearStoredLookups(subject);
    },
  });
}

type Publishing = {
  /** Undefined for a new record. */
  readonly record: ContentRecord | undefined;
  /** What is published. */
  readonly content: RecordContent;
};

/**
 * Describes what publishing changes for the readers: `Visitors will see it from now on.`
 * @param wallTime the time in the basin, `YYYY-MM-DDTHH:mm`
 */
export function describePublishing(model: Model, { record, content }: Publishing, wallTime: string): string {
  const effect = describeEffect(model, { record, content }, wallTime);
  const isFirst = record === undefined || record.status_id === recordStatus.draft;
  return isFirst ? effect : `${effect} It replaces the published version.`;
}

function describeEffect(model: Model, { record, content }: Publishing, wallTime: string): string {
  const readers = readersOf(model);
  if (record?.is_enabled === false) {
    return `It is disabled: ${readers.toLowerCase()} will see it once it is enabled.`;
  }
  const { period, shownOn } = model;
  const place = shownOn === undefined ? '' : `, ${shownOn}`;
  const state = period && periodState(normalizeContent(model.fields, content), period, wallTime);
  if (period && state === 'scheduled') {
    const from = formatWallTime(String(content[period.from]), dateFormats.shortDateTime);
    return `${readers} will see it from ${from}${place}.`;
  }
  if (state === 'ended') return `Its period has ended, so ${readers.toLowerCase()} will not see it.`;
  return `${readers} will see it from now on${place}.`;
}

/** Describes what unpublishing or disabling a record changes for the readers. */
export function describeHiding(model: Model, record: ContentRecord): string {
  const readers = readersOf(model);
  const reason =
    record.status_id === recordStatus.draft ? 'a draft' : record.is_enabled ? undefined : 'disabled';
  const effect = reason
    ? `It is ${reason}: ${readers.toLowerCase()} do not see it now either.`
    : `${readers} will no longer see it.`;
  return `${effect} Its content and versions are not deleted.`;
}

type Question = Publishing & {
  readonly model: Model;
  /** Names the record: `“Monitoring Sites”`. */
  readonly what: string;
};

/** Asks before publishing, unless that is routine. */
export function confirmPublishing({ model, what, ...publishing }: Question, publish: () => void): void {
  if (model.isRoutine) {
    publish();
    return;
  }
  const effect = describePublishing(model, publishing, wallTimeInBasin(new Date()));
  askToPublish(what, effect, publish);
}
