import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { fieldShape } from './field-validation.ts';
import { isReadOnly, RecordLink } from './fields.ts';
import type { Model } from './model.ts';

/** 1 draft, 2 published, 3 published with unpublished changes. */
const RecordStatusId = z.union([z.literal(1), z.literal(2), z.literal(3)]);

const timestamp = z.string();

const versionMeta = {
  version_id: z.uuid(),
  created_at: timestamp,
  created_by: z.nullable(z.string()),
  is_latest: z.boolean(),
  is_published: z.boolean(),
};

export const VersionEntry = z.object({ ...versionMeta, content: z.record(z.string(), z.unknown()) });
export type VersionEntry = z.output<typeof VersionEntry>;

/**
 * What every record has in addition to its fields. Times are ISO 8601 in UTC with microseconds. Visitors get no versions,
 * and null for the author. `version_id` is the version whose content is shown; `parentRecord` is the published content
 * if a newer draft is shown instead. `future_parent_id` is the id of the record that replaced this one.
 */
export const RecordMeta = z.object({
  id: z.uuid(),
  status_id: RecordStatusId,
  content_node_statuses: z.object({ id: RecordStatusId, name: z.string() }),
  is_enabled: z.boolean(),
  parent_id: z.nullable(z.uuid()),
  former_parent_id: z.nullable(z.uuid()),
  future_parent_id: z.nullable(z.uuid()),
  created_at: timestamp,
  created_by: z.nullable(z.string()),
  updated_at: timestamp,
  updated_by: z.nullable(z.string()),
  version_id: z.uuid(),
  total_versions: z.int(),
  is_latest: z.boolean(),
  is_published: z.boolean(),
  versions: z.array(VersionEntry),
  parentRecord: z.nullable(z.record(z.string(), z.unknown())),
});
export type RecordMeta = z.output<typeof RecordMeta>;

/** A record as the API returns it: `RecordMeta` and the fields of its model. */
export type ContentRecord = RecordMeta & { readonly [field: string]: unknown };

type Fields = { readonly [field: string]: unknown };
type CreateBody = Fields & {
  id?: string | undefined;
  parent_id?: string | null | undefined;
  status_id?: 1 | 2 | undefined;
};
type SaveBody = Fields & { publish: boolean };

/** Types a schema whose fields are known only at run time by what is known of them at compile time. */
function typed<T>(schema: unknown): z.ZodMiniType<T, T> {
  return schema as z.ZodMiniType<T, T>;
}

const id = z.object({ id: z.uuid('must be the id of a record') });

export type RecordEndpoints = ReturnType<typeof createRecordEndpoints>;

/** Creates the endpoints of a model's records. */
export function createRecordEndpoints(model: Model) {
  const { name, label: subject, fields, mayRead } = model;
  const path = `/api/${name}` as const;
  const endpointName = (verb: string) => `${verb}${pascalCase(name)}`;
  const shape = fieldShape(fields);
  const derived = Object.fromEntries(
    fields
      .filter(isReadOnly)
      .map((field) => [
        field.name,
        field.kind === 'READ_ONLY_ARRAY_OF_LINKS' ? z.array(RecordLink) : z.array(z.string()),
      ]),
  );
  const loose = Object.fromEntries(Object.keys(shape).map((field) => [field, z.optional(z.unknown())]));
  // A response accepts anything in the fields, because records may be older than the model; only what is saved is validated.
  /** A script may send back a record as it was read; what the server itself keeps of it is ignored. */
  const ignored = Object.fromEntries(
    Object.keys({ ...RecordMeta.shape, ...derived }).map((key) => [key, z.optional(z.unknown())]),
  );
  const response = typed<ContentRecord>(z.looseObject({ ...RecordMeta.shape, ...loose, ...derived }));
  const editing = { access: 'administrator', response, subject } as const;
  const editingOne = { ...editing, path: `${path}/:id`, params: id } as const;
  const defineAction = (action: string, summary: string, method: 'GET' | 'POST') =>
    defineEndpoint({
      ...editingOne,
      name: `${endpointName(action)}${method === 'POST' ? 'ByPost' : ''}`,
      summary,
      method,
      path: `${path}/:id/${action}`,
      changesState: true,
      maxAge: 'never',
      errors: [400, 404, 409],
    });
  const defineActions = (action: string, summary: string) => ({
    get: defineAction(action, summary, 'GET'),
    post: defineAction(action, summary, 'POST'),
  });
  return {
    list: defineEndpoint({
      variesByCaller: true,
      name: endpointName('list'),
      summary:
        'Published records, also as CSV; for administrators also drafts, and the latest version of each',
      method: 'GET',
      path,
      access: mayRead,
      query: z.object({
        format: z.optional(z.enum(['json', 'csv'], 'expected json or csv')),
        /** What everyone sees, also for administrators. */
        only: z.optional(z.literal('published', 'expected published')),
      }),
      response: z.array(response),
      subject,
    }),
    read: defineEndpoint({
      variesByCaller: true,
      name: endpointName('read'),
      summary: 'One record; for administrators with its versions, and its `updated_at` as ETag',
      method: 'GET',
      path: `${path}/:id`,
      access: mayRead,
      params: id,
      response,
      errors: [404],
      subject,
    }),
    future: defineEndpoint({
      ...editingOne,
      name: endpointName('readFuture'),
      summary: 'The record that replaced this one',
      method: 'GET',
      path: `${path}/:id/future`,
      errors: [404],
    }),
    create: defineEndpoint({
      ...editing,
      name: endpointName('create'),
      summary:
        'Creates a draft, a published record with status_id 2, or with the parent_id of a record a version of it, a draft. Repeating the call with the same id creates it once',
      method: 'POST',
      path,
      body: typed<CreateBody>(
        z.strictObject({
          ...ignored,
          ...shape,
          id: z.optional(z.uuid()),
          parent_id: z.optional(z.nullable(z.uuid())),
          status_id: z.optional(z.union([z.literal(1), z.literal(2)])),
        }),
      ),
      errors: [409, 413],
    }),
    save: defineEndpoint({
      ...editingOne,
      name: endpointName('save'),
      summary:
        'Saves all fields as a new version, and publishes it with `publish`. With the record’s ETag in `If-Match`, 409 if the record has changed',
      method: 'PUT',
      body: typed<SaveBody>(z.strictObject({ ...ignored, ...shape, publish: z.boolean() })),
      errors: [404, 409, 413],
    }),
    silent: defineEndpoint({
      ...editingOne,
      name: endpointName('update'),
      summary: 'Changes only the generic columns of a record',
      method: 'PUT',
      path: `${path}/:id/silent`,
      body: z.strictObject({
        id: z.optional(z.uuid()),
        parent_id: z.optional(z.nullable(z.uuid())),
        former_parent_id: z.optional(z.nullable(z.uuid())),
        status_id: z.optional(RecordStatusId),
      }),
      errors: [404, 409],
    }),
    remove: defineEndpoint({
      ...editingOne,
      name: endpointName('delete'),
      summary: 'Deletes a record and its versions, which stay in the audit table',
      method: 'DELETE',
      response: z.object({ id: z.uuid() }),
      errors: [404, 409],
    }),
    publish: defineActions('publish', 'Publishes the latest version'),
    unpublish: defineActions('unpublish', 'Turns the record into a draft, which visitors do not see'),
    enable: defineActions('enable', 'Shows a disabled record again'),
    disable: defineActions('disable', 'Hides the record from visitors without changing its status'),
  };
}

/** Converts `well-production` to `WellProduction`. */
function pascalCase(name: string): string {
  return name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
